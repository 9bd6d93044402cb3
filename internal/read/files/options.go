package files

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"time"
)

// ErrSeconds says that a text is no length of time for a window.
var ErrSeconds = errors.New("is not a number of seconds above 0 and up to a year")

// Seconds reads a window's length. The error is [ErrSeconds].
func Seconds(text string) (time.Duration, error) {
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s > 0) || s > 366*86_400 {
		return 0, ErrSeconds
	}
	return time.Duration(s * float64(time.Second)), nil
}

// Probe compiles a regular expression. The error says what is wrong with it
// without its text, which may hold what nobody should see.
func Probe(text string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(text)
	var se *syntax.Error
	switch {
	case err == nil:
		return re, nil
	case errors.As(err, &se):
		return nil, fmt.Errorf("does not compile as an RE2 regular expression: %s", se.Code)
	}
	return nil, errors.New("does not compile as an RE2 regular expression")
}
