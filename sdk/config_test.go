package sdk

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestEveryFormOfAnExpression(t *testing.T) {
	for _, c := range []struct {
		text string
		want Expr
		err  string
	}{
		{`"0012"`, Expr{Text: "0012"}, ""},
		{`0.10`, Expr{Text: "0.10"}, ""},
		{`true`, Expr{Text: "true"}, ""},
		{`null`, Expr{Null: true}, ""},
		{`{"literal": "a", "as": "int"}`, Expr{Text: "a", As: "int"}, ""},
		{`{"literal": 12345678901234567890}`, Expr{Text: "12345678901234567890"}, ""},
		{`{"param": "p"}`, Expr{Param: "p"}, ""},
		{`{"null": true}`, Expr{Null: true}, ""},
		{`{"null": false}`, Expr{}, "an expression is exactly one of literal, param and null"},
		{`{}`, Expr{}, "an expression is exactly one of literal, param and null"},
		{`{"literal": "a", "param": "p"}`, Expr{}, "an expression is exactly one of literal, param and null"},
		{`{"parm": "p"}`, Expr{}, `json: unknown field "parm"`},
		{`[1]`, Expr{}, "an expression is a scalar, {literal}, {param} or {null}, not a list"},
	} {
		var got Expr
		err := json.Unmarshal([]byte(c.text), &got)
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s: %v, want %s", c.text, err, c.err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.text, got, err)
		}
	}
}

func TestPrintingAConfigShowsNoSecret(t *testing.T) {
	c := NewConfig([]byte(`{"user":"canary"}`), map[string]string{"/password_env": "canary"})
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(format, c); got != "sdk.Config{…}" {
			t.Errorf("%s prints %s", format, got)
		}
	}
	if c.Secret("/password_env") != "canary" || c.Secret("/other") != "" {
		t.Error("the secret is not handed out where it belongs")
	}
}

func TestASectionDecodesStrictly(t *testing.T) {
	var into struct {
		Path string `json:"path"`
	}
	for text, want := range map[string]string{
		`{"path": "x"}`:      "",
		`{"paht": "x"}`:      `the section does not decode: json: unknown field "paht"`,
		`{"path": "x"} true`: "data after the section",
	} {
		err := NewConfig([]byte(text), nil).Decode(&into)
		if (err == nil) != (want == "") || (err != nil && err.Error() != want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
