package httpread

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestARequestWaitsAsLongAsItIsAsked(t *testing.T) {
	now := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		retryAfter, date string
		try              int
		want             time.Duration
	}{
		"seconds":                      {"3", "", 0, 3 * time.Second},
		"no seconds":                   {"0", "", 0, leastWait},
		"a date":                       {now.Add(2 * time.Minute).Format(http.TimeFormat), "", 0, 2 * time.Minute},
		"a date by the server's clock": {now.Add(time.Hour).Format(http.TimeFormat), now.Add(59 * time.Minute).Format(http.TimeFormat), 0, time.Minute},
		"a date in the past":           {now.Add(-time.Hour).Format(http.TimeFormat), "", 0, leastWait},
		"garbage":                      {"soon", "", 0, firstWait},
		"garbage, again":               {"soon", "", 2, 4 * firstWait},
		"nothing, often":               {"", "", 9, longestGap},
		"a negative number":            {"-5", "", 0, firstWait},
	} {
		t.Run(name, func(t *testing.T) {
			h := http.Header{"Retry-After": {c.retryAfter}, "Date": {c.date}}
			if got := waitFor(h, now, c.try); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func TestABusySystemIsAskedAgainWithinTheDeadline(t *testing.T) {
	for _, status := range []int{429, 503} {
		for name, c := range map[string]struct {
			busy       int
			retryAfter string
			want       string
			slept      string
		}{
			"answers at last":     {2, "2", "", "[2s 2s]"},
			"asks for too long":   {1, "120", "asks to wait longer than this read may take", "[]"},
			"asks far too long":   {1, "4000000000", "asks to wait longer than this read may take", "[]"},
			"never answers":       {99, "7", "asks to wait longer than this read may take", "[7s 7s 7s 7s 7s 7s 7s 7s]"},
			"never, and no hints": {99, "", "asks to wait longer than this read may take", "[250ms 500ms 1s 2s 4s 4s 4s 4s 4s]"},
		} {
			t.Run(fmt.Sprint(status, " ", name), func(t *testing.T) {
				n := 0
				s := serve(t, func(w http.ResponseWriter, r *http.Request) {
					if n++; n <= c.busy {
						w.Header().Set("Retry-After", c.retryAfter)
						w.WriteHeader(status)
						return
					}
					jsonAnswer(nil, 200, "[]")(w, r)
				})
				clock := newFakeClock()
				a := ask(t, newClient(t, s.URL, opts{clock: clock}), "/", 0)
				if !strings.HasSuffix(a.said(), c.want) || (a.err == nil) != (c.want == "") {
					t.Errorf("said %q", a.said())
				}
				if got := fmt.Sprint(clock.slept); got != c.slept {
					t.Errorf("slept %s, want %s", got, c.slept)
				}
			})
		}
	}
}
