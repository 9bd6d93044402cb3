package snapshot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// batch makes n records with an id and a text of size bytes.
func batch(t testing.TB, from, n, size int) *value.Batch {
	t.Helper()
	var b value.Builder
	for i := range n {
		if err := errors.Join(b.Set("id", value.OfInt(int64(from+i))), b.Set("note", value.OfText(strings.Repeat("x", size)))); err != nil {
			t.Fatal(err)
		}
		b.EndRecord()
	}
	return b.Take()
}

func admit(t testing.TB, s *Store) *Holding {
	t.Helper()
	h, err := s.Admit(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return h[0]
}

// collect takes batches of 100 records.
func collect(t testing.TB, h *Holding, baseline bool, batches, size int) *Snapshot {
	t.Helper()
	c := h.Collect(baseline)
	if err := c.Header(sdk.Header{Source: "db-1"}); err != nil {
		t.Fatal(err)
	}
	for i := range batches {
		if err := c.Batch(batch(t, i*100, 100, size)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Finish(sdk.Trailer{Source: "db-1", Records: uint64(batches * 100)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// whole fails unless s has n records whose ids count up from 0.
func whole(t *testing.T, s *Snapshot, n int) {
	t.Helper()
	at := 0
	for _, b := range s.Records {
		for row := range b.Rows() {
			if id, ok := b.Value(row, "id").Int64(); !ok || id != int64(at) {
				t.Fatalf("record %d has the id %d", at, id)
			}
			at++
		}
	}
	if at != n {
		t.Fatalf("%d records, want %d", at, n)
	}
}

func TestALargeSnapshotSpillsToAFileWithoutAName(t *testing.T) {
	dir := t.TempDir()
	store := NewStore(Options{Budget: 64 << 20, Dir: dir, SpillOver: 300 << 10})
	h := admit(t, store)
	s := collect(t, h, true, 40, 500)
	whole(t, s, 4000)
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("the spill left %v", entries)
	}
	if h.Held() != 2*Quantum {
		t.Errorf("%d bytes are held for a snapshot that is on disk", h.Held())
	}
	s.Release()
	s.Release()
	h.Release()
}

func TestASnapshotThatTheBudgetCannotHoldSpills(t *testing.T) {
	store := NewStore(Options{Budget: 4 * Quantum, Dir: t.TempDir()})
	h := admit(t, store)
	s := collect(t, h, true, 40, 500)
	defer s.Release()
	whole(t, s, 4000)
	if h.Held() > 4*Quantum {
		t.Errorf("%d bytes are held of a budget of %d", h.Held(), 4*Quantum)
	}
}

func TestABaselineHoldsAsMuchAgain(t *testing.T) {
	store := NewStore(Options{Budget: 16 << 20, Dir: t.TempDir()})
	h := admit(t, store)
	before := collect(t, h, true, 20, 500)
	if h.before < before.Records[0].Size()*20 || h.after != h.before {
		t.Errorf("held %d for the baseline and %d for what comes after", h.before, h.after)
	}
	// Someone else takes all that is left: the read after the action still fits.
	if !store.budget.TryAcquire(16<<20 - h.Held()) {
		t.Fatal("the budget counts otherwise")
	}
	after := collect(t, h, false, 20, 500)
	whole(t, after, 2000)
}

func TestAdmissionWaitsAndThenRefuses(t *testing.T) {
	store := NewStore(Options{Budget: 2 * Quantum})
	first := admit(t, store)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Admit(ctx, 1); !errors.Is(err, ErrFull) {
		t.Fatalf("error %v, want ErrFull", err)
	}
	admitted := make(chan *Holding)
	go func() {
		h, _ := store.Admit(context.Background(), 1)
		admitted <- h[0]
	}()
	first.Release()
	first.Release() // must not give back twice
	(<-admitted).Release()
	if !store.budget.TryAcquire(2 * Quantum) {
		t.Error("room was lost")
	}
	if store.budget.TryAcquire(1) {
		t.Error("room was given back twice")
	}
}

func TestSeveralReadersAreAdmittedTogetherOrNotAtAll(t *testing.T) {
	store := NewStore(Options{Budget: 3 * 2 * Quantum})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	two, err := store.Admit(ctx, 2)
	if err != nil || len(two) != 2 {
		t.Fatalf("%d, %v", len(two), err)
	}
	if _, err := store.Admit(ctx, 2); !errors.Is(err, ErrFull) {
		t.Errorf("error %v, want ErrFull", err)
	}
	if _, err := store.Admit(ctx, 1); err != nil {
		t.Errorf("what was refused still holds room: %v", err)
	}
}

func TestAThousandSessionsStayWithinTheBudget(t *testing.T) {
	const budget = 8 << 20 // room for 64
	store := NewStore(Options{Budget: budget, Dir: t.TempDir()})
	var mu sync.Mutex
	var held, most int64
	count := func(n int64) {
		mu.Lock()
		defer mu.Unlock()
		held += n
		most = max(most, held)
	}
	var wg sync.WaitGroup
	for range 1000 {
		wg.Go(func() {
			admitted, err := store.Admit(context.Background(), 1)
			if err != nil {
				t.Error(err)
				return
			}
			h := admitted[0]
			s := collect(t, h, true, 1, 10)
			count(h.Held())
			collect(t, h, false, 1, 10).Release()
			s.Release()
			count(-h.Held())
			h.Release()
		})
	}
	wg.Wait()
	if most > budget {
		t.Errorf("%d bytes were held at once of a budget of %d", most, budget)
	}
	if !store.budget.TryAcquire(budget) {
		t.Error("room was lost")
	}
}

func TestCaps(t *testing.T) {
	cases := []struct {
		name string
		opts Options
	}{
		{"too many records", Options{Budget: 1 << 20, MaxRecords: 150}},
		{"too many bytes in memory", Options{Budget: 1 << 20, MaxBytes: 5000}},
		{"too many bytes on disk", Options{Budget: 1 << 20, SpillOver: 1, MaxBytes: 5000}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Dir = t.TempDir()
			h := admit(t, NewStore(c.opts))
			col := h.Collect(true)
			var err error
			for i := 0; i < 100 && err == nil; i++ {
				err = col.Batch(batch(t, 0, 100, 10))
			}
			if !errors.Is(err, ErrTooLarge) {
				t.Fatalf("error %v, want ErrTooLarge", err)
			}
			if _, err := col.Finish(sdk.Trailer{}); !errors.Is(err, ErrTooLarge) {
				t.Errorf("a snapshot over its caps was finished: %v", err)
			}
		})
	}
}

func TestFinishRefusesACountThatDiffers(t *testing.T) {
	h := admit(t, NewStore(Options{}))
	c := h.Collect(false)
	if err := c.Batch(batch(t, 0, 3, 1)); err != nil {
		t.Fatal(err)
	}
	_, err := c.Finish(sdk.Trailer{Records: 4})
	if got := fmt.Sprint(err); got != "3 records came and the trailer counts 4" {
		t.Errorf("error %q", got)
	}
}

func TestASourceThatChangesDuringTheReadIsSeen(t *testing.T) {
	for _, c := range []struct {
		header, trailer string
		want            bool
	}{{"a", "a", false}, {"", "", false}, {"a", "b", true}, {"a", "", true}, {"", "b", true}} {
		col := admit(t, NewStore(Options{})).Collect(false)
		_ = col.Header(sdk.Header{Source: c.header})
		s, err := col.Finish(sdk.Trailer{Source: c.trailer})
		if err != nil || s.Replaced != c.want {
			t.Errorf("%q then %q: replaced %v, %v", c.header, c.trailer, s.Replaced, err)
		}
	}
}

func TestDeclaredFieldsAreKeptEvenWhenThereAreNone(t *testing.T) {
	for _, known := range []bool{true, false} {
		col := admit(t, NewStore(Options{})).Collect(false)
		_ = col.Header(sdk.Header{FieldsKnown: known})
		s, err := col.Finish(sdk.Trailer{})
		if err != nil || (s.Fields != nil) != known {
			t.Errorf("known %v: fields %#v, %v", known, s.Fields, err)
		}
	}
}

func TestACloneOutlivesTheSnapshot(t *testing.T) {
	store := NewStore(Options{Dir: t.TempDir(), SpillOver: 1})
	s := collect(t, admit(t, store), true, 1, 20)
	kept := Clone([]value.Value{s.Records[0].Value(7, "id"), s.Records[0].Value(7, "note")})
	s.Release()
	if id, _ := kept[0].Int64(); id != 7 || kept[1].Text() != strings.Repeat("x", 20) {
		t.Errorf("kept %v and %v", kept[0].Text(), kept[1].Text())
	}
}

func TestASpillThatCannotBeStoredFails(t *testing.T) {
	store := NewStore(Options{Dir: t.TempDir() + "/none", SpillOver: 1})
	c := admit(t, store).Collect(true)
	if err := c.Batch(batch(t, 0, 10, 10)); err == nil {
		t.Error("no error")
	}
}
