package secret

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
)

// Variable is the name of an environment variable and where it is written.
type Variable struct {
	Name string
	Pos  effect.Position
}

// Lookup gives a variable's value, false when it is not set: os.LookupEnv, or a
// test's.
type Lookup func(name string) (value string, ok bool)

// MaxBytes is the longest secret.
const MaxBytes = 16 << 10

// Resolve looks up the variables that one section names, by JSON Pointer. The
// error is [source.Problems], one for each that is missing or unusable; it
// names variables and never shows a value.
func Resolve(variables map[string]Variable, lookup Lookup) (map[string]string, error) {
	var r source.Report
	out := make(map[string]string, len(variables))
	for pointer, v := range variables {
		value, ok := lookup(v.Name)
		if !ok {
			r.Add(v.Pos, fmt.Sprintf("the variable %s is not set", v.Name), "set it where effectkit is started")
			continue
		}
		if wrong := unusable(value); wrong != "" {
			r.Add(v.Pos, fmt.Sprintf("the variable %s %s", v.Name, wrong), "set it to the secret alone")
			continue
		}
		out[pointer] = value
	}
	if err := r.Problems().Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// unusable says why a value cannot be a secret; "" when it can.
func unusable(value string) string {
	switch {
	case value == "":
		return "is empty"
	case !utf8.ValidString(value):
		return "is not UTF-8 text"
	case strings.TrimFunc(value, blank) == "":
		return "is blank"
	case len(value) > MaxBytes:
		return fmt.Sprintf("is longer than %d bytes", MaxBytes)
	}
	text := value
	if armoured(value) {
		// A key in PEM form (RFC 7468) has lines, and mostly ends in a line break.
		text = strings.TrimSuffix(strings.ReplaceAll(value, "\r\n", "\n"), "\n")
		text = strings.ReplaceAll(text, "\n", "")
	}
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	switch {
	case last == '\n' || last == '\r':
		return "ends in a line break"
	case first == '\n' || first == '\r':
		return "starts with a line break"
	case blank(first), blank(last):
		return "starts or ends with a space"
	case strings.ContainsFunc(text, unicode.IsControl):
		return "has a control character in it"
	}
	return ""
}

// blank tells whether a character is white or takes no room.
func blank(r rune) bool {
	return unicode.IsSpace(r) || r == 0xfeff || r == 0x200b || r == 0x2060
}

func armoured(value string) bool { return strings.HasPrefix(value, "-----BEGIN ") }
