package deploy

import (
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
)

// Deployment is where truth lives: a parsed file, its sections not yet checked
// against their adapters' schemas.
type Deployment struct {
	File string
	// Dir is the file's folder, absolute; relative paths start there.
	Dir string
	// Systems in written order; "default" is the file's effects: section.
	Systems []System
	Plugins []PluginRef
	Policy  Policy
	State   State
	// Lock is the path of effectkit.lock, beside the file.
	Lock string
}

// Version is the one version of the file that this package reads.
const Version = 1

// DefaultSystem is the name of the effects: section.
const DefaultSystem = "default"

// System finds a system by its name, "" being the default one; nil when there
// is none.
func (d *Deployment) System(name string) *System {
	if name == "" {
		name = DefaultSystem
	}
	for i := range d.Systems {
		if d.Systems[i].Name == name {
			return &d.Systems[i]
		}
	}
	return nil
}

// System is one place to read: candidates in declared order, mostly one.
type System struct {
	Name       string
	Candidates []Section
	// Pos is that of the key that names the system.
	Pos effect.Position
}

// Section is one adapter's configuration.
type Section struct {
	Kind string
	// KindPos is where the kind is written.
	KindPos effect.Position
	// Isolate asks for a built-in kind in a process of its own.
	Isolate bool
	// Settle has the file's settle: where the section is silent.
	Settle Settle
	// Freshness is the section's, else the file's; nil where neither asks.
	Freshness *Freshness
	Evidence  Evidence
	// MaxConcurrentReads is how many reads of this section run at once.
	MaxConcurrentReads int
	// Node is the section's mapping without the keys that the host owns.
	Node *source.Node
	// Pos is that of the section's key, or of its place in candidates.
	Pos effect.Position
}

// DefaultMaxConcurrentReads is that of a section that names none.
const DefaultMaxConcurrentReads = 4

// PluginRef is one entry of plugins: a path to a binary, or a directory in
// which to discover them, absolute.
type PluginRef struct {
	Path string
	Pos  effect.Position
}

// Evidence is what verdicts may carry of records. Names are compared without
// regard to case.
type Evidence struct {
	// Redact are fields whose values appear nowhere.
	Redact []string
	// Keep are the only fields whose values may appear. Nil is no limit; empty
	// keeps none.
	Keep []string
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
	Dir    string // absolute; "" is the user's state directory
	KeyEnv string // "" is a 0600 key made in Dir
}
