package judge

import (
	"encoding/binary"
	"slices"
)

// matching is how subjects were assigned to demands.
type matching struct {
	// unnamed are the subjects that no demand names, by number.
	unnamed []int
	// assigned is how many subjects a best assignment gives a demand each.
	assigned int
	// tooLarge says that the work went over the cap; nothing else holds then.
	tooLarge bool
}

// maxMatchingWork caps the steps of one matching: some seconds.
const maxMatchingWork = 1 << 27

// book is the demands of an effect, to be found by what subjects hold.
// Demands written alike are one.
type book struct {
	demands []demand
	shapes  []*shape
	work    int   // steps that are left
	named   []int // of the last naming
}

func newBook(list []demand) *book {
	demands := groupDemands(list)
	return &book{demands: demands, shapes: shapesOf(demands), work: maxMatchingWork}
}

// naming gives the demands that name a subject, in order, until the next call.
// also is asked of each of them; nil asks nothing more.
func (b *book) naming(sub subject, also func(*demand, subject) bool) []int {
	b.named = b.named[:0]
	for _, s := range b.shapes {
		b.work--
		at, t := s.candidates(sub, &b.work)
		for ; at >= 0 && b.work > 0; at = t.next[at] {
			b.work--
			d := s.demands[at]
			if b.demands[d].names(sub) && (also == nil || also(&b.demands[d], sub)) {
				b.named = append(b.named, d)
			}
		}
	}
	slices.Sort(b.named)
	return b.named
}

// assign finds a best assignment of subjects to demands, each demand to as many
// as it is declared. Subjects that the same demands name are one group: what is
// left is a flow between groups.
func (b *book) assign(subjects []subject, also func(*demand, subject) bool) matching {
	var out matching
	groups := map[string]int{}
	var f flow
	var key []byte
	for i, sub := range subjects {
		named := b.naming(sub, also)
		if b.work <= 0 {
			return matching{tooLarge: true}
		}
		if len(named) == 0 {
			out.unnamed = append(out.unnamed, i)
			continue
		}
		key = key[:0]
		for _, d := range named {
			key = binary.LittleEndian.AppendUint32(key, uint32(d))
		}
		g, ok := groups[string(key)]
		if !ok {
			g = f.group(slices.Clone(named))
			groups[string(key)] = g
		}
		f.supply[g]++
	}
	out.assigned, out.tooLarge = f.run(b.demands, b.work)
	return out
}
