package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

// shapeCase is one shape of members and additions of exact_new_set: ten times
// as many may take at most twelve times as long.
type shapeCase struct {
	name   string
	member func(i int) effect.Selector
	record func(i int) (user, song int)
}

const fewer, more, growth = 2_000, 20_000, 12.0

// repeats is how often the small case is timed at once.
const repeats = more / fewer

var shapes = []shapeCase{
	{
		"all distinct",
		func(i int) effect.Selector { return selector("user", "7", "song", strconv.Itoa(i)) },
		func(i int) (int, int) { return 7, i },
	},
	{
		"all identical",
		func(int) effect.Selector { return selector("user", "7", "song", "1") },
		func(int) (int, int) { return 7, 1 },
	},
	{
		"one general beside specific ones",
		func(i int) effect.Selector {
			if i == 0 {
				return selector("user", "7")
			}
			return selector("user", "7", "song", strconv.Itoa(i))
		},
		func(i int) (int, int) { return 7, i },
	},
}

func (s shapeCase) measure() bool {
	small, large := s.request(fewer), s.request(more)
	var base, judged []time.Duration
	var ratios []float64
	for range pairs {
		b := clock(func() {
			for range repeats { // as much work as the large case has, garbage and all
				mustBe(judge.Judge(small), "confirmed")
			}
		}) / repeats
		j := clock(func() { mustBe(judge.Judge(large), "confirmed") })
		base, judged = append(base, b), append(judged, j)
		ratios = append(ratios, float64(j)/float64(b))
	}
	name := fmt.Sprintf("exact_new_set %d/%d, %s", more, fewer, s.name)
	return report(name, median(base).Round(10*time.Microsecond).String(), median(judged).Round(10*time.Microsecond).String(), median(ratios), growth)
}

func (s shapeCase) request(n int) judge.Request {
	e := effect.Effect{Kind: effect.ExactNewSet, ExpectedCount: &n}
	after := &judge.Snapshot{Reachable: true, Complete: true}
	var b value.Builder
	for i := range n {
		e.NewRecords = append(e.NewRecords, s.member(i))
		user, song := s.record(i)
		for _, f := range []struct {
			name string
			v    int
		}{{"id", i}, {"user", user}, {"song", song}} {
			if err := b.Set(f.name, value.OfInt(int64(f.v))); err != nil {
				panic(err)
			}
		}
		if b.EndRecord(); b.Full() {
			after.Records = append(after.Records, b.Take())
		}
	}
	after.Records = append(after.Records, b.Take())
	bound, err := e.Bind(nil, "")
	if err != nil {
		panic(err)
	}
	return judge.Request{Effect: bound, Before: &judge.Snapshot{Reachable: true, Complete: true}, After: after}
}
