package value

import "encoding/hex"

// Same tells whether two record values are the same (SEMANTICS 2.4): both
// missing; both null; numbers of one exact value whatever their kind (NaN is
// the same as NaN); times of one instant, else of one text; json equal as
// JSON; else of one kind and content.
func Same(a, b Value) bool {
	if a.kind == b.kind && a.digest == b.digest && a.i == b.i && a.ns == b.ns &&
		a.big == b.big && a.zoned == b.zoned && a.s == b.s {
		return true
	}
	if classOf(a.kind) != classOf(b.kind) {
		return false
	}
	switch {
	case a.kind == JSON:
		return sameJSON(a, b)
	case a.digest != b.digest:
		return false // what is digested is longer than what is not
	case a.kind == Int && b.kind == Int && !a.big && !b.big:
		return false
	case a.kind == Time || a.kind.IsNumber():
		var x, y [64]byte
		return string(AppendKey(x[:0], a)) == string(AppendKey(y[:0], b))
	}
	return false
}

// sameJSON compares two json values that are not written alike.
func sameJSON(a, b Value) bool {
	if a.digest && b.digest {
		return false
	}
	return string(AppendKey(nil, a)) == string(AppendKey(nil, b))
}

type class byte

// Classes: values of two classes are never the same.
const (
	classMissing class = iota
	classNull
	classBool
	classNumber
	classText
	classBytes
	classTime
	classJSON
)

func classOf(k Kind) class {
	switch k {
	case Int, Decimal, Float64:
		return classNumber
	case Missing:
		return classMissing
	case Null:
		return classNull
	case Bool:
		return classBool
	case Text:
		return classText
	case Bytes:
		return classBytes
	case Time:
		return classTime
	}
	return classJSON
}

// AppendKey appends v's canonical bytes: two values have one key exactly when
// [Same] holds. Keys are not self-delimiting; see [AppendKeyed].
func AppendKey(dst []byte, v Value) []byte {
	if v.digest {
		return appendDigestKey(append(dst, byte(classOf(v.kind)), 1), v)
	}
	dst = append(dst, byte(classOf(v.kind)))
	switch v.kind {
	case Bool:
		return append(dst, byte(v.i))
	case Int, Decimal, Float64:
		return appendNumberOf(dst, v)
	case Text, Bytes:
		return append(append(dst, 0), v.s...)
	case Time:
		if v.zoned {
			return appendInt64(append(append(dst, 1), byte(v.ns>>24), byte(v.ns>>16), byte(v.ns>>8), byte(v.ns)), v.i)
		}
		return append(append(dst, 0), v.s...)
	case JSON:
		// Into bytes of its own, or no key could be made on the stack.
		content := canonicalJSON([]byte(v.s))
		if len(content) > MaxInline {
			return appendDigestKey(append(dst, 1), digestOf(JSON, content))
		}
		return append(append(dst, 0), content...)
	}
	return dst
}

// AppendKeyed appends v's key behind its length, so that the keys of several
// values in a row are one key of them all.
func AppendKeyed(dst []byte, v Value) []byte {
	at := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	dst = AppendKey(dst, v)
	n := len(dst) - at - 4
	dst[at], dst[at+1], dst[at+2], dst[at+3] = byte(n>>24), byte(n>>16), byte(n>>8), byte(n)
	return dst
}

func appendInt64(dst []byte, i int64) []byte {
	u := uint64(i)
	return append(dst, byte(u>>56), byte(u>>48), byte(u>>40), byte(u>>32), byte(u>>24), byte(u>>16), byte(u>>8), byte(u))
}

func appendDigestKey(dst []byte, v Value) []byte {
	return append(appendInt64(dst, v.i), v.s...)
}

func digestText(sum string) string { return "sha256:" + hex.EncodeToString([]byte(sum)) }
