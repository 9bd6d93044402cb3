package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// setup gives each script a home of its own, and none of this machine's
// settings.
func setup(programs string) func(*testscript.Env) error {
	return func(env *testscript.Env) error {
		vectors, err := filepath.Abs("../../judge/testdata/judge.jsonl")
		if err != nil {
			return err
		}
		for name, value := range map[string]string{
			"HOME": env.WorkDir + "/home", "XDG_STATE_HOME": "", "CI": "", "NO_COLOR": "",
			"VECTORS": vectors,
			"LEDGER":  filepath.Join(programs, "effectkit-adapter-csv-ledger"),
			"VAULT":   filepath.Join(programs, "effectkit-adapter-acme-vault"),
		} {
			env.Setenv(name, value)
		}
		return os.Mkdir(env.WorkDir+"/home", 0o700)
	}
}

// plugins builds the plugins that scripts use and gives their folder.
func plugins(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for folder, program := range map[string]string{
		"../../plugins/csvledger-example": "effectkit-adapter-csv-ledger", // a module of its own
		"testdata/vault":                  "effectkit-adapter-acme-vault",
	} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, program), ".")
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", program, err, out)
		}
	}
	return dir
}

// commands are what scripts have beside the standard ones.
var commands = map[string]func(*testscript.TestScript, bool, []string){
	"exits":   exits,
	"normal":  normal,
	"nowhere": nowhere,
}

// exits runs a command that ends with a status: exits CODE CMD [ARG]…
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE CMD [ARG]…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		got = e.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Logf("[stdout]\n%s\n[stderr]\n%s", ts.ReadFile("stdout"), ts.ReadFile("stderr"))
		ts.Fatalf("%s ended with status %d, want %d", args[1], got, want)
	}
}

// changing is what differs from run to run in a text that a person sees.
var changing = []struct {
	find *regexp.Regexp
	put  string
}{
	{regexp.MustCompile(`read: (once|\d+ times) in \d+\.\d s`), "read: N times in N s"},
	{regexp.MustCompile(`\b\d+(\.\d+)? (s|ms) after`), "N s after"},
	{regexp.MustCompile(`process \d+`), "process N"},
	{regexp.MustCompile(`/state/baselines/[^/\s]+`), "/state/baselines/TOKEN"},
	{regexp.MustCompile(`\b[0-9a-f]{64}\b`), "DIGEST"},
}

// normal writes what is alike in each run to a file: normal stdout|stderr|FILE
// OUT.
func normal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: normal FILE OUT")
	}
	text := strings.ReplaceAll(ts.ReadFile(args[0]), ts.Getenv("WORK"), "$WORK")
	for _, c := range changing {
		text = c.find.ReplaceAllString(text, c.put)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// nowhere fails when a secret stands in the last output or in a file below the
// work folder, in any form in which it could be recognised: nowhere SECRET
// [FILE-THAT-MAY]…
func nowhere(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: nowhere SECRET [FILE]…")
	}
	look := func(name string, text []byte) {
		if form := leak(text, args[0]); form != "" {
			ts.Fatalf("%s shows the secret in its %s form", name, form)
		}
	}
	look("stdout", []byte(ts.ReadFile("stdout")))
	look("stderr", []byte(ts.ReadFile("stderr")))
	ts.Check(filepath.WalkDir(ts.Getenv("WORK"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(ts.Getenv("WORK"), path)
		if err != nil {
			return err
		}
		for _, allowed := range args[1:] {
			if rel == allowed {
				return nil
			}
		}
		text, err := os.ReadFile(path)
		look(rel, text)
		return err
	}))
}

// leak says in which form a text shows a secret; "" when it does not.
func leak(text []byte, secret string) string {
	lower := bytes.ToLower(text)
	switch {
	case bytes.Contains(text, []byte(secret)):
		return "raw"
	case bytes.Contains(lower, []byte(hex.EncodeToString([]byte(secret)))):
		return "hex"
	case bytes.Contains(lower, []byte(strings.ToLower(url.QueryEscape(secret)))), bytes.Contains(lower, []byte(strings.ToLower(url.PathEscape(secret)))):
		return "URL"
	case bytes.Contains(text, []byte(strings.Trim(strconv.Quote(secret), `"`))):
		return "quoted"
	}
	// Base64 shows the middle of a secret unchanged at each of three offsets.
	for offset := range 3 {
		body := []byte(secret)[(3-offset)%3:]
		body = body[:len(body)/3*3]
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if bytes.Contains(text, []byte(enc.EncodeToString(body))) {
				return "base64"
			}
		}
	}
	return ""
}

func TestLeakSeesEveryForm(t *testing.T) {
	const secret = `s3cr3t/"ü+ canary`
	for form, text := range map[string]string{
		"raw":    "x" + secret,
		"hex":    hex.EncodeToString([]byte("--" + secret)),
		"URL":    url.QueryEscape(secret),
		"quoted": strconv.Quote(secret),
	} {
		if got := leak([]byte(text), secret); got != form {
			t.Errorf("%s form: found %q", form, got)
		}
	}
	for _, before := range []string{"", "a", "ab", "abc"} {
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			if leak([]byte(enc.EncodeToString([]byte(before+secret+"after"))), secret) != "base64" {
				t.Errorf("base64 after %d bytes is not seen", len(before))
			}
		}
	}
	if got := leak([]byte("s3cr3t"), secret); got != "" {
		t.Errorf("a part of it is taken for it: %s", got)
	}
}
