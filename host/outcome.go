package host

import (
	"time"

	"github.com/effectkit/effectkit/effect"
)

// OutcomeSchema is the version of an Outcome's JSON form. It changes when a
// reader of the old form could misread the new one; keys may be added under the
// same version.
const OutcomeSchema = "effectkit.outcome/1"

// Outcome is the answer for a step. The zero Outcome halts.
type Outcome struct {
	// Step is the step's id.
	Step    string
	Outcome effect.Outcome
	Effects []EffectOutcome
	Mode    effect.Mode
	// Reads is how many rounds were read, Duration how long they took with the
	// waits between.
	Reads    int
	Duration time.Duration
	// ActorEnded is what the caller said.
	ActorEnded bool
	// NotLookedAt are sentences on what no read covered.
	NotLookedAt []string
	// Notices are what an operator should know beside the verdict.
	Notices []Notice
	// Next says what to do.
	Next string
}

// Proceed tells whether the run may go on. It is the only gate.
func (o Outcome) Proceed() bool {
	if o.Outcome != effect.Proceed || len(o.Effects) == 0 {
		return false
	}
	for _, e := range o.Effects {
		if e.Verdict.Result() != effect.ResultConfirmed {
			return false
		}
	}
	return true
}

// EffectOutcome is the answer for one effect, and what it rests on.
type EffectOutcome struct {
	Verdict effect.Verdict
	// Kind and System are the contract's; Implied is true for the effect that
	// also_watch stands for.
	Kind    effect.Kind
	System  string
	Implied bool
	// Probe is the contract's prose for people.
	Probe string
	// ContractHash is SHA-256 over the contract as declared, ValuesHMAC what
	// its parameters resolved to, under the deployment's key; both in hex.
	ContractHash string
	ValuesHMAC   string
	Reader       ReaderInfo
	// Reads is how many snapshots of the effect's system were read, and
	// Unreadable how many of them could not be.
	Reads      int
	Unreadable int
	// AfterAction is how long after the action's end the last read started.
	AfterAction time.Duration
	// Freshness is "fresh", "stale", "not evaluated", or "" where none was asked
	// for.
	Freshness string
}

// Assurance says how far the code that read can be trusted.
type Assurance string

// The assurances.
const (
	// Locked is a built-in, or a plugin whose bytes are in the lock file.
	Locked Assurance = "locked"
	// Unverified is a development plugin.
	Unverified Assurance = "unverified"
)

// ReaderInfo says who read.
type ReaderInfo struct {
	Kind    string
	Version string
	Digest  string
	// Identity is a keyed digest of kind, digest, configuration and bindings.
	Identity  string
	Tier      effect.Tier
	Assurance Assurance
	Isolated  bool
}

// Notice is something an operator should know that decides nothing.
type Notice struct {
	Code   string
	System string
	Detail string
}
