package secret

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Marker stands where a secret was.
const Marker = "[secret]"

// Scrubber takes secrets out of text. The zero Scrubber knows none; a nil one
// changes nothing. It is safe for concurrent use.
type Scrubber struct {
	grow  sync.Mutex
	table atomic.Pointer[table]
}

// table is what a scrubber knows. It never changes.
type table struct {
	secrets map[string]bool
	forms   []form
	// starts are, for each byte, the forms that may begin with it.
	starts [256][]int
	// longest is the most bytes that one match can take.
	longest int
}

// Add makes the secrets known. Empty ones are passed over.
func (s *Scrubber) Add(secrets ...string) {
	s.grow.Lock()
	defer s.grow.Unlock()
	known := map[string]bool{}
	if old := s.table.Load(); old != nil {
		known = maps.Clone(old.secrets)
	}
	for _, secret := range secrets {
		for _, line := range lines(secret) {
			if line != "" {
				known[line] = true
			}
		}
	}
	s.table.Store(newTable(known))
}

func newTable(secrets map[string]bool) *table {
	t := &table{secrets: secrets}
	for _, secret := range slices.Sorted(maps.Keys(secrets)) {
		t.forms = append(t.forms, forms(secret)...)
	}
	for i, f := range t.forms {
		t.longest = max(t.longest, longestEscape*len(f.text)+2)
		first := f.text[0]
		// Any form may begin with an escape.
		starts := []byte{first, '%', '\\', '&'}
		if f.fold {
			starts = append(starts, first-'a'+'A')
		}
		if first == ' ' {
			starts = append(starts, '+')
		}
		slices.Sort(starts)
		for _, b := range slices.Compact(starts) {
			t.starts[b] = append(t.starts[b], i)
		}
	}
	return t
}

// Scrub is text with [Marker] in the place of every secret.
func (s *Scrubber) Scrub(text string) string {
	if s == nil {
		return text
	}
	t := s.table.Load()
	if t == nil || len(t.forms) == 0 {
		return text
	}
	out, _ := t.scrub(text, len(text))
	return out
}

// scrub scrubs the matches that start before a limit; rest is where the next
// one would start.
func (t *table) scrub(text string, limit int) (out string, rest int) {
	var b strings.Builder
	clean := 0 // up to here text is in b
	for at := 0; at < limit; {
		from, to := t.find(text, at)
		if to == 0 {
			at++
			continue
		}
		b.WriteString(text[clean:max(clean, from)])
		b.WriteString(Marker)
		clean, at = to, to
	}
	rest = max(clean, limit)
	if clean == 0 {
		return text[:rest], rest
	}
	b.WriteString(text[clean:rest])
	return b.String(), rest
}

// find is the longest match at a place, and the characters beside it that
// carry some of the secret; to is 0 when there is none.
func (t *table) find(text string, at int) (from, to int) {
	for _, i := range t.starts[text[at]] {
		f := t.forms[i]
		end := f.match(text, at)
		if end == 0 || f.whole && (wordy(text, at-1) || wordy(text, end)) {
			continue
		}
		start := at
		for n := f.before; n > 0 && inAlphabet(text, start-1); n-- {
			start--
		}
		for n := f.after; n > 0 && inAlphabet(text, end); n-- {
			end++
		}
		if end > to {
			from, to = start, end
		}
	}
	return from, to
}

func wordy(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	b := lower(text[i])
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9'
}

func inAlphabet(text string, i int) bool {
	return wordy(text, i) || i >= 0 && i < len(text) && strings.IndexByte("+/-_", text[i]) >= 0
}
