package settle

import (
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
)

func TestSchedule(t *testing.T) {
	r := play([]subject{{insert, []state{from(0, effect.Missing)}}}, 0, true, 0)
	for i := 1; i <= 20; i++ {
		if r.starts[i] != time.Duration(i)*25*time.Millisecond {
			t.Fatalf("read %d started at %v", i, r.starts[i])
		}
	}
	wait := 25 * time.Millisecond
	for i := 21; i < len(r.starts)-1; i++ {
		wait = min(wait*3/2, 2*time.Second)
		if got := r.starts[i] - r.starts[i-1]; got != wait {
			t.Errorf("read %d came %v after the one before, want %v", i, got, wait)
		}
	}
	if last := r.starts[len(r.starts)-1]; last != 5*time.Second {
		t.Errorf("the last read started at %v", last)
	}
}

func TestAPollBeginsNoSoonerThanTheLastReadTook(t *testing.T) {
	r := play([]subject{{insert, []state{from(0, effect.Missing)}}}, 300, true, 0)
	for i := 1; i < len(r.starts)-1; i++ {
		if idle := r.starts[i] - r.starts[i-1] - ms(300); idle < ms(300) {
			t.Errorf("read %d began %v after the one before ended", i, idle)
		}
	}
}

func TestTheWaitStaysUnderTwoSeconds(t *testing.T) {
	hour := Effect{Timeout: time.Minute}
	r := play([]subject{{hour, []state{from(0, effect.Missing)}}}, 0, true, 0)
	for i := 1; i < len(r.starts); i++ {
		if gap := r.starts[i] - r.starts[i-1]; gap > 2*time.Second {
			t.Errorf("read %d came %v after the one before", i, gap)
		}
	}
}
