package httpread

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// maxTries bounds how often one request is sent when the system asks to wait.
	maxTries = 10
	// leastWait keeps a date in the past from making a loop without a pause.
	leastWait  = 50 * time.Millisecond
	firstWait  = 250 * time.Millisecond
	longestGap = 4 * time.Second
)

// asksToWait tells whether a status says "later".
func asksToWait(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// waitFor is how long an answer asks to wait (RFC 9110, section 10.2.3), in
// seconds or until a date by the server's own clock; without a usable
// Retry-After, a wait that doubles with every try.
func waitFor(h http.Header, now time.Time, try int) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseUint(text, 10, 32); err == nil {
		return max(time.Duration(s)*time.Second, leastWait)
	}
	if at, err := http.ParseTime(text); err == nil {
		if date, err := http.ParseTime(h.Get("Date")); err == nil {
			now = date
		}
		return max(at.Sub(now), leastWait)
	}
	return min(firstWait<<min(try, 10), longestGap)
}
