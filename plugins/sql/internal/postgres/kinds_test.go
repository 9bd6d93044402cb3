package postgres

import (
	"testing"
	"time"
)

func TestAColumnReadsTheServersText(t *testing.T) {
	for _, tc := range []struct {
		oid        uint32
		text, want string
	}{
		{oidBool, "t", "bool true"}, {oidBool, "f", "bool false"},
		{oidInt8, "-9223372036854775808", "int -9223372036854775808"},
		{oidOID, "4294967295", "int 4294967295"},
		{oidNumeric, "10.10", "decimal 10.10"}, {oidNumeric, "-0.0", "decimal -0.0"},
		{oidNumeric, "NaN", "float64 NaN"}, {oidNumeric, "-Infinity", "float64 -Infinity"},
		{oidFloat4, "0.1", "decimal 0.1"}, {oidFloat4, "NaN", "float64 NaN"},
		{oidFloat8, "1e+300", "float64 1e+300"}, {oidFloat8, "Infinity", "float64 Infinity"},
		{oidBPChar, " AB   ", "text  AB"}, {oidVarchar, "AB   ", "text AB   "}, {oidText, "", "text "},
		{oidBytea, `\x00ff`, "bytes AP8="}, {oidBytea, `\x`, "bytes "},
		{oidTimestamptz, "infinity", "time infinity"},
		{oidTimestamptz, "0044-03-15 00:00:00+00 BC", "time 0044-03-15 00:00:00+00 BC"},
		{oidTimestamptz, "294276-12-31 23:59:59+00", "time 294276-12-31 23:59:59+00"},
		{oidTime, "24:00:00", "time 24:00:00"}, {oidDate, "-infinity", "time -infinity"},
		{oidJSON, `{"a": 1}`, `json {"a": 1}`}, {oidJSONB, "null", "null "}, {oidJSONB, `"x"`, "text x"},
		{1007, "{1,NULL}", "json [1,null]"}, {1007, "[0:1]={1,2}", "text [0:1]={1,2}"}, {1007, "{}", "json []"},
		{1022, "{0.1,NaN}", `json [0.1,"NaN"]`}, {1001, `{"\\x00ff"}`, `json ["AP8="]`},
		{oidUUID, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "text a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
		{790, "$1.50", "text $1.50"}, // money
	} {
		c := columnOf("c", tc.oid)
		v, err := c.read(tc.text)
		if got := v.Kind().String() + " " + v.Text(); err != nil || got != tc.want {
			t.Errorf("type %d, %q: read %q, %v; want %q", tc.oid, tc.text, got, err, tc.want)
		}
	}
}

func TestAColumnThatCannotBeReadIsNoValue(t *testing.T) {
	for oid, text := range map[uint32]string{
		oidJSON: `{"a": 1, "a": 2}`, oidBytea: `\xzz`, oidInt8: "x", oidNumeric: "1,0", oidFloat8: "x",
	} {
		c := columnOf("c", oid)
		if v, err := c.read(text); err == nil {
			t.Errorf("type %d, %q became %v", oid, text, v)
		}
	}
}

func TestOnlyATimestamptzNamesAnInstant(t *testing.T) {
	for _, tc := range []struct {
		oid  uint32
		text string
		want bool
	}{
		{oidTimestamptz, "2026-03-03 10:00:00.5+00", true}, {oidTimestamptz, "2026-03-03 15:30:00.5+05:30", false},
		{oidTimestamptz, "infinity", false}, {oidTimestamp, "2026-03-03 10:00:00.5", false}, {oidDate, "2026-03-03", false},
	} {
		c := columnOf("c", tc.oid)
		v, err := c.read(tc.text)
		if err != nil {
			t.Fatal(err)
		}
		at, ok := v.Instant()
		if ok != tc.want || ok && !at.Equal(time.Date(2026, 3, 3, 10, 0, 0, 500_000_000, time.UTC)) {
			t.Errorf("type %d, %s: names %v, %v", tc.oid, tc.text, at, ok)
		}
	}
}
