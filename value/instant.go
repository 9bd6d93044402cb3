package value

import (
	"strings"
	"time"
)

// parseInstant reads RFC 3339 with a zone. The letters T and Z are accepted in
// lower case (RFC 3339, section 5.6); a blank in place of the T is not. A leap
// second names no instant here: nothing is rounded.
func parseInstant(text string) (time.Time, bool) {
	if len(text) < len("2006-01-02T15:04:05Z") || (text[10] != 'T' && text[10] != 't') {
		return time.Time{}, false
	}
	if strings.IndexByte(text, ',') >= 0 { // time.Parse takes it for a decimal point
		return time.Time{}, false
	}
	if dot := strings.IndexByte(text, '.'); dot >= 0 && digits(text, dot+1)-dot-1 > 9 {
		return time.Time{}, false // finer than a nanosecond: reading it would round
	}
	t, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	if err != nil {
		return time.Time{}, false
	}
	return t, true
}
