package judge

import (
	"testing"

	"github.com/effectkit/effectkit/value"
)

func TestAnIndexFindsWhatCollides(t *testing.T) {
	// A hash that is the same for all: what an adversary would make, if the
	// seed were known. Slow, and right.
	x := newIndex(4, 1_000, func(uint32) uint64 { return 1 << 40 }, func(a, b uint32) bool { return a%500 == b%500 })
	for h := range uint32(1_000) {
		found, ok := x.add(1<<40, h)
		if ok != (h >= 500) || (ok && found != h-500) {
			t.Fatalf("handle %d: found %d, %v", h, found, ok)
		}
	}
	if found, ok := x.find(1<<40, 700); !ok || found != 200 {
		t.Errorf("found %d, %v", found, ok)
	}
	if _, ok := x.find(1<<60, 700); ok {
		t.Error("found under another hash")
	}
}

func TestAnIndexKeepsItsRecordsWhileItGrows(t *testing.T) {
	hash := func(h uint32) uint64 { return uint64(h) * 0x9e3779b97f4a7c15 }
	x := newIndex(0, 100_000, hash, func(a, b uint32) bool { return a == b })
	for h := range uint32(100_000) {
		if _, ok := x.add(hash(h), h); ok {
			t.Fatalf("handle %d was there", h)
		}
	}
	for h := range uint32(100_000) {
		if found, ok := x.find(hash(h), h); !ok || found != h {
			t.Fatalf("handle %d is lost", h)
		}
	}
}

// pairs pairs two lists of records as a naive search would.
func naivePairs(before, after []rec, same func(x, y rec) bool) (gone, came int) {
	used := map[int]bool{}
	for _, x := range before {
		found := false
		for j, y := range after {
			if !used[j] && same(x, y) {
				used[j], found = true, true
				break
			}
		}
		if !found {
			gone++
		}
	}
	return gone, len(after) - len(used)
}

func TestPairingsOfAnyOrderAgreeWithANaiveSearch(t *testing.T) {
	d := newDice(4, 4)
	for range 300 {
		var before, after []rec
		for i := range 300 {
			r := rec{"id": value.OfInt(int64(i)), "a": value.OfInt(int64(d.IntN(3))), "b": value.OfText("x")}
			if d.often(95) {
				before = append(before, r)
			}
			if d.often(95) {
				if d.often(10) {
					r = rec{"id": r["id"], "a": value.OfInt(9)}
				}
				after = append(after, r)
			}
		}
		if d.often(50) {
			from := d.IntN(len(after))
			d.Shuffle(len(after)-from, func(i, j int) { after[from+i], after[from+j] = after[from+j], after[from+i] })
		}
		b, a := newSide(&Snapshot{Reachable: true, Records: d.batches(before)}), newSide(&Snapshot{Reachable: true, Records: d.batches(after)})
		byID := newPairing(b, a)
		byID.pairByField("id")
		gone, came := naivePairs(before, after, func(x, y rec) bool { return value.Same(x["id"], y["id"]) })
		goneOrChanged, _ := naivePairs(before, after, func(x, y rec) bool { return sameRecords(x, y) })
		if byID.gone != gone || byID.came != came || byID.changes != goneOrChanged-gone || byID.repeatedBefore || byID.repeatedAfter {
			t.Fatalf("by id: %d gone, %d came, %d changed; want %d, %d, %d", byID.gone, byID.came, byID.changes, gone, came, goneOrChanged-gone)
		}
		for _, r := range append(before, after...) {
			delete(r, "id")
		}
		whole := newPairing(newSide(&Snapshot{Reachable: true, Records: d.batches(before)}), newSide(&Snapshot{Reachable: true, Records: d.batches(after)}))
		whole.pairWhole()
		gone, came = naivePairs(before, after, func(x, y rec) bool { return sameRecords(x, y) })
		if whole.gone != gone || whole.came != came {
			t.Fatalf("whole: %d gone, %d came; want %d, %d", whole.gone, whole.came, gone, came)
		}
		for i, of := range whole.beforeOf {
			if of != 0 && (whole.afterOf[of-1] != uint32(i+1) || !sameRecords(before[of-1], after[i])) {
				t.Fatalf("record %d is paired with another", i)
			}
		}
	}
}

func TestARepeatedIdentityIsSeenWhereverItLies(t *testing.T) {
	ids := func(list ...int64) *side {
		var records []rec
		for _, id := range list {
			records = append(records, rec{"id": value.OfInt(id)})
		}
		return newSide(&Snapshot{Reachable: true, Records: newDice(1, 1).batches(records)})
	}
	for _, c := range []struct {
		name          string
		before, after *side
		inBefore      bool
		inAfter       bool
	}{
		{"nowhere", ids(1, 2, 3), ids(3, 1, 4), false, false},
		{"in before", ids(1, 2, 1), ids(1), true, false},
		{"in after, both old", ids(1, 2), ids(1, 2, 1), false, true},
		{"in after, both at guessed places", ids(1, 2, 3), ids(1, 2, 3, 3), false, true},
		{"in after, both new", ids(1), ids(1, 7, 8, 7), false, true},
	} {
		p := newPairing(c.before, c.after)
		p.pairByField("id")
		if p.repeatedBefore != c.inBefore || p.repeatedAfter != c.inAfter {
			t.Errorf("%s: before %v, after %v", c.name, p.repeatedBefore, p.repeatedAfter)
		}
	}
}

func TestRecordsOfOtherColumnsCompareByField(t *testing.T) {
	one := func(names ...string) *value.Batch {
		var b value.Builder
		for _, n := range names {
			v := value.OfText(n)
			if n == "missing" {
				v = value.Value{}
			}
			if err := b.Set(n, v); err != nil {
				t.Fatal(err)
			}
		}
		b.EndRecord()
		return b.Take()
	}
	for _, c := range []struct {
		x, y *value.Batch
		want bool
	}{
		{one("a", "b"), one("b", "a"), true},
		{one("a", "missing"), one("a"), true},
		{one("a"), one("missing", "a"), true},
		{one("a"), one("a", "b"), false},
		{one("a", "b"), one("a"), false},
	} {
		x, y := newSide(&Snapshot{Reachable: true, Records: []*value.Batch{c.x}}), newSide(&Snapshot{Reachable: true, Records: []*value.Batch{c.y}})
		p := newPairing(x, y)
		if got := p.sameRecord(0, 0, 0, 0); got != c.want {
			t.Errorf("same %v, want %v", got, c.want)
		}
		if got := !differ(x.ref(0), y.ref(0), nil); got != c.want {
			t.Errorf("differ %v, want %v", !got, !c.want)
		}
	}
}
