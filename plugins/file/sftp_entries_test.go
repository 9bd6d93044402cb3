package file

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/effectkit/effectkit/internal/livetest/sshd"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
)

func TestEntriesOfEverySortOverSFTPAreToldApart(t *testing.T) {
	s := sshd.Start(t)
	drop(t, s, "a.csv", "foo")
	drop(t, s, "locked.csv", "foo")
	for _, err := range []error{
		os.Chmod(filepath.Join(s.Root, "locked.csv"), 0),
		os.Symlink("nowhere", filepath.Join(s.Root, "dangling.csv")),
		os.Symlink(".", filepath.Join(s.Root, "loop")),
		syscall.Mkfifo(filepath.Join(s.Root, "pipe.csv"), 0o644),
		os.Mkdir(filepath.Join(s.Root, "folder.csv"), 0o755),
		os.MkdirAll(filepath.Join(s.Root, "deep", "er"), 0o755),
		os.Mkdir(filepath.Join(s.Root, "shut"), 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	drop(t, s, "deep/er/b.csv", "bar")
	drop(t, s, "shut/c.csv", "baz")
	drop(t, s, "odd \xff\nname.csv", "x")
	req := over(s, nil)
	req.Section = req.Section[:len(req.Section)-1] + `,"file_pattern":"**/*.csv"}`
	r := sdktest.Capture(context.Background(), req)
	got := paths(t, r)
	slices.Sort(got)
	if d := cmp.Diff([]string{"a.csv", "deep/er/b.csv", "odd \xff\nname.csv"}, got); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	want := []value.Gap{
		{Kind: value.GapUncrossable, Detail: "2 entries: a link, which is not followed"},
		{Kind: value.GapUncrossable, Detail: "1 entry: a pipe, socket or device, which is not opened"},
		{Kind: value.GapUnobserved, Detail: "1 entry: not readable"},
		{Kind: value.GapUnobserved, Detail: "1 entry: in a folder that cannot be listed"},
		{Kind: value.GapUnobserved, Detail: "1 entry: a folder with a name that the pattern matches", Advisory: true},
	}
	if d := cmp.Diff(want, r.Trailer.Gaps); d != "" {
		t.Errorf("gaps (-want +got):\n%s", d)
	}
}

func TestAFolderOfThousandsOverSFTPIsListedWhole(t *testing.T) {
	const entries = 3000 // some thirty answers of the server's
	s := sshd.Start(t)
	for i := range entries {
		drop(t, s, fmt.Sprintf("claim-%05d.csv", i), "")
	}
	req := over(s, nil)
	r := sdktest.Capture(context.Background(), req)
	got := paths(t, r)
	slices.Sort(got)
	if got = slices.Compact(got); len(got) != entries || len(r.Trailer.Gaps) != 0 {
		t.Errorf("%d of %d files, gaps %v", len(got), entries, r.Trailer.Gaps)
	}
	req.MaxRows = entries - 1
	if re := sdk.AsReadError(sdktest.Capture(context.Background(), req).Err); re == nil || re.Reason != sdk.ReasonTooLarge {
		t.Errorf("more than may be listed is answered by %+v", re)
	}
}

func TestAServerReadWithTheKeysOfAnAgent(t *testing.T) {
	s := sshd.Start(t)
	drop(t, s, "a.csv", "foo")
	key, err := ssh.ParseRawPrivateKey([]byte(s.Key))
	if err != nil {
		t.Fatal(err)
	}
	for name, keys := range map[string][]any{"the right one": {key}, "none": nil} {
		t.Run(name, func(t *testing.T) {
			ring := agent.NewKeyring()
			for _, k := range keys {
				if err := ring.Add(agent.AddedKey{PrivateKey: k}); err != nil {
					t.Fatal(err)
				}
			}
			dir, err := os.MkdirTemp("", "agent") // a socket's path is short
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			socket := filepath.Join(dir, "s")
			l, err := net.Listen("unix", socket)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			go func() {
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					_ = agent.ServeAgent(ring, c)
					_ = c.Close()
				}
			}()
			r := sdktest.Capture(context.Background(), over(s, func(sftp map[string]any, secrets map[string]string) {
				delete(sftp, "key_env")
				delete(secrets, "/sftp/key_env")
				sftp["agent"] = socket
			}))
			if len(keys) == 0 {
				if re := sdk.AsReadError(r.Err); re == nil || re.Reason != sdk.ReasonCredentialRefused {
					t.Errorf("answered by %v", r.Err)
				}
				return
			}
			if d := cmp.Diff([]string{"a.csv"}, paths(t, r)); d != "" {
				t.Errorf("files (-want +got):\n%s", d)
			}
		})
	}
}
