package email

import (
	netmail "net/mail"
	"strings"
	"time"
)

// zones are the only names that RFC 5322, section 4.3, gives a meaning.
var zones = map[string]time.Duration{
	"UT": 0, "UTC": 0, "GMT": 0, "Z": 0,
	"EST": -5 * time.Hour, "EDT": -4 * time.Hour, "CST": -6 * time.Hour, "CDT": -5 * time.Hour,
	"MST": -7 * time.Hour, "MDT": -6 * time.Hour, "PST": -8 * time.Hour, "PDT": -7 * time.Hour,
}

// sent reads a Date header; not ok where there is none whose instant is known.
// The usual form is tried first: the library goes through all that RFC 5322
// allows.
func sent(text string) (t time.Time, ok bool) {
	if text == "" {
		return time.Time{}, false
	}
	if t, err := time.Parse(time.RFC1123Z, text); err == nil {
		return t, true
	}
	t, err := netmail.ParseDate(text)
	if err != nil {
		return time.Time{}, false
	}
	bare, _, _ := strings.Cut(text, "(")
	words := strings.Fields(bare)
	zone := words[len(words)-1]
	if zone[0] == '+' || zone[0] == '-' {
		return t, true
	}
	// The library takes the name of a zone that it does not know for UTC.
	offset, known := zones[strings.ToUpper(zone)]
	if !known {
		return time.Time{}, false
	}
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.FixedZone("", int(offset.Seconds()))), true
}
