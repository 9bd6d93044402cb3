package host

import (
	"github.com/effectkit/effectkit/effect"
)

// Finding is what Check has to say about files. An error keeps a run from
// starting, a warning does not.
type Finding struct {
	Problem
	Warning bool
}

// CheckRequest is what to check. Bundle may be nil.
type CheckRequest struct {
	Deployment *Deployment
	Bundle     *effect.Bundle
	Options    Options
}

// Check looks at files without reading any system and without any secret:
// sections against their adapters' schemas, systems that effects name, guards,
// effect coverage of the steps, and the warnings of SEMANTICS 4.6.
func Check(req CheckRequest) []Finding { return nil }
