package guard

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLexCutsByTheRulesOfTheDialect(t *testing.T) {
	for _, tc := range []struct {
		name    string
		dialect Dialect
		text    string
		want    []string
	}{
		{"minus signs are a comment", PostgreSQL, "5--1\n+2", []string{"5", "+", "2"}},
		{"minus signs without a blank are operators in mysql", MySQL, "5--1", []string{"5", "-", "-", "1"}},
		{"an operator without a mark gives up its trailing sign", PostgreSQL, "a=-1", []string{"a", "=", "-", "1"}},
		{"an operator with a mark keeps it", PostgreSQL, "a@-1", []string{"a", "@-", "1"}},
		{"an operator ends at a comment", PostgreSQL, "a+/* */b", []string{"a", "+", "b"}},
		{"a number sign is an operator in postgresql", PostgreSQL, "a #>> b", []string{"a", "#>>", "b"}},
		{"a number sign is a comment in mysql", MySQL, "a #>> b\nc", []string{"a", "c"}},
		{"square brackets quote in sqlite", SQLite, "[a b]", []string{"[a b]"}},
		{"and index in postgresql", PostgreSQL, "a[1]", []string{"a", "[", "1", "]"}},
		{"a dollar quote starts at a token", PostgreSQL, "a$b$ $x$'$x$", []string{"a$b$", "$x$'$x$"}},
		{"a doubled quote stays inside", SQLite, `"a""b"'c''d'`, []string{`"a""b"`, `'c''d'`}},
		{"a number with an exponent", MySQL, "1.5e-3+1e", nil},
		{"null-safe equality is one operator", MySQL, "a<=>b", []string{"a", "<=>", "b"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tokens, err := lex(tc.dialect, tc.text)
			if tc.want == nil {
				if err == nil {
					t.Fatal("not refused")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, tok := range tokens {
				got = append(got, tok.Raw)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLexRefusesWhatIsNotText(t *testing.T) {
	for name, text := range map[string]string{
		"not UTF-8":    "select '\xff'",
		"over the cap": "select '" + strings.Repeat("a", MaxText) + "'",
	} {
		if _, err := lex(SQLite, text); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestDialectNames(t *testing.T) {
	for _, d := range []Dialect{SQLite, PostgreSQL, MySQL} {
		if got, ok := ParseDialect(d.String()); !ok || got != d {
			t.Errorf("%v is not found by its name", d)
		}
	}
	if _, ok := ParseDialect("oracle"); ok || Dialect(0).String() != "no dialect" {
		t.Error("a dialect that does not exist is found")
	}
}
