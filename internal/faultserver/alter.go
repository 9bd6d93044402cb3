package faultserver

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// alteration is what the passages that are on make of one answer.
type alteration struct {
	on     []Passage
	lag    time.Duration
	source string
}

// altered gathers the passages that are on for a page of a face.
func (b *Backend) altered(face string, page int) alteration {
	var a alteration
	for _, p := range b.run.Fault.Passages {
		if !p.on(face, b.since(), page) {
			continue
		}
		a.on = append(a.on, p)
		a.lag = max(a.lag, time.Duration(p.LagMS)*time.Millisecond)
		if p.Source != "" {
			a.source = p.Source
		}
	}
	return a
}

// keeps tells whether a row is in the list at all.
func (a alteration) keeps(r Row, key string) bool {
	for _, p := range a.on {
		if p.Without == "all" || p.Without == "ours" && r["key"] == key {
			return false
		}
	}
	return true
}

// list alters what a page says of its list.
func (a alteration) list(l *list) {
	for _, p := range a.on {
		l.total += p.Total
		if p.NoTotal {
			l.total = -1
		}
		if p.NoNext {
			l.next = -1
		}
	}
	if a.source != "" {
		l.source = a.source
	}
}

// answer writes one page of a table, as altered as the passages have it.
func (b *Backend) answer(w http.ResponseWriter, r *http.Request, f *face, table string, from int) {
	l, alter := b.list(f, "http://"+r.Host, table, from)
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Date", b.opts.Now().UTC().Format(http.TimeFormat))
	status, text := http.StatusOK, encode(f.write(h, l))
	var drip time.Duration
	cut := 0
	for _, p := range alter.on {
		switch {
		case p.HangUp:
			panic(http.ErrAbortHandler) // the connection closes without an answer
		case p.Elsewhere:
			h.Set("Location", b.opts.Elsewhere+r.URL.RequestURI())
			status = http.StatusTemporaryRedirect
		case p.Status != 0:
			status = p.Status
		}
		for name, v := range p.Header {
			h.Set(name, v)
		}
		b.later(p.Header["Retry-After"])
		text = p.text(f.name, text)
		if p.Gzip {
			h.Set("Content-Encoding", "gzip")
			text = packed(text)
		}
		drip, cut = max(drip, time.Duration(p.DripMS)*time.Millisecond), max(cut, p.Cut)
	}
	h.Set("Content-Length", fmt.Sprint(len(text)))
	w.WriteHeader(status)
	if status == http.StatusNotModified {
		return
	}
	if drip > 0 {
		b.drip(w, r, text, drip)
		return
	}
	_, _ = w.Write([]byte(text[:max(len(text)-cut, 0)]))
	if cut > 0 {
		panic(http.ErrAbortHandler) // less than the length that was promised
	}
}

// longestWait is what a reader waits for at most within one read.
const longestWait = 5 * time.Second

// later lets the time pass that a reader is asked to wait for, where it cannot
// wait on the caller's clock.
func (b *Backend) later(retryAfter string) {
	b.mu.Lock()
	waits := b.run.Waits
	b.mu.Unlock()
	wait := time.Duration(place(retryAfter)) * time.Second
	if waits && wait <= longestWait {
		b.opts.Pass(wait)
	}
}

// text is an answer's text as a passage has it.
func (p *Passage) text(face, text string) string {
	for _, name := range []string{face, "all"} {
		if body, ok := p.Body[name]; ok {
			text = body
			break
		}
	}
	if p.Find != "" {
		text = strings.ReplaceAll(text, p.Find, p.Put)
	}
	return strings.Repeat(" ", p.Pad) + text
}

// drip sends a first byte, and the rest so slowly that the reader is gone
// before its end. The time that it takes passes on the caller's clock; for real
// it lasts until the reader hangs up.
func (b *Backend) drip(w http.ResponseWriter, r *http.Request, text string, pause time.Duration) {
	_, _ = w.Write([]byte(text[:1]))
	_ = http.NewResponseController(w).Flush()
	b.opts.Pass(pause * time.Duration(len(text)))
	<-r.Context().Done()
}

func packed(text string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text)) // a strings.Builder takes everything
	_ = z.Close()
	return b.String()
}
