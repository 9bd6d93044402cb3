package httpread

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// currency is how current an answer says that it is.
type currency struct {
	asOf time.Time // zero where it does not say
	// stale says why the answer may be older than the request; "" when nothing
	// speaks for it.
	stale string
	// warned is true where a warning stands that does not make it stale.
	warned bool
}

// currencyOf reads Date, Age and Warning (RFC 9111, sections 4.2.3 and 5) and
// what caches say of themselves (RFC 9211, and the headers before it).
// Every request asks for no cached answer, so that an Age above 0 is an answer
// that nobody fetched for it.
func currencyOf(h http.Header) currency {
	var c currency
	c.asOf, _ = http.ParseTime(h.Get("Date"))
	for _, text := range h.Values("Age") {
		age, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
		switch {
		case err != nil || age < 0:
			c.stale, c.asOf = "a cache answered, and its Age is not a number", time.Time{}
		case age > 0:
			c.stale = "a cache answered with what it had fetched " + strconv.FormatInt(age, 10) + " s before"
			if !c.asOf.IsZero() {
				c.asOf = c.asOf.Add(-time.Duration(age) * time.Second)
			}
		}
	}
	if c.stale == "" && fromCache(h) {
		c.stale = "a cache says that it answered with what it had kept"
	}
	for _, text := range h.Values("Warning") {
		for _, warning := range splitList(text) {
			switch code, _, _ := strings.Cut(strings.TrimSpace(warning), " "); code {
			case "110", "111", "112", "113", "214":
				c.stale = "the answer carries the warning " + code + " of a cache"
			default:
				c.warned = true
			}
		}
	}
	return c
}

// fromCache tells whether a cache says that it answered without asking the
// system, as it was asked to. A hit that was revalidated is none.
func fromCache(h http.Header) bool {
	for _, text := range h.Values("Cache-Status") {
		for _, cache := range splitList(text) {
			for i, param := range strings.Split(cache, ";") {
				if i > 0 && strings.TrimSpace(param) == "hit" {
					return true
				}
			}
		}
	}
	for name, texts := range h {
		if !tellsOfHits(name) {
			continue
		}
		for _, text := range texts {
			for _, cache := range splitList(text) {
				word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(cache)), " ")
				switch word {
				case "hit", "tcp_hit", "tcp_mem_hit", "stale", "updating":
					return true
				}
			}
		}
	}
	return false
}

// tellsOfHits tells whether a header is a cache's word on where its answer is
// from: X-Cache, CF-Cache-Status and all that are named alike. X-Cache-Lookup
// says what the cache had, also where it asked.
func tellsOfHits(name string) bool {
	name = strings.ToLower(name)
	return name != "cache-status" && strings.Contains(name, "cache") && !strings.Contains(name, "lookup")
}

// splitList splits a header's list at commas outside quotes.
func splitList(text string) []string {
	var parts []string
	from, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ',' && !quoted:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}
