package host

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/settle"
	"github.com/effectkit/effectkit/host/internal/token"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

// SuspendRequest says where the token goes.
type SuspendRequest struct {
	// Path is the file to make; "" makes one in the deployment's state
	// directory. It must not exist.
	Path string
}

// BaselineLife is how long a token that nobody verified stays in the state
// directory. Longer ago than that, nobody can tell what else has changed since.
const BaselineLife = 90 * 24 * time.Hour

// stored is a session as a token has it. The snapshots of its pins follow.
type stored struct {
	Step        effect.Step
	Params      effect.Params
	Effects     []storedEffect
	Pins        []storedPin
	ActionStart time.Time
	ActionEnd   time.Time
}

// storedEffect is one effect: which pin reads it, and what was seen of it.
type storedEffect struct {
	Hash string
	Pin  int
	Seen settle.Memory
}

// storedPin is one reader, and the redaction that its snapshot was stored
// under.
type storedPin struct {
	System   string
	Identity string
	Evidence deploy.Evidence
	// Readable is false where there is no baseline to follow.
	Readable bool
}

// Suspend stores the session in a sealed file (mode 0600), so that
// [Host.Resume] can verify it later, in another process. The session stays
// usable: store it before the action, and [Session.Forget] the file once the
// step is verified. The error is a [*Refusal].
func (s *Session) Suspend(ctx context.Context, req SuspendRequest) (path string, err error) {
	refuse := func(err error) (string, error) {
		return "", &Refusal{Problems: []Problem{{
			Code: CodeState, Message: "the baseline cannot be stored: " + err.Error(), Fix: "name a usable folder with state: {dir: …}",
		}}}
	}
	switch {
	case s.closed:
		return refuse(errSessionClosed)
	case s.broken != "":
		return refuse(errors.New(s.broken))
	case s.host.state.lacks != "":
		return refuse(errors.New(s.host.state.lacks))
	case req.Path == "" && s.host.state.dir == "":
		return refuse(errors.New("there is no home folder to keep state in"))
	case ctx.Err() != nil:
		return refuse(ctx.Err())
	}
	if path = req.Path; path == "" {
		dir := filepath.Join(s.host.state.dir, "baselines")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return refuse(err)
		}
		if n := token.Sweep(dir, s.host.opts.Clock.Now().Add(-BaselineLife)); n > 0 {
			s.host.opts.Logger.Info("removed stored baselines that nobody verified", "count", n, "after", BaselineLife)
		}
		path = filepath.Join(dir, rand.Text()+token.Suffix)
	}
	if path, err = filepath.Abs(path); err != nil {
		return refuse(err)
	}
	if err := token.Seal(path, s.host.state.seal, func(w io.Writer) error { return s.store(ctx, w) }); err != nil {
		return refuse(err)
	}
	s.tokens = append(s.tokens, path)
	return path, nil
}

func (s *Session) store(ctx context.Context, w io.Writer) error {
	out := stored{Step: s.step, Params: s.params, ActionStart: s.actionStart, ActionEnd: s.actionEnd}
	for _, c := range s.effects {
		out.Effects = append(out.Effects, storedEffect{Hash: c.hash, Pin: slices.Index(s.pins, c.pin), Seen: c.track.Memory()})
	}
	for _, p := range s.pins {
		out.Pins = append(out.Pins, storedPin{
			System: p.reader.system, Identity: p.identity, Evidence: p.reader.section.Evidence, Readable: p.before.Readable(),
		})
	}
	if err := token.WriteJSON(w, out); err != nil {
		return err
	}
	for _, p := range s.pins {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !p.before.Readable() {
			continue
		}
		hidden, err := s.hidden(p)
		if err != nil {
			return err
		}
		if err := token.WriteSnapshot(w, hidden); err != nil {
			return err
		}
	}
	return nil
}

// hidden is a pin's baseline with redacted values blinded.
func (s *Session) hidden(p *pin) (*judge.Snapshot, error) {
	if p.blinder != nil { // it came from a token
		return &p.before.Snapshot, nil
	}
	return p.reader.rules.Blind(value.NewBlinder(s.host.state.blind), &p.before.Snapshot)
}

// Forget removes every file that Suspend stored for this session.
func (s *Session) Forget() error {
	var errs []error
	for _, path := range s.tokens {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, fmt.Errorf("a stored baseline is left: %w", err))
		}
	}
	s.tokens = nil
	return errors.Join(errs...)
}
