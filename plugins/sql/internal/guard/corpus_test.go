package guard

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"
)

// example is one line of the corpus.
type example struct {
	accept  bool
	dialect Dialect
	reason  string
	text    string
}

// corpus reads testdata/corpus.txt, one example a dialect.
func corpus(t testing.TB) []example {
	t.Helper()
	f, err := os.Open("testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unescape := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r", `\t`, "\t", `\f`, "\f", `\0`, "\x00", `\uFEFF`, "\ufeff")
	var out []example
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		parts := strings.SplitN(line, " | ", 4)
		if len(parts) != 4 || (parts[0] != "accept" && parts[0] != "refuse") {
			t.Fatalf("not a case: %s", line)
		}
		names := parts[1]
		if names == "all" {
			names = "sqlite postgresql mysql"
		}
		for _, name := range strings.Fields(names) {
			d, ok := ParseDialect(name)
			if !ok {
				t.Fatalf("no dialect %q: %s", name, line)
			}
			out = append(out, example{parts[0] == "accept", d, parts[2], unescape.Replace(parts[3])})
		}
	}
	return out
}

func TestCorpus(t *testing.T) {
	cases := corpus(t)
	if len(cases) < 300 {
		t.Fatalf("%d cases: the corpus was not read", len(cases))
	}
	for _, e := range cases {
		t.Run(e.dialect.String()+"/"+e.reason, func(t *testing.T) {
			_, err := Prepare(e.dialect, e.text, nil, nil)
			if e.accept && err != nil {
				t.Errorf("refused: %v\n%s", err, e.text)
			}
			var refusal *Refusal
			if !e.accept && !errors.As(err, &refusal) {
				t.Errorf("accepted, or no refusal: %v\n%s", err, e.text)
			}
		})
	}
}
