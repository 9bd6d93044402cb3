package settle

import (
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
)

// insert is an effect with the default bounds.
var insert = Effect{Timeout: 5 * time.Second, Settle: 500 * time.Millisecond}

// nothing is an effect that asserts an absence; deletable, that of a record.
var (
	nothing   = Effect{Timeout: 5 * time.Second, Settle: 500 * time.Millisecond, Absence: true}
	deletable = Effect{Timeout: 5 * time.Second, Settle: 500 * time.Millisecond, Absence: true, Deletable: true}
)

// The names are the sentences of SEMANTICS 6.
func TestSettling(t *testing.T) {
	cases := []struct {
		name     string
		effect   Effect
		states   []state
		running  bool // whatever acted may still be writing
		stopMS   int
		readMS   int
		want     effect.Ground
		endsByMS int // 0: at the time's end or after it
	}{
		{name: "a confirmed that a fresh read confirms after settle_s counts and ends the wait",
			effect: insert, states: []state{confirmed(0, "a")}, want: effect.GroundConfirmed, endsByMS: 510},
		{name: "a record that lands late is confirmed settle_s after its landing, not on the schedule's next beat",
			effect: insert, states: []state{from(0, effect.Missing), confirmed(3000, "a")}, want: effect.GroundConfirmed, endsByMS: 5001},
		{name: "with settle_s 0 a second read still has to confirm",
			effect: Effect{Timeout: 5 * time.Second}, states: []state{confirmed(0, "a")}, readMS: 2, want: effect.GroundConfirmed, endsByMS: 10},
		{name: "a duplicate that comes during settle_s refutes",
			effect: insert, states: []state{confirmed(0, "a"), from(300, effect.Duplicate)}, want: effect.Duplicate},
		{name: "other fields of the same records start the wait for stability anew",
			effect: insert, states: []state{confirmed(0, "a"), confirmed(400, "b")}, want: effect.GroundConfirmed, endsByMS: 1100},
		{name: "confirmed by ever other records is unsettled",
			effect: Effect{Timeout: time.Second, Settle: 500 * time.Millisecond},
			states: []state{confirmed(0, "a"), confirmed(300, "b"), confirmed(600, "c"), confirmed(900, "d"), confirmed(1100, "e")}, want: effect.Unsettled},
		{name: "unreadable reads between neither count nor reset",
			effect: insert, states: []state{confirmed(0, "a"), from(100, effect.Unreachable), confirmed(700, "a")}, want: effect.GroundConfirmed, endsByMS: 900},
		{name: "a readable read between that is not confirmed resets",
			effect: insert, states: []state{confirmed(0, "a"), from(100, effect.CoverageGap), confirmed(700, "a")}, want: effect.GroundConfirmed, endsByMS: 1500},
		{name: "one stability read starts after timeout_s",
			effect: insert, states: []state{from(0, effect.Missing), confirmed(4900, "a")}, want: effect.GroundConfirmed},
		{name: "confirmed and not stable when the time is over is unsettled",
			effect: insert, states: []state{from(0, effect.Missing), confirmed(4900, "a"), from(5200, effect.Unreachable)}, want: effect.Unsettled},
		{name: "confirmed once and then never readable is unsettled",
			effect: insert, states: []state{confirmed(0, "a"), from(20, effect.Unreachable)}, want: effect.Unsettled},
		{name: "a record that lands at timeout_s is seen: there is no blind tail",
			effect: insert, states: []state{from(0, effect.Missing), confirmed(4999, "a")}, want: effect.GroundConfirmed},

		{name: "a confirmed absence waits for the whole time",
			effect: nothing, states: []state{absent(0, false)}, want: effect.GroundConfirmed},
		{name: "nothing yet is not nothing",
			effect: nothing, states: []state{absent(0, false), from(4900, effect.Duplicate)}, want: effect.Duplicate},
		{name: "an absence that a read in between denied is unsettled",
			effect: nothing, states: []state{absent(0, false), from(200, effect.Duplicate), absent(600, false)}, want: effect.Unsettled},
		{name: "an absence that a read in between could not tell is unsettled",
			effect: nothing, states: []state{absent(0, false), from(200, effect.CoverageGap), absent(600, false)}, want: effect.Unsettled},
		{name: "an absence whose last read was not readable is unsettled",
			effect: nothing, states: []state{absent(0, false), from(4900, effect.Unreachable)}, want: effect.Unsettled},
		{name: "unreadable reads between do not disturb an absence",
			effect: nothing, states: []state{absent(0, false), from(200, effect.Unreachable), absent(900, false)}, want: effect.GroundConfirmed},
		{name: "a deletion is settled by the stability rule alone",
			effect: deletable, states: []state{from(0, effect.Duplicate), absent(100, true)}, want: effect.GroundConfirmed, endsByMS: 800},
		{name: "a count of 0 where nothing matched before waits for the whole time",
			effect: deletable, states: []state{absent(0, false)}, want: effect.GroundConfirmed},

		{name: "missing in every read, with an actor that has ended, is missing",
			effect: insert, states: []state{from(0, effect.Missing)}, want: effect.Missing},
		{name: "missing while something may still be writing is missing_unproven",
			effect: insert, states: []state{from(0, effect.Missing)}, running: true, want: effect.MissingUnproven},
		{name: "misplaced while something may still be writing is missing_unproven",
			effect: insert, states: []state{from(0, effect.Misplaced)}, running: true, want: effect.MissingUnproven},
		{name: "seen once and gone is target_lost",
			effect: insert, states: []state{confirmed(0, "a"), from(100, effect.Missing)}, want: effect.TargetLost},
		{name: "seen wrong once and gone is target_lost",
			effect: insert, states: []state{from(0, effect.WrongValue), from(100, effect.Missing)}, want: effect.TargetLost},
		{name: "seen stale once and gone is target_lost",
			effect: insert, states: []state{stale(0), from(100, effect.Missing)}, want: effect.TargetLost},
		{name: "seen once and gone stays target_lost while something may still be writing",
			effect: insert, states: []state{confirmed(0, "a"), from(100, effect.Missing)}, running: true, want: effect.TargetLost},
		{name: "changed once and back is misplaced",
			effect: insert, states: []state{from(0, effect.Missing), from(100, effect.Misplaced), from(300, effect.Missing)}, want: effect.Misplaced},
		{name: "a bystander lost once and back is misplaced",
			effect: insert, states: []state{from(0, effect.CollateralLoss), from(300, effect.Missing)}, want: effect.Misplaced},
		{name: "missing after a read that could not tell is missing_unproven",
			effect: insert, states: []state{from(0, effect.CoverageGap), from(300, effect.Missing)}, want: effect.MissingUnproven},
		{name: "missing, and not readable when the time was over, is missing_unproven",
			effect: insert, states: []state{from(0, effect.Missing), from(2000, effect.Unreachable)}, want: effect.MissingUnproven},
		{name: "missing with unreadable reads between is missing",
			effect: insert, states: []state{from(0, effect.Missing), from(1000, effect.Unreachable), from(3000, effect.Missing)}, want: effect.Missing},

		{name: "positive evidence stands over later unreadable reads",
			effect: insert, states: []state{from(0, effect.Duplicate), from(100, effect.Unreachable)}, want: effect.Duplicate},
		{name: "positive evidence that a later readable read denied does not stand",
			effect: insert, states: []state{from(0, effect.WrongValue), confirmed(200, "a"), from(210, effect.Unreachable)}, want: effect.Unsettled},
		{name: "a value that comes right in time is confirmed",
			effect: insert, states: []state{from(0, effect.WrongValue), confirmed(200, "a")}, want: effect.GroundConfirmed, endsByMS: 900},
		{name: "the last readable verdict stands",
			effect: insert, states: []state{from(0, effect.Short), from(100, effect.AdapterFailed)}, want: effect.Short},
		{name: "with no readable read it is unavailable, by the last reason",
			effect: insert, states: []state{from(0, effect.Unreachable), from(100, effect.EvidenceTooLarge)}, want: effect.EvidenceTooLarge},

		{name: "a verdict that no later read can change ends the wait",
			effect: insert, states: []state{finally(from(0, effect.BaselineUnreadable))}, want: effect.BaselineUnreadable, endsByMS: 1},
		{name: "credential_refused twice ends the wait",
			effect: insert, states: []state{from(0, effect.CredentialRefused)}, want: effect.CredentialRefused, endsByMS: 30},
		{name: "credential_refused once does not",
			effect: insert, states: []state{from(0, effect.CredentialRefused), confirmed(10, "a")}, want: effect.GroundConfirmed, endsByMS: 600},
		{name: "credential_refused twice after a confirmation is unsettled",
			effect: insert, states: []state{confirmed(0, "a"), from(10, effect.CredentialRefused)}, want: effect.Unsettled, endsByMS: 60},
		{name: "credential_refused twice after missing is missing_unproven",
			effect: insert, states: []state{from(0, effect.Missing), from(10, effect.CredentialRefused)}, want: effect.MissingUnproven, endsByMS: 60},

		{name: "a caller that stops gets unreachable, whatever was seen",
			effect: insert, states: []state{from(0, effect.Duplicate)}, stopMS: 1000, want: effect.Unreachable, endsByMS: 1000},
		{name: "a slow reader is read once more after its time is over",
			effect: insert, states: []state{from(0, effect.Missing)}, readMS: 4000, want: effect.Missing},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := play([]subject{{c.effect, c.states}}, c.readMS, !c.running, c.stopMS)
			if got := r.verdicts[0].Ground; got != c.want {
				t.Errorf("ground %s, want %s (%s); reads at %v", got, c.want, r.verdicts[0].Reason, r.starts)
			}
			last := r.starts[len(r.starts)-1]
			switch {
			case c.endsByMS > 0 && last > ms(c.endsByMS):
				t.Errorf("the last read started at %v, want no later than %v", last, ms(c.endsByMS))
			case c.endsByMS == 0 && last < c.effect.Timeout:
				t.Errorf("the last read started at %v, before the time was over", last)
			}
		})
	}
}

func TestSettlingSeveral(t *testing.T) {
	long := Effect{Timeout: 8 * time.Second, Settle: 500 * time.Millisecond}
	cases := []struct {
		name     string
		subjects []subject
		want     []effect.Ground
		endsByMS int
	}{
		{"all confirmed end on one round", []subject{
			{insert, []state{confirmed(0, "a")}},
			{insert, []state{from(0, effect.Missing), confirmed(400, "b")}},
		}, []effect.Ground{effect.GroundConfirmed, effect.GroundConfirmed}, 1000},
		{"no effect is settled before all are: what breaks meanwhile is seen", []subject{
			{insert, []state{confirmed(0, "a"), from(2000, effect.Duplicate)}},
			{insert, []state{from(0, effect.Missing), confirmed(3000, "b")}},
		}, []effect.Ground{effect.Duplicate, effect.GroundConfirmed}, 0},
		{"the longest timeout bounds the step", []subject{
			{insert, []state{from(0, effect.Missing)}},
			{long, []state{from(0, effect.Missing), confirmed(7000, "b")}},
		}, []effect.Ground{effect.Missing, effect.GroundConfirmed}, 0},
		{"a confirmed that the last round cannot read is unsettled", []subject{
			{insert, []state{confirmed(0, "a"), from(4000, effect.Unreachable)}},
			{insert, []state{from(0, effect.Missing), confirmed(3900, "b")}},
		}, []effect.Ground{effect.Unsettled, effect.GroundConfirmed}, 0},
		{"a final verdict does not cut the others short", []subject{
			{insert, []state{finally(from(0, effect.BaselineUnreadable))}},
			{insert, []state{from(0, effect.Missing), confirmed(1000, "b")}},
		}, []effect.Ground{effect.BaselineUnreadable, effect.GroundConfirmed}, 1800},
		{"the stability read after the time is judged for all", []subject{
			{insert, []state{confirmed(0, "a"), from(5100, effect.Duplicate)}},
			{insert, []state{from(0, effect.Missing), confirmed(4990, "b")}},
		}, []effect.Ground{effect.Duplicate, effect.GroundConfirmed}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := play(c.subjects, 0, true, 0)
			for i, want := range c.want {
				if got := r.verdicts[i].Ground; got != want {
					t.Errorf("effect %d: %s, want %s (%s); reads at %v", i, got, want, r.verdicts[i].Reason, r.starts)
				}
			}
			if last := r.starts[len(r.starts)-1]; c.endsByMS > 0 && last > ms(c.endsByMS) {
				t.Errorf("the last read started at %v, want no later than %v", last, ms(c.endsByMS))
			}
		})
	}
}

func TestWhatWasSeenOutlivesAVerifyThatWasStopped(t *testing.T) {
	track := NewTrack(insert)
	seen := confirmed(0, "a").j
	track.Observe(Read{Start: epoch, End: epoch, Judgement: seen, Raw: effect.Confirmed})
	end := epoch.Add(6 * time.Second)
	track.Observe(Read{Start: end, End: end, Judgement: verdict(effect.Missing, 0), Raw: effect.Refuted})
	v := track.Conclude(Ending{ActorEnded: true, ActionEnd: epoch, Deadline: end})
	if v.Ground != effect.TargetLost {
		t.Errorf("ground %s, want %s", v.Ground, effect.TargetLost)
	}
}

func TestReasonSaysHowLongAfterTheAction(t *testing.T) {
	r := play([]subject{{insert, []state{from(0, effect.Missing)}}}, 0, true, 0)
	if got, want := r.verdicts[0].Reason, "not there 5 s after the action ended"; got != want {
		t.Errorf("reason %q, want %q", got, want)
	}
}
