package settle

import (
	"fmt"
	"time"

	"github.com/effectkit/effectkit/effect"
)

// Ending is how a step's reads came to their end.
type Ending struct {
	// ActorEnded says that whatever acted can write no more.
	ActorEnded bool
	// ActionEnd is when it ended.
	ActionEnd time.Time
	// Deadline is when the time for reads to start was over.
	Deadline time.Time
	// Stopped is true when the reads were stopped, and By says who did, as in
	// "the caller".
	Stopped bool
	By      string
}

// Conclude is what the effect's reads come to.
func (t *Track) Conclude(e Ending) effect.Verdict {
	switch {
	case e.Stopped || t.reads == 0:
		return effect.NewVerdict(fmt.Sprintf("stopped by %s after %s", e.By, count(t.reads, "read")), effect.Unreachable)
	case t.reads == t.unreadable:
		return t.last.Judgement.Verdict
	}
	v := t.standing.Judgement.Verdict
	switch {
	case v.Decision == effect.Confirmed:
		return t.concludeConfirmed(v, e)
	case v.Ground == effect.Missing, v.Ground == effect.Misplaced:
		return t.concludeAbsent(v, e)
	}
	return v
}

func (t *Track) concludeConfirmed(v effect.Verdict, e Ending) effect.Verdict {
	why := ""
	switch {
	case !t.last.readable():
		why = "confirmed, and then the system could not be read"
	case t.waits() && !t.agreed:
		why = "an absence was confirmed by the last read, and not by all before it"
	case t.waits() && t.last.Start.Before(e.Deadline):
		why = "an absence was confirmed, and the time for something to come was not over"
	case !t.waits() && !t.stable:
		why = fmt.Sprintf("confirmed, but not by the same records for %s when the time was over", seconds(t.effect.Settle))
	default:
		return v
	}
	return restate(v, why, effect.Unsettled)
}

// concludeAbsent says what an absence may claim (SEMANTICS 6). "Nothing was
// written" needs every readable read, a readable one when the time was over,
// and an actor that has ended.
func (t *Track) concludeAbsent(v effect.Verdict, e Ending) effect.Verdict {
	after := fmt.Sprintf("not there %s after the action ended", seconds(max(t.standing.Start.Sub(e.ActionEnd), 0)))
	switch {
	case t.seen:
		return restate(v, "seen by an earlier read and gone in the last; "+after, effect.TargetLost)
	case !e.ActorEnded && v.Ground == effect.Misplaced:
		return restate(v, "something else changed, and whatever acted may still be writing", effect.MissingUnproven)
	case !e.ActorEnded:
		return restate(v, "not there, and whatever acted may still be writing", effect.MissingUnproven)
	case v.Ground == effect.Misplaced:
		return v
	case t.changed:
		return restate(v, "something else had changed in an earlier read and was back in the last; "+after, effect.Misplaced)
	case !t.missing:
		return restate(v, after+", and an earlier read could not tell", effect.MissingUnproven)
	case !t.last.readable() || t.last.Start.Before(e.Deadline):
		return restate(v, after+", and the system could not be read when the time was over", effect.MissingUnproven)
	}
	return restate(v, after, effect.Missing)
}

// restate gives v another ground and reason; what it rests on stays.
func restate(v effect.Verdict, reason string, ground effect.Ground) effect.Verdict {
	out := effect.NewVerdict(reason, ground)
	out.Evidence = v.Evidence
	return out
}

// seconds writes a duration as a person reads it.
func seconds(d time.Duration) string {
	return fmt.Sprintf("%.3g s", d.Round(time.Millisecond).Seconds())
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
