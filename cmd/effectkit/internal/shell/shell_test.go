package shell

import (
	"os/exec"
	"strings"
	"testing"
)

func TestJoin(t *testing.T) {
	got := Join([]string{"effectkit", "--baseline", "a b", "it's", ""})
	if want := `effectkit --baseline 'a b' 'it'\''s' ''`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAShellReadsTheSameWords(t *testing.T) {
	words := []string{"a", "", "b c", `"'\`, "$HOME", "`id`", "a;b", "*", "~", "line\nbreak", "#x", "=y", "é"}
	out, err := exec.Command("sh", "-c", `printf '%s\0' `+Join(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); strings.Join(got, "\x00") != strings.Join(words, "\x00") {
		t.Errorf("got %q, want %q", got, words)
	}
}
