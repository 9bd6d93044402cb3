package host

import (
	"context"

	"github.com/effectkit/effectkit/effect"
)

// SystemReport is how one candidate of one system does.
type SystemReport struct {
	System string
	Reader ReaderInfo
	// Problem says why it cannot be read; nil when it can.
	Problem *Problem
	Notices []Notice
	// Skipped says why the connection was not tried, such as a section that
	// names parameters; "" when it was.
	Skipped string
}

// DoctorRequest says what to try.
type DoctorRequest struct {
	// Params are for sections that name parameters.
	Params effect.Params
}

// Doctor tries the connection of every candidate of every system, the stuck
// ones included: it returns when all have answered or timed out.
func (h *Host) Doctor(ctx context.Context, req DoctorRequest) []SystemReport { return nil }

// AdapterInfo is one adapter that is built in or was found.
type AdapterInfo struct {
	Kind    string
	Version string
	Title   string
	Tier    effect.Tier
	// Origin is "builtin", "plugin" or "dev".
	Origin string
	Path   string // of a plugin
	Digest string
	// Disabled says why it cannot be used; "" when it can.
	Disabled string
	// Schema is the section's JSON Schema; "" when disabled.
	Schema string
}

// Adapters lists what is built in and what was found, by kind.
func (h *Host) Adapters() []AdapterInfo { return nil }
