package plugin

import (
	"log/slog"
	"time"

	"github.com/effectkit/effectkit/host/internal/adapter"
)

// Options are what a host lays down for all its plugins.
type Options struct {
	// Workspace is where private copies, homes and sockets live.
	Workspace *Workspace
	// Logger takes what plugins log; nil discards it.
	Logger *slog.Logger
	// Scrub takes known secrets out of what a plugin says; nil changes nothing.
	Scrub func(string) string
	// LookupEnv finds variables of the host's, of which few are handed on; nil
	// hands on nothing.
	LookupEnv func(name string) (string, bool)
	// Now is the clock that crashes are counted by; nil is time.Now.
	Now func() time.Time
	// StartTimeout bounds a start up to the handshake; 0 is ten seconds.
	StartTimeout time.Duration
	// StopTimeout is how long a plugin may take to end when asked; 0 is 2.5
	// seconds.
	StopTimeout time.Duration
	// DrainTimeout is how long a process that holds on to a cancelled capture
	// may still serve the calls it has; 0 is ten seconds.
	DrainTimeout time.Duration
	// Adapter are the options of the client.
	Adapter adapter.Options
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Scrub == nil {
		o.Scrub = func(s string) string { return s }
	}
	if o.Adapter.Scrub == nil {
		o.Adapter.Scrub = o.Scrub
	}
	if o.LookupEnv == nil {
		o.LookupEnv = func(string) (string, bool) { return "", false }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.StartTimeout == 0 {
		o.StartTimeout = 10 * time.Second
	}
	if o.StopTimeout == 0 {
		o.StopTimeout = 2500 * time.Millisecond
	}
	if o.DrainTimeout == 0 {
		o.DrainTimeout = 10 * time.Second
	}
	return o
}
