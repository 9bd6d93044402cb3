package mysql

import (
	"database/sql/driver"
	"math"
	"testing"
	"time"

	"github.com/effectkit/effectkit/value"
)

func TestAColumnReadsWhatTheDriverGives(t *testing.T) {
	for _, tc := range []struct {
		decl string
		in   driver.Value
		want string
	}{
		{"INT", nil, "null "},
		{"UNSIGNED BIGINT", uint64(math.MaxUint64), "int 18446744073709551615"},
		{"BIGINT", int64(math.MinInt64), "int -9223372036854775808"},
		{"INT", []byte("12"), "int 12"},
		{"YEAR", int64(0), "int 0"},
		{"DECIMAL", []byte("-0.50"), "decimal -0.50"},
		{"FLOAT", float32(0.1), "decimal 0.1"},
		{"DOUBLE", 0.1, "float64 0.1"},
		{"BIT", []byte{1, 0}, "int 256"},
		{"BIT", []byte{}, "int 0"},
		{"BLOB", []byte{0, 255}, "bytes AP8="},
		{"BLOB", []byte{}, "bytes "},
		{"JSON", []byte(`{"a": 1}`), `json {"a": 1}`},
		{"JSON", []byte(`7`), "int 7"},
		{"VARCHAR", []byte("0000-00-00"), "text 0000-00-00"},
		{"VARCHAR", "12", "text 12"},
		{"DATE", []byte("2026-10-01"), "time 2026-10-01"},
		{"DATE", []byte("2026-10-00"), "text 2026-10-00"},
		{"DATE", []byte("2026-00-10"), "text 2026-00-10"},
		{"DATE", []byte("0000-10-10"), "text 0000-10-10"},
		{"DATETIME", []byte("0000-00-00 00:00:00"), "text 0000-00-00 00:00:00"},
		{"DATETIME", []byte("0001-01-01 00:00:00"), "time 0001-01-01 00:00:00"},
		{"TIME", []byte("-838:59:59"), "time -838:59:59"},
		{"TIME", []byte("00:00:00"), "time 00:00:00"},
		{"TIMESTAMP", []byte("0000-00-00 00:00:00"), "text 0000-00-00 00:00:00"},
	} {
		c := columnOf("c", tc.decl)
		v, err := c.read(tc.in)
		if got := v.Kind().String() + " " + v.Text(); err != nil || got != tc.want {
			t.Errorf("%s %v: read %q, %v; want %q", tc.decl, tc.in, got, err, tc.want)
		}
	}
}

func TestOnlyATimestampNamesAnInstant(t *testing.T) {
	for decl, want := range map[string]bool{"TIMESTAMP": true, "DATETIME": false, "DATE": false} {
		c := columnOf("c", decl)
		v, err := c.read([]byte("2026-03-03 10:00:00.5"))
		if err != nil {
			t.Fatal(err)
		}
		at, ok := v.Instant()
		if ok != want || ok && !at.Equal(time.Date(2026, 3, 3, 10, 0, 0, 500_000_000, time.UTC)) {
			t.Errorf("%s names %v, %v", decl, at, ok)
		}
	}
}

func TestAColumnThatCannotBeReadIsNoValue(t *testing.T) {
	for decl, in := range map[string]driver.Value{
		"JSON": []byte(`{"a": 1, "a": 2}`), "INT": []byte("x"), "DECIMAL": []byte("1,0"), "VARCHAR": time.Time{},
	} {
		c := columnOf("c", decl)
		if v, err := c.read(in); err == nil {
			t.Errorf("%s %v became %v", decl, in, v)
		}
	}
}

func TestTheFieldOfAColumnHasTheKindOfItsValues(t *testing.T) {
	for decl, want := range map[string]value.Kind{
		"TINYINT": value.Int, "UNSIGNED INT": value.Int, "BIT": value.Int, "YEAR": value.Int, "DECIMAL": value.Decimal, "FLOAT": value.Decimal,
		"DOUBLE": value.Float64, "TIMESTAMP": value.Time, "TIME": value.Time, "BLOB": value.Bytes, "GEOMETRY": value.Bytes,
		"JSON": value.JSON, "NULL": value.Null, "ENUM": value.Text, "CHAR": value.Text,
	} {
		if got := columnOf("c", decl).kind; got != want {
			t.Errorf("%s is %v, want %v", decl, got, want)
		}
	}
}
