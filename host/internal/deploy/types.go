package deploy

import (
	"time"

	"github.com/effectkit/effectkit/effect"
)

// Deployment is where truth lives: a parsed file, its sections not yet checked
// against their adapters' schemas.
type Deployment struct {
	File string
	// Systems by name; "default" is the file's effects: section.
	Systems []System
	Plugins []PluginRef
	Settle  Settle
	Policy  Policy
	State   State
	// Lock is the path of effectkit.lock, beside the file.
	Lock string
}

// DefaultSystem is the name of the effects: section.
const DefaultSystem = "default"

// System is one place to read: candidates in declared order, mostly one.
type System struct {
	Name       string
	Candidates []Section
	// Freshness is nil where none is asked for.
	Freshness *Freshness
	Evidence  Evidence
	Pos       effect.Position
}

// Section is one adapter's configuration.
type Section struct {
	Kind    string
	Isolate bool
	// Node is the section's mapping without the keys that the host owns.
	Node *Node
	Pos  effect.Position
}

// PluginRef is one entry of plugins: a path to a binary, or a directory in
// which to discover them, absolute.
type PluginRef struct {
	Path string
	Pos  effect.Position
}

// Settle are the bounds of section 6; zero values mean the defaults.
type Settle struct {
	SettleS     *time.Duration
	ReadTimeout *time.Duration
}

// Freshness is section 7. It can only weaken a verdict.
type Freshness struct {
	Field       string
	Window      time.Duration
	SinceAction bool
	Skew        time.Duration
	// Zone is the IANA name for timestamps without one; "" makes them unusable.
	Zone string
	// EpochUnit is s, ms, us or ns for numbers; "" makes them unusable.
	EpochUnit string
	Pos       effect.Position
}

// Evidence is what verdicts may carry of records.
type Evidence struct {
	// Redact and Keep are field names, compared without regard to case.
	Redact []string
	Keep   []string
}

// Policy is what an operator enforces.
type Policy struct {
	MinTier                       effect.Tier // 0 for none
	RequireEffectsForIrreversible bool
	RequireReadOnlyRole           bool
	// Enforce refuses development plugins and re-attached ones.
	Enforce bool
}

// State is where tokens and their key live.
type State struct {
	Dir    string // "" is the user's state directory
	KeyEnv string // "" is a 0600 key made in Dir
}
