package snapshot

import "github.com/effectkit/effectkit/value"

// Clone gives values that do not refer to any snapshot's memory, in the order
// of vs.
func Clone(vs []value.Value) []value.Value {
	out := make([]value.Value, len(vs))
	for i, v := range vs {
		var b value.Builder
		if b.Set("v", v) != nil { // cannot fail: one field of one record
			continue
		}
		b.EndRecord()
		out[i] = b.Take().Value(0, "v")
	}
	return out
}
