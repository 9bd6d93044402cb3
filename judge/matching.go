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

// maxMatchingWork caps the steps of one matching, and with them its memory: a second, and some 256 MB.
const maxMatchingWork = 1 << 25

// book is the demands of an effect, to be found by what subjects hold.
// Demands written alike are one.
type book struct {
	demands []demand
	shapes  []*shape
	work    int     // steps that are left
	named   []int32 // of the last naming
}

func newBook(list []demand) *book {
	demands := groupDemands(list)
	return &book{demands: demands, shapes: shapesOf(demands), work: maxMatchingWork}
}

// naming gives the demands that name a subject, in order, until the next call.
// also is asked of each of them; nil asks nothing more.
func (b *book) naming(sub subject, also func(*demand, subject) bool) []int32 {
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
	g := grouping{alone: make([]int32, len(b.demands)), others: map[string]int32{}}
	g.expect(min(len(subjects), 2*len(b.demands)))
	for i, sub := range subjects {
		named := b.naming(sub, also)
		if b.work <= 0 {
			return matching{tooLarge: true}
		}
		if len(named) == 0 {
			out.unnamed = append(out.unnamed, i)
			continue
		}
		g.supply[g.of(named)]++
	}
	out.assigned, out.tooLarge = g.run(b.demands, b.work)
	return out
}

// grouping is a flow and where to find its groups.
type grouping struct {
	flow
	alone  []int32          // by demand: the group of those that it alone names, plus one
	others map[string]int32 // by the demands, plus one
	key    []byte
}

// of finds the group of subjects that these demands name.
func (g *grouping) of(named []int32) int32 {
	if len(named) == 1 {
		at := &g.alone[named[0]]
		if *at == 0 {
			*at = g.group(named) + 1
		}
		return *at - 1
	}
	g.key = g.key[:0]
	for _, d := range named {
		g.key = binary.LittleEndian.AppendUint32(g.key, uint32(d))
	}
	at := g.others[string(g.key)]
	if at == 0 {
		at = g.group(named) + 1
		g.others[string(g.key)] = at
	}
	return at - 1
}
