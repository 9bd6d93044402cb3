package httpread

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
)

func linksOf(t *testing.T, lines ...string) Links {
	t.Helper()
	at, err := url.Parse("https://api.example.test/x?page=2")
	if err != nil {
		t.Fatal(err)
	}
	return ParseLinks(http.Header{"Link": lines}, at)
}

func next(l Links) string {
	switch {
	case l.Broken:
		return "broken"
	case l.Next != nil:
		return l.Next.String()
	case l.Paging:
		return "end"
	}
	return "none"
}

func TestLinkHeadersFromTheWild(t *testing.T) {
	file, err := os.ReadFile("testdata/links.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"https://api.example.test/x?f=a,b&page=2", "end", "https://api.example.test/x?page=3", "end"}
	i := 0
	for line := range strings.SplitSeq(string(file), "\n") {
		text, ok := strings.CutPrefix(line, "Link: ")
		if !ok {
			continue
		}
		if got := next(linksOf(t, text)); got != want[i] {
			t.Errorf("%s: %s, want %s", line, got, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d lines", i)
	}
}

func TestLinkHeaders(t *testing.T) {
	const n = "https://api.example.test/n"
	for line, want := range map[string]string{
		`<https://api.example.test/n>; rel="next"`: n,
		`</n>;rel=next`:                               n,
		`</n> ; rel = "next"`:                         n,
		`</n>; title="a, b; rel=prev"; rel="next"`:    n,
		`</n>; title="a \" , b"; REL=NEXT`:            n,
		`</p>; rel=prev, </n>; rel="last next"`:       n,
		`</n>; rel=next; rel=prev`:                    n,
		`</n>; rel=prev; rel=next`:                    "end",
		`</n>; rel="next", </n>; rel="next"`:          n,
		`</n>; rel="next", </m>; rel="next"`:          "broken",
		`</style.css>; rel=preload; as=style`:         "none",
		`, </n>; rel=next ,`:                          n,
		`</n>; ; rel=next;`:                           n,
		`</n>; crossorigin; rel=next`:                 n,
		`/n; rel=next`:                                "broken",
		`</n; rel=next`:                               "broken",
		`</n> rel=next`:                               "broken",
		`</n>; rel="next`:                             "broken",
		`</n>; =next`:                                 "broken",
		`<https://exa mple/%zz>; rel=next`:            "broken",
		`<https://elsewhere.example.test/n>;rel=next`: "https://elsewhere.example.test/n",
	} {
		if got := next(linksOf(t, line)); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	if got := next(linksOf(t, `</p>; rel=prev`, `</n>; rel=next`)); got != n {
		t.Errorf("two lines: %s", got)
	}
	if got := next(linksOf(t)); got != "none" {
		t.Errorf("no line: %s", got)
	}
}

func FuzzLinkHeadersNeverPanic(f *testing.F) {
	f.Add(`</n>; title="a, b"; rel="next", <x>`)
	f.Fuzz(func(t *testing.T, line string) {
		at, _ := url.Parse("https://api.example.test/x")
		l := ParseLinks(http.Header{"Link": {line}}, at)
		if l.Next != nil && !l.Paging {
			t.Error("a next link without paging")
		}
	})
}
