package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/snapshot"
	"github.com/effectkit/effectkit/host/internal/token"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// ResumeRequest names a token.
type ResumeRequest struct{ Path string }

// Resume reopens a session from its token, which is removed. A token that was
// altered, that is of a newer version, or whose baseline comes from another
// reader still gives a session: its verdicts are indeterminate,
// baseline_unreadable. The error is a [*Refusal] where there is no token at
// that path at all, and for no other reason.
func (h *Host) Resume(ctx context.Context, req ResumeRequest) (*Session, error) {
	var s *Session
	err := token.Open(req.Path, h.state.seal, func(r io.Reader) (err error) {
		s, err = h.reopen(ctx, r)
		return err
	})
	if err == nil {
		return s, nil
	}
	if s != nil {
		_ = s.Close()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Refusal{Problems: []Problem{{
			Code: CodeState, Message: fmt.Sprintf("there is no stored baseline at %q", req.Path),
			Fix: "a baseline serves once; name the file that was stored for this action",
		}}}
	}
	h.opts.Logger.Warn("a stored baseline does not open", "reason", err.Error())
	return &Session{host: h, mode: effect.Delta, broken: whyBroken(err)}, nil
}

// whyBroken is the sentence for a token that does not open. Only our own words
// are in it.
func whyBroken(err error) string {
	for _, known := range []error{token.ErrAltered, token.ErrNewer, errOtherDeployment, snapshot.ErrFull} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "the stored baseline cannot be read"
}

var errOtherDeployment = errors.New("the stored baseline does not fit the deployment")

// reopen makes the session that a token has. On an error the session, where
// there is one, is not one, and is closed by the caller.
func (h *Host) reopen(ctx context.Context, r io.Reader) (*Session, error) {
	var in stored
	if err := token.ReadJSON(r, &in); err != nil {
		return nil, err
	}
	p := &planner{host: h, params: in.Params, mode: effect.Delta, seen: map[string]bool{}, stored: &in}
	s, err := p.plan(BeginRequest{Step: &in.Step, Params: in.Params})
	if err != nil || !fits(s, &in) {
		return s, errors.Join(errOtherDeployment, err)
	}
	s.actionStart, s.actionEnd = in.ActionStart, in.ActionEnd
	for i, c := range s.effects {
		c.track.Remember(in.Effects[i].Seen)
	}
	if s.admit(ctx) != nil {
		return s, snapshot.ErrFull
	}
	for _, one := range s.pins {
		one.before = snapshot.Unreadable(effect.AdapterFailed, "the baseline was taken by another reader")
		one.unverified()
	}
	for i, was := range in.Pins {
		if err := s.restore(r, was, s.pinOf(&in, i)); err != nil {
			return s, err
		}
	}
	return s, nil
}

// fits tells whether the contracts are those that the token was stored with.
func fits(s *Session, in *stored) bool {
	if s == nil || len(s.effects) != len(in.Effects) {
		return false
	}
	for i, c := range s.effects {
		if was := in.Effects[i]; c.hash != was.Hash || was.Pin < 0 || was.Pin >= len(in.Pins) {
			return false
		}
	}
	return true
}

// pinOf is the pin that reads what a stored one read; nil where another reader
// does now, or under another redaction.
func (s *Session) pinOf(in *stored, i int) *pin {
	was := in.Pins[i]
	for j, c := range s.effects {
		same := in.Effects[j].Pin == i && c.pin.identity == was.Identity
		if same && reflect.DeepEqual(c.pin.reader.section.Evidence, was.Evidence) {
			return c.pin
		}
	}
	return nil
}

// restore reads a stored baseline into its pin, or past it where p is nil.
func (s *Session) restore(r io.Reader, was storedPin, p *pin) error {
	if !was.Readable {
		return nil
	}
	if p == nil {
		_, err := token.ReadSnapshot(r, func(*value.Batch) error { return nil })
		return err
	}
	c := p.holding.Collect(true)
	records := uint64(0)
	got, err := token.ReadSnapshot(r, func(b *value.Batch) error {
		records += uint64(b.Rows())
		return c.Batch(b)
	})
	if err != nil {
		c.Discard()
		return err
	}
	if err := c.Header(sdk.Header{Fields: got.Fields, FieldsKnown: got.Fields != nil, Source: got.Source}); err != nil {
		return err
	}
	before, err := c.Finish(sdk.Trailer{Source: got.Source, AsOf: got.AsOf, Gaps: got.Gaps, Records: records})
	if err != nil {
		return err
	}
	p.before = before
	p.before.Snapshot = whole(got, before.Records)
	if p.reader.rules != nil {
		p.blinder = value.NewBlinder(s.host.state.blind)
	}
	return nil
}

// whole is a stored snapshot with its records.
func whole(s *judge.Snapshot, records []*value.Batch) judge.Snapshot {
	out := *s
	out.Records = records
	return out
}
