package plugin

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

const (
	// logRate is how many bytes a plugin may log in a second; more is dropped
	// and counted.
	logRate = 1 << 20
	// maxLine is where a line is cut.
	maxLine = 8 << 10
	// lineBuffer is how much of a line is read before it is cut, so that a
	// secret is never cut in half.
	lineBuffer = 64 << 10
	// tailLines is how many of the last lines a crash quotes.
	tailLines = 20
)

// said is what a plugin said, on whatever stream: handed on line by line,
// scrubbed, at most logRate, with the level that the plugin gave it. It
// remembers the last lines. It is safe for concurrent use.
type said struct {
	log   *slog.Logger
	scrub func(string) string
	now   func() time.Time

	mu      sync.Mutex
	streams []*stream
	tail    []string
	window  time.Time
	used    int
	dropped int
}

// stream is one of a plugin's outputs, taken in whatever pieces. It is not
// safe for concurrent use; several streams are.
type stream struct {
	said *said
	part []byte
	skip bool // the rest of a line that was cut
}

// stream makes a writer for one output.
func (l *said) stream() *stream {
	s := &stream{said: l}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.streams = append(l.streams, s)
	return s
}

// Write takes a piece. It never fails.
func (s *stream) Write(p []byte) (int, error) {
	s.said.mu.Lock()
	defer s.said.mu.Unlock()
	n := len(p)
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		piece := p
		if end >= 0 {
			piece = p[:end]
		}
		if room := lineBuffer - len(s.part); !s.skip {
			s.part = append(s.part, piece[:min(len(piece), room)]...)
			if len(piece) > room {
				s.emit()
				s.skip = true
			}
		}
		if end < 0 {
			return n, nil
		}
		if !s.skip {
			s.emit()
		}
		s.skip = false
		p = p[end+1:]
	}
	return n, nil
}

// emit hands on the line that was read so far. It needs the lock.
func (s *stream) emit() {
	line := strings.TrimRight(string(s.part), "\r")
	s.part = s.part[:0]
	if line != "" {
		s.said.line(line)
	}
}

// line takes one line. It needs the lock.
func (l *said) line(line string) {
	if l.overRate(len(line)) {
		l.dropped++
		return
	}
	line = l.scrub(line)
	if len(line) > maxLine {
		line = strings.ToValidUTF8(line[:maxLine], "") + "…"
	}
	if len(l.tail) == tailLines {
		l.tail = append(l.tail[:0], l.tail[1:]...)
	}
	l.tail = append(l.tail, line)
	level, text := levelOf(line)
	l.log.Log(context.Background(), level, text)
}

// overRate counts n bytes and tells whether they are too many for this second.
func (l *said) overRate(n int) bool {
	if now := l.now(); now.Sub(l.window) >= time.Second || now.Before(l.window) {
		l.window, l.used = now, 0
		l.sayDropped()
	}
	l.used += n
	return l.used > logRate
}

func (l *said) sayDropped() {
	if l.dropped > 0 {
		l.log.Warn(fmt.Sprintf("%d lines dropped: more than %d bytes in a second", l.dropped, logRate))
		l.dropped = 0
	}
}

// flush hands on last lines without an end.
func (l *said) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.streams {
		if len(s.part) > 0 {
			s.emit()
		}
	}
	l.sayDropped()
}

// last are the last lines, oldest first.
func (l *said) last() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.tail...)
}
