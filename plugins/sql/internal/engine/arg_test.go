package engine

import (
	"testing"

	"github.com/effectkit/effectkit/sdk"
)

func TestNewArgReadsAValueAsItsType(t *testing.T) {
	for _, tc := range []struct {
		as, text string
		ok       bool
	}{
		{"", "anything", true}, {"text", "0012", true},
		{"int", "-9223372036854775808", true}, {"int", "9223372036854775808", false}, {"int", "1.0", false}, {"int", " 1", false},
		{"decimal", "1.50", true}, {"decimal", "NaN", false}, {"decimal", "01", false},
		{"float", "1e3", true}, {"float", "1e9999", false},
		{"bool", "True", true}, {"bool", "false", true}, {"bool", "1", false},
		{"bytes", "AP8=", true}, {"bytes", "AP8", false},
		{"date", "2026-01-01", false},
	} {
		_, err := NewArg("a", sdk.Expr{Text: tc.text, As: tc.as})
		if (err == nil) != tc.ok {
			t.Errorf("%q as %q: %v", tc.text, tc.as, err)
		}
	}
	if a, err := NewArg("a", sdk.Expr{Null: true, As: "int"}); err != nil || !a.Null {
		t.Errorf("a null: %+v, %v", a, err)
	}
}
