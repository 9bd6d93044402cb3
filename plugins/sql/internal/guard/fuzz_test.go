package guard

import (
	"slices"
	"strings"
	"testing"
)

// FuzzPrepare keeps laws that need no oracle over every text.
func FuzzPrepare(f *testing.F) {
	for _, e := range corpus(f) {
		f.Add(int(e.dialect), e.text)
	}
	f.Fuzz(func(t *testing.T, dialect int, text string) {
		d := Dialect(dialect)
		if d < SQLite || d > MySQL {
			return
		}
		st, err := Prepare(d, text, nil, nil)
		if err != nil {
			return
		}
		tokens, err := lex(d, text)
		if err != nil {
			t.Fatal("accepted what does not lex")
		}
		neverChanges(t, tokens)
		sameWhenSpaced(t, d, text, tokens, st)
	})
}

// neverChanges: no accepted text has a word that changes data where a word
// can act, nor a semicolon that is not the last token.
func neverChanges(t *testing.T, tokens []Token) {
	for i, tok := range tokens {
		last := i == len(tokens)-1
		if tok.punct(";") && !last {
			t.Fatalf("a second statement in %q", join(tokens))
		}
		if tok.Kind != Word || (i > 0 && tokens[i-1].punct(".")) {
			continue
		}
		called := !last && tokens[i+1].punct("(")
		for _, w := range []string{"insert", "update", "delete", "merge", "replace", "into", "returning"} {
			if tok.is(w) && !called {
				t.Fatalf("%s in %q", w, join(tokens))
			}
		}
	}
}

// sameWhenSpaced: blanks and comments between tokens change nothing. Line
// breaks stay, because PostgreSQL joins literals over them.
func sameWhenSpaced(t *testing.T, d Dialect, text string, tokens []Token, st *Statement) {
	spaced := slices.Clone(tokens)
	for i := range spaced {
		if spaced[i].Before == " " {
			spaced[i].Before = " /* c */ "
		}
	}
	again, err := Prepare(d, " "+join(spaced)+" ", nil, nil)
	if err != nil {
		t.Fatalf("%q is accepted and, with comments, refused: %v", text, err)
	}
	if !slices.Equal(again.Names, st.Names) || strings.TrimSpace(again.SQL) != st.SQL {
		t.Fatalf("%q is sent as %q and, with comments, as %q", text, st.SQL, again.SQL)
	}
}
