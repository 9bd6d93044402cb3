package judge

import (
	"encoding/binary"
	"slices"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// demand is one thing that an exact kind declares, as often as it declares it:
// selectors on the record before, on the record after, or on both.
type demand struct {
	pre, post effect.BoundSelector
	times     int
	own       map[string]bool // of a change: the fields that may differ
}

// subject is one record that came, went or changed; a Ref without a batch is
// the side on which it is not.
type subject struct{ before, after Ref }

// groupDemands merges demands that are written alike.
func groupDemands(list []demand) []demand {
	var out []demand
	at := map[string]int{}
	for _, d := range list {
		key := string(appendSelectorKey(appendSelectorKey(nil, d.pre), d.post))
		if i, ok := at[key]; ok {
			out[i].times += d.times
			continue
		}
		at[key] = len(out)
		out = append(out, d)
	}
	return out
}

// appendSelectorKey appends a selector as it is written, in the order of its
// fields.
func appendSelectorKey(dst []byte, s effect.BoundSelector) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(s)))
	for _, w := range sortedWants(s) {
		dst = append(binary.AppendUvarint(dst, uint64(len(w.Field))), w.Field...)
		if w.Literal.IsNull() {
			dst = append(dst, 0)
			continue
		}
		text := w.Literal.Text()
		dst = append(binary.AppendUvarint(append(dst, 1), uint64(len(text))), text...)
	}
	return dst
}

func sortedWants(s effect.BoundSelector) []*effect.Want {
	out := make([]*effect.Want, len(s))
	for i := range s {
		out[i] = &s[i]
	}
	slices.SortStableFunc(out, func(a, b *effect.Want) int {
		switch {
		case a.Field < b.Field:
			return -1
		case a.Field > b.Field:
			return 1
		}
		return 0
	})
	return out
}

// shape is the demands that name the same fields of the same sides. They are
// found by the values of those fields, for one tuple of kinds at a time.
type shape struct {
	pre, post []string
	demands   []int
	wants     [][]*effect.Want // of each demand: pre, then post
	byKinds   map[string]map[string][]int
}

// shapesOf sorts demands into shapes.
func shapesOf(demands []demand) []*shape {
	var out []*shape
	at := map[string]*shape{}
	for i, d := range demands {
		pre, post := sortedWants(d.pre), sortedWants(d.post)
		var key []byte
		for k, wants := range [][]*effect.Want{pre, post} {
			key = append(key, byte(k))
			for _, w := range wants {
				key = append(binary.AppendUvarint(key, uint64(len(w.Field))+2), w.Field...)
			}
		}
		s := at[string(key)]
		if s == nil {
			s = &shape{byKinds: map[string]map[string][]int{}}
			for _, w := range pre {
				s.pre = append(s.pre, w.Field)
			}
			for _, w := range post {
				s.post = append(s.post, w.Field)
			}
			at[string(key)] = s
			out = append(out, s)
		}
		s.demands = append(s.demands, i)
		s.wants = append(s.wants, append(pre, post...))
	}
	return out
}

// unkeyed is the kind of values that cannot be looked up: times, which equal a
// literal in two ways, and blinded values. The literals are asked one by one.
const unkeyed = value.Time

// keyKind is the kind under which values that can be the same are looked up.
func keyKind(v value.Value) value.Kind {
	switch k := v.Kind(); {
	case k.IsNumber():
		return value.Int
	case k == value.Time || v.IsBlind():
		return unkeyed
	default:
		return k
	}
}

// candidates gives the demands of the shape that may name the subject: all that
// do, and where values are unkeyed perhaps more.
func (s *shape) candidates(sub subject, work *int) []int {
	kinds := make([]byte, 0, 16)
	var buf [256]byte
	key := buf[:0]
	read := func(r Ref, names []string) bool {
		for _, name := range names {
			v := r.Value(name)
			if v.IsMissing() {
				return false
			}
			kind := keyKind(v)
			kinds = append(kinds, byte(kind))
			if kind != unkeyed {
				key = value.AppendKeyed(key, v)
			}
		}
		return true
	}
	if !read(sub.before, s.pre) || !read(sub.after, s.post) {
		return nil
	}
	table, ok := s.byKinds[string(kinds)]
	if !ok {
		table = s.tableFor(kinds)
		*work += len(s.demands) * (len(kinds) + 1)
		s.byKinds[string(kinds)] = table
	}
	return table[string(key)]
}

// tableFor finds the demands that values of these kinds can equal.
func (s *shape) tableFor(kinds []byte) map[string][]int {
	table := make(map[string][]int, len(s.demands))
demands:
	for i, d := range s.demands {
		var key []byte
		for k, w := range s.wants[i] {
			kind := value.Kind(kinds[k])
			if kind == unkeyed {
				continue
			}
			one, ok := w.Literal.AppendKey(nil, kind)
			if !ok {
				continue demands
			}
			key = binary.BigEndian.AppendUint32(key, uint32(len(one)))
			key = append(key, one...)
		}
		table[string(key)] = append(table[string(key)], d)
	}
	return table
}

// names tells whether a demand names a subject, its fields apart from those it
// declares not asked.
func (d *demand) names(sub subject) bool {
	return (sub.before.Batch == nil || fitRecord(d.pre, sub.before) == match) &&
		(sub.after.Batch == nil || fitRecord(d.post, sub.after) == match)
}
