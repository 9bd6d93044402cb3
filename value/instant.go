package value

import (
	"strings"
	"time"
)

// parseInstant reads RFC 3339 with a zone. The letters T and Z are accepted in
// lower case (RFC 3339, section 5.6); a blank in place of the T is not. A leap
// second, and a fraction finer than a nanosecond, name no instant here: nothing
// is rounded. Zeros behind the nanosecond add nothing, and are taken.
func parseInstant(text string) (time.Time, bool) {
	if !shapedLikeInstant(text) {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	return t, err == nil
}

// shapedLikeInstant checks what time.Parse is lax about: it takes one digit for
// an hour, a comma for a decimal point, any fraction, and offsets of a day.
func shapedLikeInstant(text string) bool {
	const whole, zone = "0000-00-00T00:00:00", "+00:00"
	if len(text) <= len(whole) || !fits(text[:len(whole)], whole) {
		return false
	}
	rest := text[len(whole):]
	if rest[0] == '.' {
		end := digits(rest, 1)
		if end == 1 || (end > 1+9 && strings.Trim(rest[1+9:end], "0") != "") {
			return false
		}
		rest = rest[end:]
	}
	if rest == "Z" || rest == "z" {
		return true
	}
	return fits(rest, zone) && rest[1:3] <= "23" && rest[4:6] <= "59"
}

// fits tells whether text has digits where the pattern has them, a sign where
// it has one, and else its very letters.
func fits(text, pattern string) bool {
	if len(text) != len(pattern) {
		return false
	}
	for i := range len(pattern) {
		c := text[i]
		switch p := pattern[i]; {
		case p == '0' && c >= '0' && c <= '9':
		case p == '+' && (c == '+' || c == '-'):
		case p == 'T' && (c == 'T' || c == 't'):
		case p != '0' && c == p:
		default:
			return false
		}
	}
	return true
}
