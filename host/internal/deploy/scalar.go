package deploy

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/effectkit/effectkit/host/internal/node"
)

// The readers of one entry's value. Each notes what is wrong and returns false.

func (r *reader) text(e node.Entry) (string, bool) {
	switch {
	case e.Value.Kind != node.Scalar:
		r.fail(e, fmt.Sprintf("must be text, not %s", e.Value.Kind), "")
	case e.Value.Empty():
		r.fail(e, "has no value", "")
	case strings.TrimSpace(e.Value.Text) == "":
		r.fail(e, "is blank", "")
	default:
		return e.Value.Text, true
	}
	return "", false
}

func (r *reader) boolean(e node.Entry) bool {
	if e.Value.Kind == node.Scalar && !e.Value.Quoted {
		switch e.Value.Text {
		case "true":
			return true
		case "false":
			return false
		}
	}
	r.fail(e, "must be true or false", "")
	return false
}

// number is the grammar of JSON numbers, with exponents of at most four digits.
var number = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?$`)

// duration reads seconds from least, or from just above it, up to most.
func (r *reader) duration(e node.Entry, least, most time.Duration, above bool) (time.Duration, bool) {
	if e.Value.Kind != node.Scalar || e.Value.Quoted || !number.MatchString(e.Value.Text) || len(e.Value.Text) > 40 {
		r.fail(e, "must be a number of seconds", "")
		return 0, false
	}
	exact, _ := new(big.Rat).SetString(e.Value.Text)
	exact.Mul(exact, big.NewRat(int64(time.Second), 1))
	low, high := big.NewRat(int64(least), 1), big.NewRat(int64(most), 1)
	switch {
	case above && exact.Cmp(low) <= 0:
		r.fail(e, fmt.Sprintf("must be above %s", seconds(least)), "")
	case exact.Cmp(low) < 0:
		r.fail(e, fmt.Sprintf("must be at least %s", seconds(least)), "")
	case exact.Cmp(high) > 0:
		r.fail(e, fmt.Sprintf("must be at most %s", seconds(most)), "")
	case !exact.IsInt():
		r.fail(e, "is finer than a nanosecond", "")
	default:
		return time.Duration(exact.Num().Int64()), true
	}
	return 0, false
}

func (r *reader) wait(into **time.Duration, above bool) func(node.Entry) {
	return func(e node.Entry) {
		if d, ok := r.duration(e, 0, MaxWait, above); ok {
			*into = &d
		}
	}
}

var wholeNumber = regexp.MustCompile(`^[1-9][0-9]{0,8}$`)

// count reads a whole number from 1 to most.
func (r *reader) count(e node.Entry, most int) (int, bool) {
	if e.Value.Kind == node.Scalar && !e.Value.Quoted && wholeNumber.MatchString(e.Value.Text) {
		if n, err := strconv.Atoi(e.Value.Text); err == nil && n <= most {
			return n, true
		}
	}
	r.fail(e, fmt.Sprintf("must be a whole number from 1 to %d", most), "")
	return 0, false
}

// names reads a list of names, none twice, without regard to case.
func (r *reader) names(e node.Entry) []string {
	if e.Value.Kind != node.List {
		r.fail(e, fmt.Sprintf("must be a list of field names, not %s", e.Value.Kind), "")
		return nil
	}
	out, seen := []string{}, map[string]bool{}
	for _, item := range e.Value.Items {
		at := node.Entry{Key: e.Key, Pos: item.Pos, Value: item}
		name, ok := r.text(at)
		switch fold := strings.ToLower(name); {
		case !ok:
		case seen[fold]:
			r.fail(at, "the name stands twice", "")
		default:
			seen[fold] = true
			out = append(out, name)
		}
	}
	return out
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// variable reads the name of an environment variable. What does not look like
// one may be the secret itself and is never quoted.
func (r *reader) variable(e node.Entry) string {
	name, ok := r.text(e)
	if ok && !variableName.MatchString(name) {
		r.fail(e, "must be the name of an environment variable", "put the secret into a variable and its name here")
		return ""
	}
	return name
}

// oneOf reads one of a few words.
func (r *reader) oneOf(e node.Entry, words []string) (string, bool) {
	word, ok := r.text(e)
	if !ok {
		return "", false
	}
	for _, w := range words {
		if w == word {
			return w, true
		}
	}
	r.fail(e, "must be one of "+strings.Join(words, ", "), "")
	return "", false
}
