package report

import (
	"fmt"
	"io"

	"github.com/effectkit/effectkit/host"
)

// Status is the one line that shows how a wait gets on. The nil *Status draws
// nothing: off a terminal, a log has no use for it.
type Status struct {
	w     io.Writer
	drawn bool
}

// NewStatus draws on w, which is a terminal, or gives nil when live is false.
func NewStatus(w io.Writer, live bool) *Status {
	if !live {
		return nil
	}
	return &Status{w: w}
}

// Progress is what the host calls; nil for a nil Status.
func (s *Status) Progress() *host.Progress {
	if s == nil {
		return nil
	}
	return &host.Progress{Read: s.show, Waiting: s.show}
}

const eraseLine = "\r\x1b[K"

func (s *Status) show(p host.ReadProgress) {
	reads := "reads"
	if p.Reads == 1 {
		reads = "read"
	}
	s.drawn = true
	fmt.Fprintf(s.w, "%seffectkit: verifying, %d %s so far, at most %s left", eraseLine, p.Reads, reads, seconds(p.Left))
}

// Clear takes the line away.
func (s *Status) Clear() {
	if s != nil && s.drawn {
		s.drawn = false
		io.WriteString(s.w, eraseLine)
	}
}
