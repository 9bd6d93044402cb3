package judge

// index is an open-addressing hash table of records: a slot has 32 bits of the
// record's hash and its handle. Hashes are seeded, so that nobody outside the
// process can make records collide, and equal ones are compared exactly, so
// that nothing found depends on the seed.
type index struct {
	slots []uint64
	used  int
	hash  func(handle uint32) uint64
	same  func(a, b uint32) bool
}

// newIndex makes an index with room for n records. hash and same are over
// handles, numbers from 0 that the caller gives to records.
func newIndex(n int, hash func(uint32) uint64, same func(a, b uint32) bool) *index {
	size := 16
	for size < n+n/2 {
		size *= 2
	}
	return &index{slots: make([]uint64, size), hash: hash, same: same}
}

// add puts a record in, unless one that is the same is there already; then it
// gives that one.
func (x *index) add(h uint64, handle uint32) (found uint32, ok bool) {
	if 3*x.used >= 2*len(x.slots) {
		x.grow()
	}
	mask := uint64(len(x.slots) - 1)
	tag := h >> 32
	for at := h & mask; ; at = (at + 1) & mask {
		slot := x.slots[at]
		if slot == 0 {
			x.slots[at] = tag<<32 | uint64(handle+1)
			x.used++
			return 0, false
		}
		if slot>>32 == tag && x.same(uint32(slot)-1, handle) {
			return uint32(slot) - 1, true
		}
	}
}

// find gives the record in the table that is the same as handle.
func (x *index) find(h uint64, handle uint32) (found uint32, ok bool) {
	mask := uint64(len(x.slots) - 1)
	tag := h >> 32
	for at := h & mask; ; at = (at + 1) & mask {
		slot := x.slots[at]
		if slot == 0 {
			return 0, false
		}
		if slot>>32 == tag && x.same(uint32(slot)-1, handle) {
			return uint32(slot) - 1, true
		}
	}
}

func (x *index) grow() {
	old := x.slots
	x.slots = make([]uint64, 2*len(old))
	mask := uint64(len(x.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		at := x.hash(uint32(slot)-1) & mask
		for x.slots[at] != 0 {
			at = (at + 1) & mask
		}
		x.slots[at] = slot
	}
}
