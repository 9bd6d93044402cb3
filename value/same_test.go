package value

import (
	"fmt"
	"hash/maphash"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func must(v Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return v
}

func number(text string) Value  { return must(ParseNumber(text)) }
func decimal(text string) Value { return must(OfDecimalText(text)) }
func jsonOf(text string) Value  { return must(OfJSON(text)) }

// padded is one array whose text is over MaxInline by its blanks alone.
var padded = "[1.0," + strings.Repeat(" ", MaxInline) + "\"a\"]"

// big10 is an array whose text is under MaxInline, and its canonical form over it.
var big10 = "[" + strings.Repeat("10,", MaxInline/3-1) + "10]"

func TestValuesAreTheSame(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Value
		want bool
	}{
		{"missing is missing", Value{}, Value{}, true},
		{"missing is not null", Value{}, NullValue(), false},
		{"null is null", NullValue(), NullValue(), true},
		{"true is not false", OfBool(true), OfBool(false), false},
		{"true is not 1", OfBool(true), OfInt(1), false},
		{"an int is a decimal of its value", OfInt(1), decimal("1.00"), true},
		{"an int is a float of its value", OfInt(1250), OfFloat64(1250), true},
		{"a float is its shortest decimal", OfFloat64(0.1), decimal("0.1"), true},
		{"a float is not the binary fraction", OfFloat64(0.1), decimal("0.1000000000000000055511151231257827"), false},
		{"a float32 is its own shortest decimal", OfFloat32(0.1), decimal("0.1"), true},
		{"a float32 is not the float64 it widens to", OfFloat32(0.1), OfFloat64(float64(float32(0.1))), false},
		{"a float32 of a million is an int", OfFloat32(1e6), OfInt(1_000_000), true},
		{"2^53+1 is not 2^53", OfInt(1<<53 + 1), OfFloat64(1 << 53), false},
		{"2^53+1 is not 2^53+2", OfInt(1<<53 + 1), OfInt(1<<53 + 2), false},
		{"an unsigned beyond 63 bits is the same decimal", OfUint(math.MaxUint64), decimal("18446744073709551615.0"), true},
		{"10^30 is 1e30", number("1000000000000000000000000000000"), decimal("1e30"), true},
		{"10^30+1 is not 10^30+2", number("1000000000000000000000000000001"), number("1000000000000000000000000000002"), false},
		{"minus zero is zero", OfFloat64(math.Copysign(0, -1)), OfInt(0), true},
		{"decimal minus zero is zero", decimal("-0.00e7"), OfInt(0), true},
		{"1e9999 is not 1e9998", decimal("1e9999"), decimal("1e9998"), false},
		{"10e9998 is 1e9999", decimal("10e9998"), decimal("1e9999"), true},
		{"NaN is NaN", OfFloat64(math.NaN()), OfFloat64(math.Float64frombits(math.Float64bits(math.NaN()) ^ 1)), true},
		{"infinity is not minus infinity", OfFloat64(math.Inf(1)), OfFloat64(math.Inf(-1)), false},
		{"a number is not its text", OfInt(1), OfText("1"), false},
		{"a text is itself", OfText("a"), OfText("a"), true},
		{"a text keeps its blanks", OfText("a"), OfText("a "), false},
		{"a text is not normalised", OfText("é"), OfText("e\u0301"), false},
		{"a text is not its bytes", OfText("a"), OfBytes([]byte("a")), false},
		{"a time is its instant", OfTimeText("2026-11-30T12:00:00+02:00"), OfTimeText("2026-11-30T10:00:00.000Z"), true},
		{"a time is not another instant", OfTimeText("2026-11-30T12:00:00+02:00"), OfTimeText("2026-11-30T12:00:00Z"), false},
		{"a time without a zone is its text", OfTimeText("2026-11-30 10:00:00"), OfTimeText("2026-11-30 10:00:00"), true},
		{"a time without a zone is no instant", OfTimeText("2026-11-30T10:00:00"), OfTimeText("2026-11-30T10:00:00Z"), false},
		{"a time is not its text", OfTimeText("2026-11-30T10:00:00Z"), OfText("2026-11-30T10:00:00Z"), false},
		{"json has no order of names", jsonOf(`{"a":1,"b":[2]}`), jsonOf(`{ "b" : [2.0], "a" : 1e0 }`), true},
		{"json has an order of elements", jsonOf(`[1,2]`), jsonOf(`[2,1]`), false},
		{"json knows escapes", jsonOf(`["a\u0062\/\ud83d\ude00"]`), jsonOf(`["ab/😀"]`), true},
		{"json null is not missing", jsonOf(`{"a":null}`), jsonOf(`{}`), false},
		{"json text is not json number", jsonOf(`["1"]`), jsonOf(`[1]`), false},
		{"json is not its text", jsonOf(`[1]`), OfText(`[1]`), false},
		{"json over the inline limit by blanks is itself", jsonOf(padded), jsonOf(`[1,"a"]`), true},
		{"json whose canonical form alone is too long is itself", jsonOf(big10), jsonOf(strings.ReplaceAll(big10, "10", "1e1")), true},
		{"json with a digest differs in one element", jsonOf(big10), jsonOf(strings.Replace(big10, "10", "11", 1)), false},
		{"json with a digest is itself with blanks", jsonOf("[" + strings.Repeat("10 , ", MaxInline) + "1]"), jsonOf("[" + strings.Repeat("1e1,", MaxInline) + "1.0]"), true},
		{"a long text is itself", OfText(strings.Repeat("x", MaxInline+1)), OfText(strings.Repeat("x", MaxInline+1)), true},
		{"a long text is not another", OfText(strings.Repeat("x", MaxInline+1)), OfText(strings.Repeat("x", MaxInline) + "y"), false},
		{"a long text is not a short one", OfText(strings.Repeat("x", MaxInline+1)), OfText("x"), false},
		{"a long text is not the same bytes", OfText(strings.Repeat("x", MaxInline+1)), OfBytes([]byte(strings.Repeat("x", MaxInline+1))), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, pair := range [][2]Value{{c.a, c.b}, {c.b, c.a}} {
				checkRelations(t, pair[0], pair[1], c.want)
			}
		})
	}
}

// checkRelations holds Same, AppendKey, Hash and cells in a batch to one answer.
func checkRelations(t *testing.T, a, b Value, want bool) {
	t.Helper()
	if got := Same(a, b); got != want {
		t.Errorf("Same(%v %.40q, %v %.40q) = %v", a.Kind(), a.Text(), b.Kind(), b.Text(), got)
	}
	keyA, keyB := AppendKey(nil, a), AppendKey(nil, b)
	if got := string(keyA) == string(keyB); got != want {
		t.Errorf("keys of %v %.40q and %v %.40q equal: %v", a.Kind(), a.Text(), b.Kind(), b.Text(), got)
	}
	if got := string(AppendKeyed(nil, a)) == string(AppendKeyed(nil, b)); got != want {
		t.Errorf("keyed keys equal: %v", got)
	}
	if want && Hash(testSeed, a) != Hash(testSeed, b) {
		t.Errorf("hashes of %v %.40q and %v %.40q differ", a.Kind(), a.Text(), b.Kind(), b.Text())
	}
	x, y := alone(a), alone(b)
	if got := x.Column("f").SameAt(0, y.Column("f"), 0); got != want {
		t.Errorf("SameAt = %v", got)
	}
	if got := x.SameRow(0, y, 0); got != want {
		t.Errorf("SameRow = %v", got)
	}
	if x.Column("f").HashAt(testSeed, 0) != Hash(testSeed, a) {
		t.Errorf("HashAt of %v %.40q is not its Hash", a.Kind(), a.Text())
	}
}

// alone is a batch of one record with one field.
func alone(v Value) *Batch {
	var b Builder
	if err := b.Set("f", v); err != nil {
		panic(err)
	}
	b.EndRecord()
	return b.Take()
}

var testSeed = maphash.MakeSeed()

// pool is a sample of values, among which many pairs are the same.
func pool(r *rand.Rand, n int) []Value {
	texts := []string{"", "a", "1", "1.0", "null", "true", "é", "\xff", "2026-11-30T10:00:00Z", "2026-11-30T11:00:00+01:00"}
	numbers := []string{"0", "-0", "1", "1.0", "1e0", "10", "1e1", "0.1", "100e-3", "-1", "9007199254740993",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e18", "1e19", "123456789012345678901234567890"}
	jsons := []string{"[]", "{}", "[1]", "[1.0]", `["1"]`, `{"a":1,"b":2}`, `{"b":2,"a":1}`, `[[10]]`, `[[1e1]]`, `{"":null}`}
	out := make([]Value, n)
	for i := range out {
		switch r.IntN(9) {
		case 0:
			out[i] = []Value{{}, NullValue(), OfBool(true), OfBool(false)}[r.IntN(4)]
		case 1:
			out[i] = number(numbers[r.IntN(len(numbers))])
		case 2:
			out[i] = decimal(numbers[r.IntN(len(numbers))])
		case 3:
			out[i] = OfFloat64([]float64{0, 1, 0.1, 10, -1, 1e18, 1e19, math.NaN(), math.Inf(1), 1.5, 9007199254740992}[r.IntN(11)])
		case 4:
			out[i] = OfFloat32([]float32{0, 1, 0.1, 10, 1.5}[r.IntN(5)])
		case 5:
			out[i] = OfText(texts[r.IntN(len(texts))])
		case 6:
			out[i] = OfBytes([]byte(texts[r.IntN(len(texts))]))
		case 7:
			out[i] = OfTimeText(texts[r.IntN(len(texts))])
		default:
			out[i] = jsonOf(jsons[r.IntN(len(jsons))])
		}
	}
	return out
}

func TestKeysDecideSamenessForEveryPairOfASample(t *testing.T) {
	values := pool(rand.New(rand.NewPCG(1, 2)), 300)
	for _, a := range values {
		for _, b := range values {
			checkRelations(t, a, b, string(AppendKey(nil, a)) == string(AppendKey(nil, b)))
		}
	}
}

func TestNumbersAreTheSameWhereTheirRationalsAre(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := func() string {
		s := fmt.Sprint(r.IntN(40) - 20)
		if r.IntN(2) == 0 {
			s += fmt.Sprintf(".%0*d", 1+r.IntN(3), r.IntN(10))
		}
		if r.IntN(2) == 0 {
			s += fmt.Sprintf("e%+d", r.IntN(7)-3)
		}
		return s
	}
	same := 0
	for range 200_000 {
		a, b := text(), text()
		x, okX := new(big.Rat).SetString(a)
		y, okY := new(big.Rat).SetString(b)
		if !okX || !okY {
			t.Fatalf("not rationals: %s %s", a, b)
		}
		want := x.Cmp(y) == 0
		if want {
			same++
		}
		l := NewLiteral(b)
		if va, vb := number(a), number(b); Same(va, vb) != want || l.Equal(va) != want {
			t.Fatalf("%s and %s: want %v", a, b, want)
		}
	}
	if same < 100 {
		t.Fatalf("only %d equal pairs: the sample proves little", same)
	}
}

func TestComparingAllocatesNothingOnTheUsualPaths(t *testing.T) {
	pairs := [][2]Value{
		{OfInt(7), OfInt(8)}, {OfText("abc"), OfText("abd")}, {OfInt(7), decimal("7.00")}, {OfFloat64(1.5), decimal("1.5")},
		{OfTime(time.Unix(1, 0), "x"), OfTime(time.Unix(2, 0), "y")}, {jsonOf(`[1]`), jsonOf(`[1]`)},
	}
	l, m := NewLiteral("7"), NewLiteral("1.5")
	if n := testing.AllocsPerRun(100, func() {
		for _, p := range pairs {
			Same(p[0], p[1])
			l.Equal(p[0])
			m.Equal(p[0])
			if p[0].Kind() != JSON {
				Hash(testSeed, p[0])
			}
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
