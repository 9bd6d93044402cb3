package source

import (
	"fmt"
	"strings"
)

// maxWord is the longest word, in characters, that Suggest compares.
const maxWord = 64

// Suggest finds the known word that written most likely meant: the nearest by
// edits (a letter added, dropped, changed, or two swapped; case and the sort
// of dash aside), where they are no more than a third of its letters, though one
// edit is always few, a word of one letter aside. "" when none is near: a wrong
// suggestion costs more than none.
func Suggest(written string, known []string) string {
	from := fold(written)
	if len(from) > maxWord || len(from) == 0 {
		return ""
	}
	best, bestAt := "", max(len(from)/3, 1)+1
	for _, word := range known {
		to := fold(word)
		if d := distance(from, to); d < bestAt && d < max(len(from), len(to)) {
			best, bestAt = word, d
		}
	}
	return best
}

// DidYouMean is the hint of [Suggest]: did you mean "…"? Where nothing is near
// it lists what there is, when that is little; else it is "".
func DidYouMean(written string, known []string) string {
	if word := Suggest(written, known); word != "" {
		return fmt.Sprintf("did you mean %q?", word)
	}
	if len(known) == 0 || len(known) > 6 {
		return ""
	}
	return "write " + OneOf(known)
}

// OneOf is "a", "a or b", "a, b or c".
func OneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func fold(word string) []rune {
	return []rune(strings.ReplaceAll(strings.ToLower(word), "-", "_"))
}

// distance is the number of edits from a to b (optimal string alignment).
func distance(a, b []rune) int {
	if len(b) > maxWord {
		return maxWord
	}
	var rows [3][maxWord + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range b {
		last[j+1] = j + 1
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
