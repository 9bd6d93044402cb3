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
	work    int // steps that are left
}

func newBook(list []demand) *book {
	demands := groupDemands(list)
	return &book{demands: demands, shapes: shapesOf(demands), work: maxMatchingWork}
}

// naming gives the demands that name a subject, in order. also is asked of each
// of them; nil asks nothing more.
func (b *book) naming(sub subject, also func(*demand, subject) bool) []int {
	var out []int
	for _, s := range b.shapes {
		b.work--
		for _, d := range s.candidates(sub, &b.work) {
			b.work--
			if b.demands[d].names(sub) && (also == nil || also(&b.demands[d], sub)) {
				out = append(out, d)
			}
		}
	}
	slices.Sort(out)
	return out
}

// assign finds a best assignment of subjects to demands, each demand to as many
// as it is declared. Subjects that the same demands name are one group: what is
// left is a flow between groups.
func (b *book) assign(subjects []subject, also func(*demand, subject) bool) matching {
	var out matching
	groups := map[string]int{}
	f := flow{work: 0}
	for i, sub := range subjects {
		named := b.naming(sub, also)
		if b.work <= 0 {
			return matching{tooLarge: true}
		}
		if len(named) == 0 {
			out.unnamed = append(out.unnamed, i)
			continue
		}
		key := make([]byte, 0, 64)
		for _, d := range named {
			key = binary.LittleEndian.AppendUint32(key, uint32(d))
		}
		g, ok := groups[string(key)]
		if !ok {
			g = f.group(named)
			groups[string(key)] = g
		}
		f.supply[g]++
	}
	out.assigned, out.tooLarge = f.run(b.demands, b.work)
	return out
}
