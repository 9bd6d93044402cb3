package files

import (
	"errors"
	"strings"
	"testing"
)

func TestPatternsThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		pattern string
		want    error
	}{
		"an empty pattern":                      {"", ErrPatternEmpty},
		"a blank pattern":                       {"  ", ErrPatternEmpty},
		"an absolute pattern":                   {"/etc/*", ErrPatternAbsolute},
		"a drive of another system":             {`C:\in\*.csv`, ErrPatternAbsolute},
		"a pattern that climbs":                 {"../*.csv", ErrPatternClimbs},
		"a pattern that climbs further on":      {"in/../../*.csv", ErrPatternClimbs},
		"a pattern that names the folder again": {"./*.csv", ErrPatternClimbs},
		"a class that does not end":             {"a[", ErrPatternSyntax},
		"an empty folder":                       {"a//b", ErrPatternSyntax},
		"a folder at the end":                   {"a/", ErrPatternSyntax},
		"a NUL":                                 {"a\x00", ErrPatternSyntax},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewPattern(c.pattern); !errors.Is(err, c.want) {
				t.Errorf("NewPattern(%q) = %v, want %v", c.pattern, err, c.want)
			}
		})
	}
}

func TestPatternsMatchPaths(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no string // blank-separated
	}{
		{"*", "a a.csv .a", "a/b"},
		{"*.csv", "a.csv", "a.csv.part d/a.csv A.CSV"},
		{"in/*.csv", "in/a.csv", "a.csv in/d/a.csv out/a.csv"},
		{"**", "a d/a d/e/a", ""},
		{"**/*.csv", "a.csv d/a.csv d/e/a.csv", "a.txt d/a.txt"},
		{"in/**/x", "in/x in/a/x in/a/b/x", "x out/x in/a"},
		{"**/**/x", "x a/x a/b/x", "a"},
		{"[ab]?.csv", "a1.csv bx.csv", "c1.csv a.csv"},
		{`a\*`, "a*", "ab"},
	} {
		p, err := NewPattern(c.pattern)
		if err != nil {
			t.Fatalf("NewPattern(%q): %v", c.pattern, err)
		}
		for _, name := range strings.Fields(c.yes) {
			if !p.Match(name) {
				t.Errorf("%q does not match %q", c.pattern, name)
			}
		}
		for _, name := range strings.Fields(c.no) {
			if p.Match(name) {
				t.Errorf("%q matches %q", c.pattern, name)
			}
		}
	}
}

func TestAFolderThatMayHoldAMatchIsEntered(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no string
	}{
		{"*.csv", ".", "in in/a.csv"},
		{"in/*.csv", ". in", "out in/d"},
		{"**/*.csv", ". a a/b", ""},
		{"in/**/x", ". in in/a in/a/b", "out"},
	} {
		p, _ := NewPattern(c.pattern)
		for _, dir := range strings.Fields(c.yes) {
			if !p.Enter(dir) {
				t.Errorf("%q does not enter %q", c.pattern, dir)
			}
		}
		for _, dir := range strings.Fields(c.no) {
			if p.Enter(dir) {
				t.Errorf("%q enters %q", c.pattern, dir)
			}
		}
	}
}

// A path that matches lies in folders that are all entered, else it would
// never be seen.
func FuzzAMatchIsNeverOutOfReach(f *testing.F) {
	f.Add("in/**/x", "in/a/b/x")
	f.Add("**", "a/b")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		p, err := NewPattern(pattern)
		if err != nil || len(pattern) > 64 || len(name) > 64 || !p.Match(name) {
			return
		}
		for i, c := range name {
			if c == '/' && name[:i] != "." && !p.Enter(name[:i]) {
				t.Errorf("%q matches %q and does not enter %q", pattern, name, name[:i])
			}
		}
	})
}

func TestTemporaryNames(t *testing.T) {
	extra, err := NewTemporary([]string{"*.uploading", "_*"})
	if err != nil {
		t.Fatal(err)
	}
	for name, final := range map[string]string{
		"report.csv.part":      "report.csv",
		"report.csv.filepart":  "report.csv",
		"report.csv.TMP":       "report.csv",
		"report.csv~":          "report.csv",
		".report.csv":          "report.csv",
		".report.csv.Xy12Ab":   "report.csv",
		".report.csv.swp":      "report.csv",
		"report.csv.uploading": "report.csv.uploading",
		"_report.csv":          "_report.csv",
	} {
		finals, temporary := extra.Check(name)
		if !temporary {
			t.Errorf("%q is taken for final", name)
		}
		found := false
		for _, f := range finals {
			found = found || f == final
		}
		if !found {
			t.Errorf("%q stands for %q, want %q among them", name, finals, final)
		}
	}
	for _, name := range []string{"report.csv", "part", "tmp.csv", "a.b", "report.parts"} {
		if _, temporary := extra.Check(name); temporary {
			t.Errorf("%q is taken for temporary", name)
		}
	}
	for _, bad := range [][]string{{""}, {"a["}, {"a/b"}} {
		if _, err := NewTemporary(bad); err == nil {
			t.Errorf("NewTemporary(%q) is accepted", bad)
		}
	}
}

func TestSpellingsOfASHA256(t *testing.T) {
	const want = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
	for _, text := range []string{
		want,
		strings.ToUpper(want),
		"sha256:" + want,
		"SHA-256: " + strings.ToUpper(want),
		want + "  report.csv",
		want + " *report.csv",
		"LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=",
		"sha256-LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=",
		"LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564",
		" " + want + "\n",
	} {
		if got, err := ParseSHA256(text); err != nil || got != want {
			t.Errorf("ParseSHA256(%q) = %q, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "acbd18db4cc2f85cedef654fccc4a4d8", "md5:acbd18db4cc2f85cedef654fccc4a4d8", "sha1:" + want,
		want[:63], want + "0", strings.Repeat("g", 64), "sha512-" + want,
	} {
		if got, err := ParseSHA256(text); !errors.Is(err, ErrNotSHA256) {
			t.Errorf("ParseSHA256(%q) = %q, %v", text, got, err)
		}
	}
}
