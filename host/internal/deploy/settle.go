package deploy

import (
	"time"

	"github.com/effectkit/effectkit/effect"
)

// Defaults and bounds of settling (SEMANTICS 6).
const (
	DefaultSettle             = 500 * time.Millisecond
	DefaultIrreversibleSettle = 2 * time.Second
	DefaultReadTimeout        = 10 * time.Second
	// MaxWait is the most that any of them may be.
	MaxWait = time.Hour
)

// Settle is how long a confirmation must hold and a read may take. Nil is the
// default.
type Settle struct {
	// SettleS is settle_s: for every effect when written, irreversible ones
	// included unless Irreversible is written too.
	SettleS *time.Duration
	// Irreversible is irreversible_settle_s.
	Irreversible *time.Duration
	// ReadTimeout is read_timeout_s, the budget of one read.
	ReadTimeout *time.Duration
}

// Stability is the least time between the reads that agree on a confirmation.
func (s Settle) Stability(risk effect.Risk) time.Duration {
	switch {
	case risk == effect.Irreversible && s.Irreversible != nil:
		return *s.Irreversible
	case s.SettleS != nil:
		return *s.SettleS
	case risk == effect.Irreversible:
		return DefaultIrreversibleSettle
	}
	return DefaultSettle
}

// ReadBudget is how long one read may take.
func (s Settle) ReadBudget() time.Duration {
	if s.ReadTimeout != nil {
		return *s.ReadTimeout
	}
	return DefaultReadTimeout
}

// over is s where it is written, else base.
func (s Settle) over(base Settle) Settle {
	if s.SettleS == nil {
		s.SettleS = base.SettleS
		if s.Irreversible == nil {
			s.Irreversible = base.Irreversible
		}
	}
	if s.ReadTimeout == nil {
		s.ReadTimeout = base.ReadTimeout
	}
	return s
}
