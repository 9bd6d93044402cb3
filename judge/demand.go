package judge

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// demand is one thing that an exact kind declares, as often as it declares it:
// pairs on the record before, on the record after, or on both.
type demand struct {
	wants []*effect.Want // first those on the record before; by field
	pre   int            // how many of them are on the record before
	times int
	own   map[string]bool // of a change: the fields that may differ
}

func newDemand(pre, post effect.BoundSelector) demand {
	d := demand{wants: make([]*effect.Want, 0, len(pre)+len(post)), pre: len(pre), times: 1}
	for _, s := range []effect.BoundSelector{pre, post} {
		from := len(d.wants)
		for i := range s {
			d.wants = append(d.wants, &s[i])
		}
		slices.SortStableFunc(d.wants[from:], func(a, b *effect.Want) int { return strings.Compare(a.Field, b.Field) })
	}
	return d
}

// subject is one record that came, went or changed; a Ref without a batch is
// the side on which it is not.
type subject struct{ before, after Ref }

// groupDemands merges demands that are written alike, in their own place.
func groupDemands(list []demand) []demand {
	out := list[:0]
	at := make(map[string]int32, len(list))
	var key []byte
	for _, d := range list {
		key = appendWants(binary.AppendUvarint(key[:0], uint64(d.pre)), d.wants)
		if i, ok := at[string(key)]; ok {
			out[i].times += d.times
			continue
		}
		at[string(key)] = int32(len(out))
		out = append(out, d)
	}
	return out
}

// appendWants appends pairs as they are written.
func appendWants(dst []byte, wants []*effect.Want) []byte {
	for _, w := range wants {
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

// shape is the demands that name the same fields of the same sides. They are
// found by the values of those fields, for one tuple of kinds at a time.
type shape struct {
	pre, post []string
	all       []demand // of the book
	demands   []int32  // those of this shape
	byKinds   map[string]*table
}

// shapesOf sorts demands into shapes.
func shapesOf(demands []demand) []*shape {
	var out []*shape
	at := map[string]*shape{}
	var key []byte
	for i, d := range demands {
		key = binary.AppendUvarint(key[:0], uint64(d.pre))
		for _, w := range d.wants {
			key = append(binary.AppendUvarint(key, uint64(len(w.Field))), w.Field...)
		}
		s := at[string(key)]
		if s == nil {
			s = newShape(demands, &d)
			at[string(key)] = s
			out = append(out, s)
		}
		s.demands = append(s.demands, int32(i))
	}
	return out
}

func newShape(all []demand, d *demand) *shape {
	s := &shape{all: all, byKinds: map[string]*table{}}
	for k, w := range d.wants {
		if k < d.pre {
			s.pre = append(s.pre, w.Field)
		} else {
			s.post = append(s.post, w.Field)
		}
	}
	return s
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
	for i, d := range s.demands {
		key = key[:0]
		for k, w := range s.all[d].wants {
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
	for k, w := range d.wants {
		r := sub.after
		if k < d.pre {
			r = sub.before
		}
		if !w.Literal.Equal(r.Value(w.Field)) {
			return false
		}
	}
	return true
}

// named tells whether all pairs name one record.
func (d *demand) named(r Ref) bool { return d.names(subject{before: r, after: r}) }
