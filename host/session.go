package host

import (
	"errors"
	"slices"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/host/internal/redact"
	"github.com/effectkit/effectkit/host/internal/settle"
	"github.com/effectkit/effectkit/host/internal/snapshot"
	"github.com/effectkit/effectkit/value"
)

// Session is one step from before its action to its verdict. It is not safe
// for concurrent use. Close it.
type Session struct {
	host   *Host
	step   effect.Step
	params effect.Params
	mode   effect.Mode

	effects []*contract
	pins    []*pin

	actionStart time.Time
	actionEnd   time.Time
	rounds      int
	// broken says why there is no session to speak of: a token that did not
	// open. Its verdict is baseline_unreadable. "" for every other.
	broken string
	tokens []string
	closed bool
}

// contract is one effect of the step, bound, and its history of reads.
type contract struct {
	declared *effect.Effect
	bound    *effect.Bound
	// implied is true for what also_watch stands for.
	implied  bool
	hash     string
	mac      string
	pin      *pin
	siblings []effect.BoundSelector
	track    *settle.Track
}

// pin is a reader that was chosen for the step, with the step's parameters.
type pin struct {
	reader   *reader
	bindings adapter.Bindings
	identity string
	fields   []string
	holding  *snapshot.Holding
	// before is nil in current state alone.
	before *snapshot.Snapshot
	// blinder is not nil where before came from a token, its redacted values
	// blinded.
	blinder *value.Blinder
	// gaps are those of the last readable read.
	gaps []value.Gap
	// failed says why the last read failed; "" when it did not.
	failed  string
	notices []Notice
}

// saw keeps what people should know of the last read.
func (p *pin) saw(t taken) {
	p.failed = ""
	switch {
	case t.snapshot.Readable():
		p.gaps = slices.Clone(t.snapshot.Gaps)
	case t.failure != nil:
		p.failed = t.failure.Detail
	}
}

// rules of the pin's system for a snapshot that is judged; nil where nothing is
// blinded.
func (p *pin) blindRules() *redact.Rules {
	if p.blinder == nil {
		return nil
	}
	return p.reader.rules
}

// ActionStarted notes that the action starts now. Call it right before: where
// nobody did, nothing is fresh enough for since_action.
func (s *Session) ActionStarted() { s.actionStart = s.host.opts.Clock.Now() }

// ActionEnded notes that the action ended now, with all that it started. It
// dates the end; that the actor has ended is said to [Session.Verify].
func (s *Session) ActionEnded() { s.actionEnd = s.host.opts.Clock.Now() }

// Notices are what an operator should know before the action.
func (s *Session) Notices() []Notice {
	var out []Notice
	for _, p := range s.pins {
		out = append(out, p.notices...)
	}
	return out
}

var errSessionClosed = errors.New("the session was closed")

// Close gives back the memory of the snapshots. Tokens that Suspend stored
// stay. More calls do nothing.
func (s *Session) Close() error {
	if s == nil || s.closed {
		return nil
	}
	s.closed = true
	for _, p := range s.pins {
		p.before.Release()
		if p.holding != nil {
			p.holding.Release()
		}
	}
	return nil
}
