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
	out := make([]demand, 0, len(list))
	at := make(map[string]int, len(list))
	var key []byte
	for _, d := range list {
		key = appendSelectorKey(appendSelectorKey(key[:0], d.pre), d.post)
		if i, ok := at[string(key)]; ok {
			out[i].times += d.times
			continue
		}
		at[string(key)] = len(out)
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
	if len(out) < 2 {
		return out
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
	byKinds   map[string]*table
}

// shapesOf sorts demands into shapes.
func shapesOf(demands []demand) []*shape {
	var out []*shape
	at := map[string]*shape{}
	var key []byte
	for i, d := range demands {
		pre, post := sortedWants(d.pre), sortedWants(d.post)
		key = key[:0]
		for k, wants := range [][]*effect.Want{pre, post} {
			key = append(key, byte(k))
			for _, w := range wants {
				key = append(binary.AppendUvarint(key, uint64(len(w.Field))+2), w.Field...)
			}
		}
		s := at[string(key)]
		if s == nil {
			s = &shape{byKinds: map[string]*table{}}
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

// table finds the demands of a shape by the keys of values of one tuple of
// kinds. Those of one key are a chain.
type table struct {
	first map[string]int32 // a place in the shape's demands
	next  []int32          // the place that follows, or -1
}

// candidates gives the place in the shape's demands of the first that may name
// the subject, and the table to go on from there; -1 where there is none. All
// that name it are in the chain, and where values are unkeyed perhaps more.
func (s *shape) candidates(sub subject, work *int) (first int32, t *table) {
	var kindBuf [16]byte
	var keyBuf [256]byte
	kinds, key, ok := appendLookup(kindBuf[:0], keyBuf[:0], sub.before, s.pre)
	if ok {
		kinds, key, ok = appendLookup(kinds, key, sub.after, s.post)
	}
	if !ok {
		return -1, nil
	}
	t = s.byKinds[string(kinds)]
	if t == nil {
		*work -= len(s.demands) * (len(kinds) + 1)
		t = s.tableFor(kinds)
		s.byKinds[string(kinds)] = t
	}
	if at, ok := t.first[string(key)]; ok {
		return at, t
	}
	return -1, t
}

// appendLookup appends the kinds and keys of a record's fields; ok is false
// where it lacks one, which no literal equals.
func appendLookup(kinds, key []byte, r Ref, names []string) (kindsOut, keyOut []byte, ok bool) {
	for _, name := range names {
		v := r.Value(name)
		if v.IsMissing() {
			return kinds, key, false
		}
		kind := keyKind(v)
		if kinds = append(kinds, byte(kind)); kind != unkeyed {
			key = value.AppendKeyed(key, v)
		}
	}
	return kinds, key, true
}

// tableFor finds the demands that values of these kinds can equal.
func (s *shape) tableFor(kinds []byte) *table {
	t := &table{first: make(map[string]int32, len(s.demands)), next: make([]int32, len(s.demands))}
	var key []byte
demands:
	for i := range s.demands {
		key = key[:0]
		for k, w := range s.wants[i] {
			kind := value.Kind(kinds[k])
			if kind == unkeyed {
				continue
			}
			at := len(key)
			var ok bool
			if key, ok = w.Literal.AppendKey(append(key, 0, 0, 0, 0), kind); !ok {
				continue demands
			}
			binary.BigEndian.PutUint32(key[at:], uint32(len(key)-at-4))
		}
		t.next[i] = -1
		if head, ok := t.first[string(key)]; ok {
			t.next[i] = head
		}
		t.first[string(key)] = int32(i)
	}
	return t
}

// names tells whether a demand names a subject, its fields apart from those it
// declares not asked.
func (d *demand) names(sub subject) bool {
	return (sub.before.Batch == nil || fitRecord(d.pre, sub.before) == match) &&
		(sub.after.Batch == nil || fitRecord(d.post, sub.after) == match)
}
