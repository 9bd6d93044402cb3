package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

// scaleCase is one kind of effect over two large snapshots.
type scaleCase struct {
	name   string
	id     string // the name of the identity column
	target float64
	effect effect.Effect
}

var one = 1

var cases = []scaleCase{
	{"record_written with an id", "id", 2, effect.Effect{
		Kind: effect.RecordWritten, Match: selector("patient", "new"), ExpectedCount: &one,
	}},
	{"record_written without one", "ref", 4, effect.Effect{
		Kind: effect.RecordWritten, Match: selector("patient", "new"), ExpectedCount: &one,
	}},
	{"exact_new_set", "id", 2.5, effect.Effect{
		Kind: effect.ExactNewSet, Match: selector("kind", "triage"), ExpectedCount: &one,
		NewRecords: []effect.Selector{selector("patient", "new", "done", "true")},
	}},
}

// selector makes a selector of fields and literals in turn.
func selector(pairs ...string) (out effect.Selector) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, effect.Pair{Field: pairs[i], Want: effect.Literal(pairs[i+1])})
	}
	return out
}

// measure prints the ratio of judging n records a side to B.
func (c scaleCase) measure(n int) bool {
	request, order := c.request(n)
	before, after := identities(n), make([]string, n)
	for at, i := range order {
		after[at] = strconv.Itoa(i)
	}
	var base, judged []time.Duration
	var ratios []float64
	for range pairs {
		b := clock(func() { putAll(before, after) })
		j := clock(func() { mustBe(judge.Judge(request), "confirmed") })
		base, judged = append(base, b), append(judged, j)
		ratios = append(ratios, float64(j)/float64(b))
	}
	name := fmt.Sprintf("%s, %d a side", c.name, n)
	return report(name, median(base).Round(time.Millisecond).String(), median(judged).Round(time.Millisecond).String(), median(ratios), c.target)
}

// request has n records before and after, half of them shuffled, and one new
// one that the effect wants; order is what became of the old ones' order.
func (c scaleCase) request(n int) (r judge.Request, order []int) {
	bound, err := c.effect.Bind(nil, "")
	if err != nil {
		panic(err)
	}
	order = make([]int, n)
	for i := range order {
		order[i] = i
	}
	before := c.snapshot(order, false)
	random := rand.New(rand.NewPCG(1, uint64(n)))
	for i := 0; i < n; i += 2 { // every second record changes places with another
		j := random.IntN(n/2) * 2
		order[i], order[j] = order[j], order[i]
	}
	return judge.Request{Effect: bound, Before: before, After: c.snapshot(order, true)}, order
}

// snapshot builds records of six fields and 60 bytes of text each.
func (c scaleCase) snapshot(order []int, added bool) *judge.Snapshot {
	s := &judge.Snapshot{Reachable: true, Complete: true, Source: "bench"}
	var b value.Builder
	for _, name := range []string{c.id, "patient", "kind", "note", "amount", "done"} {
		s.Fields = append(s.Fields, value.Field{Name: name})
		if _, err := b.ColumnAt(name); err != nil {
			panic(err)
		}
	}
	write := func(i int, patient string) {
		note := fmt.Sprintf("seen on ward %07d, nothing to be remarked", i)
		row := [...]value.Value{
			value.OfInt(int64(i)), value.OfText(patient), value.OfText("triage"), value.OfText(note[:min(len(note), 44)]),
			value.OfInt(int64(i % 1000)), value.OfBool(true),
		}
		for k, v := range row {
			if err := b.SetAt(k, v); err != nil {
				panic(err)
			}
		}
		if b.EndRecord(); b.Full() {
			s.Records = append(s.Records, b.Take())
		}
	}
	for _, i := range order {
		write(i, "p"+strconv.Itoa(1_000_000_000+i))
	}
	if added {
		write(len(order), "new")
	}
	s.Records = append(s.Records, b.Take())
	return s
}

func identities(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.Itoa(i)
	}
	return out
}

// putAll is B: the identities of both snapshots, each in its own order, go into
// one map that has room for all.
func putAll(before, after []string) int {
	m := make(map[string]int32, len(before)+len(after))
	for i, id := range before {
		m[id] = int32(i)
	}
	for i, id := range after {
		m[id] = int32(i)
	}
	return len(m)
}
