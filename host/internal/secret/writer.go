package secret

import (
	"bytes"
	"io"
	"sync"
)

// maxLine is the longest line that a Writer keeps before it passes it on.
const maxLine = 64 << 10

// Writer scrubs what is written, line by line, so that a secret in two writes
// is seen. It is safe for concurrent use. Close writes what is left.
type Writer struct {
	scrubber *Scrubber
	to       io.Writer

	mu   sync.Mutex
	held []byte
	err  error
}

// Writer is a writer that scrubs into another.
func (s *Scrubber) Writer(to io.Writer) *Writer { return &Writer{scrubber: s, to: to} }

// Write keeps what is not yet a whole line. After an error of the underlying
// writer every later call returns it.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held = append(w.held, p...)
	if end := bytes.LastIndexByte(w.held, '\n') + 1; end > 0 {
		w.pass(w.scrubber.Scrub(string(w.held[:end])), end)
	}
	w.long()
	return len(p), w.err
}

// long passes on the part of an overlong line that no match can reach from
// what comes after it.
func (w *Writer) long() {
	t := w.table()
	longest := 0
	if t != nil {
		longest = t.longest
	}
	if len(w.held) <= maxLine+longest {
		return
	}
	limit := len(w.held) - longest
	if t == nil {
		w.pass(string(w.held), limit)
		return
	}
	out, rest := t.scrub(string(w.held), limit)
	w.pass(out, rest)
}

func (w *Writer) table() *table {
	if w.scrubber == nil {
		return nil
	}
	return w.scrubber.table.Load()
}

// pass writes text and drops the bytes that it came from.
func (w *Writer) pass(text string, dropped int) {
	if w.err == nil {
		_, w.err = io.WriteString(w.to, text)
	}
	w.held = w.held[:copy(w.held, w.held[dropped:])]
}

// Close writes the last line, which has no end. It does not close the
// underlying writer.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.held) > 0 {
		w.pass(w.scrubber.Scrub(string(w.held)), len(w.held))
	}
	return w.err
}
