package value

import "hash/maphash"

// Hash gives values that are the same ([Same]) one number, under a seed that
// nobody outside the process can know: no set of values can be made to share a
// bucket. It is for tables in memory alone, and exact comparison follows it.
func Hash(seed maphash.Seed, v Value) uint64 {
	if (v.kind == Text || v.kind == Bytes) && !v.digest {
		return maphash.String(seed, v.s) ^ uint64(classOf(v.kind))
	}
	var buf [96]byte
	return maphash.Bytes(seed, AppendKey(buf[:0], v))
}
