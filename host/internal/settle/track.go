package settle

import (
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
)

// Effect is what settling needs to know of a contract.
type Effect struct {
	// Timeout bounds when a read may start, Settle is how long a confirmation
	// must have held.
	Timeout time.Duration
	Settle  time.Duration
	// Absence is true for a contract that asserts that nothing is or came
	// there: a count of 0, or an exact kind that declares nothing.
	Absence bool
	// Deletable is true where a record that matched before makes the asserted
	// absence a deletion, which the stability rule alone serves: a plain count
	// of 0.
	Deletable bool
}

// ForBound is the settling of a bound contract.
func ForBound(b *effect.Bound, settle time.Duration) Effect {
	nothing := b.Kind == effect.RecordWritten && b.ExpectedCount == 0
	declares := len(b.NewRecords) + len(b.Added) + len(b.Removed) + len(b.Changed)
	return Effect{
		Timeout:   b.Timeout,
		Settle:    settle,
		Absence:   nothing || (b.Kind.Exact() && declares == 0),
		Deletable: nothing && !b.CountNewOnly,
	}
}

// Read is one judged read of one effect.
type Read struct {
	// Start and End are of the read that it was judged on.
	Start, End time.Time
	// Judgement is the verdict after freshness was applied, Raw the judge's own
	// decision before.
	Judgement judge.Judgement
	Raw       effect.Decision
}

func (r *Read) readable() bool { return !r.Judgement.Ground.Unreadable() }

// Track is the history of one effect. It outlives a Verify that the caller
// stopped, so that what was seen stays seen. The zero Track is not ready; use
// NewTrack.
type Track struct {
	effect Effect

	reads      int
	unreadable int
	last       Read // the last read
	standing   Read // the last readable read

	// Since when the effect has been confirmed by the same records.
	confirmed bool
	print     string
	since     time.Time // the end of the first such read
	stable    bool

	missing bool // every readable read so far was missing
	agreed  bool // every readable read so far was confirmed
	seen    bool // a readable read found something of the effect
	changed bool // a readable read found another change

	refused int  // credential refusals in a row
	final   bool // no later read can change the verdict
}

// NewTrack starts an effect's history.
func NewTrack(e Effect) *Track { return &Track{effect: e, missing: true, agreed: true} }

// Effect is what the track settles.
func (t *Track) Effect() Effect { return t.effect }

// Reads is how many reads were observed, and how many of them were unreadable.
func (t *Track) Reads() (all, unreadable int) { return t.reads, t.unreadable }

// LastStart is when the last read started.
func (t *Track) LastStart() time.Time { return t.last.Start }

// Observe takes the next read. Reads come in the order of their starts.
func (t *Track) Observe(r Read) {
	rests := r.Judgement.Rests
	r.Judgement.Rests = nil // they would keep the snapshot's memory
	t.reads++
	t.last = r
	if !r.readable() {
		t.unreadable++
		if r.Judgement.Ground == effect.CredentialRefused {
			t.refused++
		}
		t.final = t.final || t.refused >= 2
		return
	}
	t.refused = 0
	t.standing = r
	t.final = r.Judgement.Final
	t.remember(r, len(rests) > 0)
	t.hold(r)
}

// remember keeps what an absence may no longer claim after this read.
func (t *Track) remember(r Read, rests bool) {
	v := r.Judgement.Verdict
	if v.Decision != effect.Confirmed {
		t.agreed = false
	}
	if v.Ground == effect.Missing {
		return
	}
	t.missing = false
	switch {
	case r.Raw == effect.Confirmed && (rests || !t.effect.Absence):
		t.seen = true
	case v.Decision == effect.Refuted && v.Evidence.Counts.Observed > 0:
		t.seen = true
	case v.Decision == effect.Refuted && v.Ground != effect.MissingUnproven:
		t.changed = true
	}
}

// hold keeps since when the same records have confirmed.
func (t *Track) hold(r Read) {
	if r.Judgement.Decision != effect.Confirmed {
		t.confirmed, t.stable = false, false
		return
	}
	if !t.confirmed || t.print != r.Judgement.Fingerprint {
		t.confirmed, t.stable = true, false
		t.print, t.since = r.Judgement.Fingerprint, r.End
		return
	}
	t.stable = t.stable || !r.Start.Before(t.since.Add(t.effect.Settle))
}

// waits tells whether a confirmation counts only when the whole time is over:
// nothing yet is not nothing.
func (t *Track) waits() bool {
	return t.effect.Absence && !(t.effect.Deletable && t.standing.Judgement.MatchedBefore)
}

// settled tells whether the verdict of the last read is final before the time
// is over.
func (t *Track) settled() bool {
	return t.final || (t.last.readable() && t.stable && !t.waits())
}

// unstable tells whether one more read could make the confirmation count.
func (t *Track) unstable() bool {
	return t.confirmed && !t.stable && !t.final && !t.waits()
}

// due is when a read that confirms once more makes the confirmation count.
func (t *Track) due() time.Time { return t.since.Add(t.effect.Settle) }
