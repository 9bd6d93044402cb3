package judge

import "math/bits"

// index is an open-addressing hash table of records: a slot has the record's
// handle and, in the bits left over, some of its hash. Hashes are seeded, so
// that nobody outside the process can make records collide, and equal ones are
// compared exactly, so that nothing found depends on the seed.
type index struct {
	slots  []uint32 // a handle plus one in the low bits, a tag above; 0 is free
	used   int
	handle uint32 // the mask of the handle's bits
	hash   func(handle uint32) uint64
	same   func(a, b uint32) bool
}

// newIndex makes an index with room for n records, whose handles are below
// limit. hash and same are over handles, numbers that the caller gives to
// records.
func newIndex(n, limit int, hash func(uint32) uint64, same func(a, b uint32) bool) *index {
	size := 16
	for size < n+n/2 {
		size *= 2
	}
	return &index{slots: make([]uint32, size), handle: 1<<bits.Len(uint(limit)) - 1, hash: hash, same: same}
}

// tag is what a slot keeps of a hash.
func (x *index) tag(h uint64) uint32 { return uint32(h>>32) &^ x.handle }

// add puts a record in, unless one that is the same is there already; then it
// gives that one.
func (x *index) add(h uint64, handle uint32) (found uint32, ok bool) {
	if 3*x.used >= 2*len(x.slots) {
		x.grow()
	}
	found, free := x.probe(h, handle)
	if free < 0 {
		return found, true
	}
	x.slots[free] = x.tag(h) | (handle + 1)
	x.used++
	return 0, false
}

// find gives the record in the table that is the same as handle.
func (x *index) find(h uint64, handle uint32) (found uint32, ok bool) {
	found, free := x.probe(h, handle)
	return found, free < 0
}

// probe looks for a record that is the same as handle; free is the slot where
// there is none, else below zero.
func (x *index) probe(h uint64, handle uint32) (found uint32, free int) {
	mask := uint64(len(x.slots) - 1)
	tag := x.tag(h)
	for at := h & mask; ; at = (at + 1) & mask {
		slot := x.slots[at]
		if slot == 0 {
			return 0, int(at)
		}
		if slot&^x.handle == tag && x.same(slot&x.handle-1, handle) {
			return slot&x.handle - 1, -1
		}
	}
}

// touch fetches the slot of a hash, ahead of its use.
func (x *index) touch(h uint64) uint32 { return x.slots[h&uint64(len(x.slots)-1)] }

func (x *index) grow() {
	old := x.slots
	x.slots = make([]uint32, 2*len(old))
	mask := uint64(len(x.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		at := x.hash(slot&x.handle-1) & mask
		for x.slots[at] != 0 {
			at = (at + 1) & mask
		}
		x.slots[at] = slot
	}
}
