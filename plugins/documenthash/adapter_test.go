package documenthash

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
)

func capture(t *testing.T, section map[string]any, params map[string]string) *sdktest.Result {
	t.Helper()
	text, err := json.Marshal(section)
	if err != nil {
		t.Fatal(err)
	}
	return sdktest.Capture(context.Background(), sdktest.Request{Adapter: New(), Section: string(text), Params: params})
}

func write(t *testing.T, root, name, content string) {
	t.Helper()
	at := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// digests gives the digest of each path.
func digests(t *testing.T, r *sdktest.Result) map[string]string {
	t.Helper()
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	out := map[string]string{}
	for _, rec := range r.Records() {
		if !value.Same(rec["id"], rec["path"]) {
			t.Errorf("id %q of path %q", rec["id"].Text(), rec["path"].Text())
		}
		out[rec["path"].Text()] = rec["sha256"].Text()
	}
	return out
}

func TestEveryDocumentIsHashed(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a.txt", "foo")
	write(t, root, "d/b.txt", "")
	write(t, root, "d/c.bin", "foo")
	const foo = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
	const none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	got := capture(t, map[string]any{"root": root}, nil)
	want := map[string]string{"a.txt": foo, "d/b.txt": none, "d/c.bin": foo}
	if d := cmp.Diff(want, digests(t, got)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(got.Trailer.Gaps) != 0 || got.Trailer.Source == "" {
		t.Errorf("gaps %v, source %q", got.Trailer.Gaps, got.Trailer.Source)
	}
	some := capture(t, map[string]any{"root": root, "glob": "d/*.txt"}, nil)
	if d := cmp.Diff(map[string]string{"d/b.txt": none}, digests(t, some)); d != "" {
		t.Errorf("a glob (-want +got):\n%s", d)
	}
}

func TestARewriteThatKeepsSizeAndTimeIsSeen(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a.csv", "id,v\n1,one\n")
	old := time.Unix(1_700_000_000, 0)
	at := filepath.Join(root, "a.csv")
	if err := os.Chtimes(at, old, old); err != nil {
		t.Fatal(err)
	}
	before := digests(t, capture(t, map[string]any{"root": root}, nil))
	write(t, root, "a.csv", "id,v\n1,two\n")
	if err := os.Chtimes(at, old, old); err != nil {
		t.Fatal(err)
	}
	after := digests(t, capture(t, map[string]any{"root": root}, nil))
	if before["a.csv"] == after["a.csv"] {
		t.Error("the rewrite went unseen")
	}
}

func TestAnExpectedDigestIsReadInAnySpelling(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a", "foo")
	section := map[string]any{"root": root, "expect_sha256": map[string]any{"param": "digest"}}
	for digest, want := range map[string]bool{
		"SHA256:2C26B46B68FFC68FF99B453C1D30413413422D706483BFA0F98A5E886266E7AE": true,
		"sha256-LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=":                     true,
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855":        false,
	} {
		r := capture(t, section, map[string]string{"digest": digest})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		if got := r.Records()[0]["sha256_ok"]; got.Kind() != value.Bool || got.Bool() != want {
			t.Errorf("%s: sha256_ok is %q", digest, got.Text())
		}
	}
	r := capture(t, section, map[string]string{"digest": "acbd18db4cc2f85cedef654fccc4a4d8"})
	if re := sdk.AsReadError(r.Err); re == nil || re.Reason != sdk.ReasonMisconfigured {
		t.Errorf("an MD5 for a SHA-256 is answered by %v", r.Err)
	}
}

func TestAStoreThatCannotBeSeenIsNeverEmpty(t *testing.T) {
	root := t.TempDir()
	write(t, root, "file", "x")
	for name, c := range map[string]struct {
		section map[string]any
		reason  sdk.Reason
		detail  string
	}{
		"a root that is missing": {map[string]any{"root": filepath.Join(root, "no")}, sdk.ReasonUnreachable,
			"the root is not there; create the folder, or mend root"},
		"a root that is a file": {map[string]any{"root": filepath.Join(root, "file")}, sdk.ReasonMisconfigured,
			"the root is not a folder"},
		"a glob that climbs": {map[string]any{"root": root, "glob": "../*"}, sdk.ReasonMisconfigured,
			`"glob": the pattern has a . or .. folder; nothing outside the root is ever read`},
		"a glob that is absolute": {map[string]any{"root": root, "glob": "/etc/*"}, sdk.ReasonMisconfigured,
			`"glob": the pattern is absolute; write it relative to the root`},
	} {
		t.Run(name, func(t *testing.T) {
			re := sdk.AsReadError(capture(t, c.section, nil).Err)
			if re == nil || re.Reason != c.reason || re.Detail != c.detail {
				t.Errorf("answered by %+v", re)
			}
		})
	}
}

func TestALinkIsAGapAndIsNotRead(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a", "foo")
	if err := os.Symlink("/etc/passwd", filepath.Join(root, "b")); err != nil {
		t.Fatal(err)
	}
	r := capture(t, map[string]any{"root": root}, nil)
	want := []value.Gap{{Kind: value.GapUncrossable, Detail: "1 entry: a link, which is not followed"}}
	if d := cmp.Diff(want, r.Trailer.Gaps); d != "" || len(digests(t, r)) != 1 {
		t.Errorf("%d records, gaps (-want +got):\n%s", len(r.Records()), d)
	}
}
