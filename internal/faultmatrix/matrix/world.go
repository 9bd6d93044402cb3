package matrix

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/host"
	"github.com/effectkit/effectkit/internal/faultserver"
	"github.com/effectkit/effectkit/plugins/fhir"
	"github.com/effectkit/effectkit/plugins/graphql"
	"github.com/effectkit/effectkit/plugins/rest"
	"github.com/effectkit/effectkit/sdk"
)

// world is what one worker has to itself: a clock, a stage for each family, and
// the hosts that read them. It plays one run at a time.
type world struct {
	opts   Options
	clock  *clock
	dir    string
	stages map[string]stage
	// hosts by their deployment's text.
	hosts map[string]*host.Host
}

func newWorld(o Options) (*world, error) {
	if o.Adapters == nil {
		o.Adapters = builtins
	}
	dir, err := os.MkdirTemp("", "faultmatrix-")
	if err != nil {
		return nil, err
	}
	return &world{opts: o, clock: newClock(), dir: dir, stages: map[string]stage{}, hosts: map[string]*host.Host{}}, nil
}

func (w *world) close() error {
	var errs []error
	for _, h := range w.hosts {
		errs = append(errs, h.Close())
	}
	for _, s := range w.stages {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(w.dir))...)
}

// stage is that of a family, which hears of the clock.
func (w *world) stage(f *family) (stage, error) {
	if s := w.stages[f.name]; s != nil {
		return s, nil
	}
	dir := filepath.Join(w.dir, "stage-"+f.name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	s, err := f.open(dir, w.opts, w.clock)
	if err != nil {
		return nil, err
	}
	w.stages[f.name] = s
	return s, nil
}

// host opens the deployment of a run, or finds it open.
func (w *world) host(ctx context.Context, s stage, f faultserver.Fault, face, mode string) (*host.Host, error) {
	main, side := s.sections(face)
	maps.Copy(main, f.Section[face])
	if settle, ok := main["settle"]; ok {
		side["settle"] = settle
	}
	if mode == Isolated {
		main["isolate"], side["isolate"] = true, true
	}
	text, err := json.Marshal(map[string]any{
		"version": 1, "effects": main, "systems": map[string]any{"side": side},
		"state": map[string]any{"dir": filepath.Join(w.dir, "state")},
	})
	if err != nil {
		return nil, err
	}
	if h := w.hosts[string(text)]; h != nil {
		return h, nil
	}
	d, err := host.ParseDeployment(filepath.Join(w.dir, "deployment.yaml"), text)
	if err != nil {
		return nil, err
	}
	h, err := host.Open(ctx, d, host.Options{
		Builtins: w.opts.Adapters(w.clock), Clock: w.clock, Self: w.opts.Self,
		LookupEnv: w.opts.lookup,
	})
	if err != nil {
		return nil, err
	}
	w.hosts[string(text)] = h
	return h, nil
}

// lookup gives the one secret that a section names.
func (o Options) lookup(name string) (string, bool) {
	if o.SFTP == nil || name != sftpKey {
		return "", false
	}
	return o.SFTP.Key, true
}

// builtins are the built-in adapters, by the world's clock where they wait.
func builtins(c Clock) []sdk.Adapter {
	out := builtin.All()
	for i, a := range out {
		switch a.Describe().Kind {
		case "rest":
			out[i] = rest.NewWithClock(c)
		case "graphql":
			out[i] = graphql.NewWithClock(c)
		case "fhir":
			out[i] = fhir.NewWithClock(c)
		}
	}
	return out
}
