package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/files"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
)

// hostFlags say which deployment is meant and how it is opened.
type hostFlags struct {
	deployment string
	devPlugins []string
	verbose    bool
}

func (f *hostFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVarP(&f.deployment, "deployment", "d", "", "deployment file: where truth lives")
	fl.StringArrayVar(&f.devPlugins, "dev-plugin", nil, "run a plugin that is not locked, as KIND=PATH of its program, or of the socket of one that waits; its verdicts are marked unverified")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "say on standard error what is done")
}

// options are what the host is opened with. A broken --dev-plugin is a mistake
// of the command line.
func (f *hostFlags) options(c *console) (host.Options, error) {
	o := host.Options{Builtins: builtin.All(), Version: version(), LookupEnv: c.env, Logger: f.logger(c)}
	for _, pair := range f.devPlugins {
		kind, path, ok := strings.Cut(pair, "=")
		if !ok || kind == "" || path == "" {
			return o, exit.Usagef("--dev-plugin %q is not KIND=PATH", pair)
		}
		if o.DevPlugins[kind] != "" {
			return o, exit.Usagef("--dev-plugin gives %q twice", kind)
		}
		if o.DevPlugins == nil {
			o.DevPlugins = map[string]string{}
		}
		o.DevPlugins[kind] = path
	}
	return o, nil
}

func (f *hostFlags) logger(c *console) *slog.Logger {
	level := slog.LevelWarn
	if f.verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: level}))
}

// stepFlags say which step of which bundle is meant, with which parameters.
type stepFlags struct {
	bundle, step string
	params       paramFlags
}

func (f *stepFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVarP(&f.bundle, "bundle", "b", "", "bundle file: what must be true")
	fl.StringVar(&f.step, "step", "", "id of the bundle's step; not needed when it has one")
	f.params.register(cmd)
}

func (f *stepFlags) load(c *console) (host.BeginRequest, error) {
	text, err := files.Read(f.bundle, c.in)
	if err != nil {
		return host.BeginRequest{}, err
	}
	b, err := effect.ParseBundle(f.bundle, text)
	if err != nil {
		return host.BeginRequest{}, err
	}
	step := b.Step(f.step)
	if step == nil {
		return host.BeginRequest{}, f.noStep(b)
	}
	params, err := f.params.load(c)
	if err != nil {
		return host.BeginRequest{}, err
	}
	return host.BeginRequest{Step: step, Params: params}, nil
}

func (f *stepFlags) noStep(b *effect.Bundle) error {
	var ids []string
	for _, s := range b.Steps {
		if s.ID != "" {
			ids = append(ids, s.ID)
		}
	}
	if f.step == "" {
		return exit.Usagef("%s has several steps; say which by --step: %s", f.bundle, strings.Join(ids, ", "))
	}
	return exit.Usagef("%q is no step of %s%s", f.step, f.bundle, hint(f.step, ids, ""))
}

// open reads the deployment and builds its readers.
func (f *hostFlags) open(ctx context.Context, c *console) (*host.Host, error) {
	o, err := f.options(c)
	if err != nil {
		return nil, err
	}
	d, err := host.LoadDeployment(f.deployment)
	if d == nil {
		return nil, err
	}
	// Open refuses a file with mistakes, with its sections' among them.
	return host.Open(ctx, d, o)
}

// beforeAction makes an error the refusal that it is while nothing was
// started, unless the command line itself is wrong.
func beforeAction(err error) error {
	if exit.Of(err, exit.Refused) == exit.Usage {
		return err
	}
	return exit.With(exit.Refused, fmt.Errorf("%w\nnothing was started", err))
}
