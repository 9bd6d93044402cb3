package deploy

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"

	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/value"
)

// The readers of one member's value. Each notes what is wrong and returns
// false or nothing.

func (r *reader) boolean(m member) bool {
	b, _ := r.Bool(keyed(m))
	return b
}

// count reads a whole number from 1 to most.
func (r *reader) count(m member, most int) (int, bool) {
	n, ok := r.Int(keyed(m))
	if ok && (n < 1 || n > most) {
		r.Add(m.Pos, fmt.Sprintf("must be from 1 to %d", most), "")
		return 0, false
	}
	return n, ok
}

// duration reads seconds from least, or from just above it, up to most.
func (r *reader) duration(m member, least, most time.Duration, above bool) (time.Duration, bool) {
	text := m.Value.Text()
	switch _, err := value.ParseNumber(text); {
	case m.Value.Shape() == source.Refused:
		return 0, false
	case m.Value.Shape() != source.Number || err != nil || len(text) > 40:
		r.Add(m.Pos, "must be a number of seconds", "write digits alone, such as 0.5")
		return 0, false
	}
	exact, _ := new(big.Rat).SetString(text)
	exact.Mul(exact, big.NewRat(int64(time.Second), 1))
	low, high := big.NewRat(int64(least), 1), big.NewRat(int64(most), 1)
	switch {
	case above && exact.Cmp(low) <= 0:
		r.Add(m.Pos, "must be above "+seconds(least), "")
	case exact.Cmp(low) < 0:
		r.Add(m.Pos, "must be at least "+seconds(least), "")
	case exact.Cmp(high) > 0:
		r.Add(m.Pos, "must be at most "+seconds(most), "")
	case !exact.IsInt():
		r.Add(m.Pos, "is finer than a nanosecond", "")
	default:
		return time.Duration(exact.Num().Int64()), true
	}
	return 0, false
}

func (r *reader) wait(into **time.Duration, above bool) func(member) {
	return func(m member) {
		if d, ok := r.duration(m, 0, MaxWait, above); ok {
			*into = &d
		}
	}
}

// names reads a list of names, none twice, without regard to case.
func (r *reader) names(m member) []string {
	r.Items(keyed(m)) // notes when it is no list
	out, seen := []string{}, map[string]bool{}
	for _, item := range items(m) {
		name, ok := r.text(item)
		switch folded := strings.ToLower(name); {
		case !ok:
		case seen[folded]:
			r.Add(item.Pos, fmt.Sprintf("%q stands twice", name), "")
		default:
			seen[folded] = true
			out = append(out, name)
		}
	}
	return out
}

// VariableName is the form of an environment variable's name.
var VariableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// variable reads the name of an environment variable. What does not look like
// one may be the secret itself and is never quoted.
func (r *reader) variable(m member) string {
	name, ok := r.text(m)
	if ok && !VariableName.MatchString(name) {
		r.Add(m.Pos, "must be the name of an environment variable", "put the secret into a variable and its name here")
		return ""
	}
	return name
}
