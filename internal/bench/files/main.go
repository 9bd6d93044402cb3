package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/emersion/go-message"

	"github.com/effectkit/effectkit/internal/bench/ratio"
	"github.com/effectkit/effectkit/plugins/documenthash"
	"github.com/effectkit/effectkit/plugins/email"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
)

const (
	trees    = 10_000
	messages = 50_000
)

func main() {
	dir, err := os.MkdirTemp("", "effectkit-bench-")
	ratio.Must(err)
	table := ratio.NewTable()
	hash(table, filepath.Join(dir, "tree"))
	mail(table, filepath.Join(dir, "mail"))
	ratio.Must(os.RemoveAll(dir))
	table.Exit()
}

// hash compares with two jobs of sha256sum under find.
func hash(table *ratio.Table, root string) {
	content := make([]byte, 16<<10)
	for i := range trees {
		at := filepath.Join(root, fmt.Sprintf("%02d", i%100))
		ratio.Must(os.MkdirAll(at, 0o755))
		for k := range content {
			content[k] = byte(i + k*31)
		}
		ratio.Must(os.WriteFile(filepath.Join(at, fmt.Sprintf("%d.bin", i)), content, 0o644))
	}
	table.Measure(fmt.Sprintf("hash %d files of 16 KiB, to find and sha256sum", trees), 1.3,
		func() {
			cmd := exec.Command("sh", "-c", `find "$1" -type f -print0 | xargs -0 -P 2 -n 500 sha256sum`, "sh", root)
			out, err := cmd.Output()
			ratio.Must(err)
			if n := bytes.Count(out, []byte("\n")); n != trees {
				ratio.Must(fmt.Errorf("sha256sum hashed %d files", n))
			}
		},
		func() { capture(documenthash.New(), root, trees) })
}

// mail compares with a loop that opens, parses and reads each message.
func mail(table *ratio.Table, root string) {
	for _, d := range []string{"new", "cur", "tmp"} {
		ratio.Must(os.MkdirAll(filepath.Join(root, d), 0o755))
	}
	for i := range messages {
		text := fmt.Sprintf("From: shop@example.test\r\nTo: ops@example.test\r\nSubject: order %d\r\nMessage-ID: <%d@example.test>\r\n"+
			"Date: Tue, 03 Mar 2026 10:00:05 +0000\r\n\r\n%s\r\n", i, i, bytes.Repeat([]byte("thank you. "), 100))
		ratio.Must(os.WriteFile(filepath.Join(root, "new", fmt.Sprintf("%d.M1P2.host", i)), []byte(text), 0o644))
	}
	table.Measure(fmt.Sprintf("read a Maildir of %d, to a plain parse loop", messages), 1.3,
		func() { parseAll(filepath.Join(root, "new")) },
		func() { capture(email.New(), root, messages) })
}

func parseAll(dir string) {
	entries, err := os.ReadDir(dir)
	ratio.Must(err)
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		ratio.Must(err)
		m, err := message.Read(bytes.NewReader(raw))
		ratio.Must(err)
		_, err = io.Copy(io.Discard, m.Body)
		ratio.Must(err)
	}
}

func capture(a sdk.Adapter, root string, want int) {
	section, err := json.Marshal(map[string]string{"root": root})
	ratio.Must(err)
	r := sdktest.Capture(context.Background(), sdktest.Request{Adapter: a, Section: string(section)})
	ratio.Must(r.Err)
	if n := int(r.Trailer.Records); n != want {
		ratio.Must(fmt.Errorf("%d records, not %d", n, want))
	}
}
