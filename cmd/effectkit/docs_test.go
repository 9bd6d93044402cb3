package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
)

// consoleBlock is a transcript in a document: commands after "$ ", and what
// they print.
var consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```\n")

// transcripts are the documents whose transcripts are run, in one folder each.
var transcripts = []string{"README.md", "docs/operator.md", "docs/author.md"}

func TestTranscriptsAreTrue(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	bin := buildPrograms(t, root)
	for _, name := range transcripts {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(root, name)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := shopFolder(t, root, bin)
			blocks := 0
			got := consoleBlock.ReplaceAllFunc(text, func(block []byte) []byte {
				blocks++
				return s.replay(t, string(block))
			})
			if blocks == 0 {
				t.Fatal("no transcript")
			}
			if diff := cmp.Diff(alike(string(text)), alike(string(got))); diff != "" {
				if update {
					if err := os.WriteFile(path, got, 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				t.Errorf("-document +run\n%s", diff)
			}
		})
	}
}

func buildPrograms(t *testing.T, root string) string {
	t.Helper()
	bin := t.TempDir()
	build := func(dir string, args ...string) {
		cmd := exec.Command("go", append([]string{"build", "-o"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	build(root, bin+"/", "./cmd/effectkit", "./examples/shop")
	build(filepath.Join(root, "plugins", "csvledger-example"), filepath.Join(bin, "effectkit-adapter-csv-ledger"), ".")
	return bin
}

// folder is where the commands of a document run: the shop of the demo.
type folder struct {
	dir string
	env []string
}

func shopFolder(t *testing.T, root, bin string) folder {
	t.Helper()
	f := folder{dir: t.TempDir()}
	f.env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+f.dir, "BIN="+bin, "CI=1")
	for _, name := range []string{"deployment.yaml", "bundle.yaml"} {
		text, err := os.ReadFile(filepath.Join(root, "examples", "demo", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(f.dir, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if out, err := f.run("shop init shop.sqlite"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return f
}

func (f folder) run(line string) ([]byte, error) {
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir, cmd.Env = f.dir, f.env
	return cmd.CombinedOutput()
}

// replay runs the commands of a block and writes it anew. A command that ends
// with another status than 0 says so by "echo $?" after it.
func (f folder) replay(t *testing.T, block string) []byte {
	var b strings.Builder
	b.WriteString("```console\n")
	status := 0
	for line := range strings.Lines(strings.TrimPrefix(block, "```console\n")) {
		command, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "$ ")
		if !ok {
			continue // what an earlier run printed
		}
		fmt.Fprintf(&b, "$ %s\n", command)
		if command == "echo $?" {
			fmt.Fprintln(&b, status)
			status = 0
			continue
		}
		if status != 0 {
			t.Errorf("a command ended with status %d, and the document does not say so", status)
		}
		out, err := f.run(command)
		status = 0
		if err != nil {
			status = err.(*exec.ExitError).ExitCode()
		}
		b.WriteString(strings.ReplaceAll(string(out), f.dir, "/srv/shop"))
	}
	b.WriteString("```\n")
	return []byte(b.String())
}

// alike is a text without what differs from run to run.
func alike(text string) string {
	for _, c := range changing {
		text = c.find.ReplaceAllString(text, c.put)
	}
	return text
}

// The embedding example of the README and of the embedder's guide is the one
// that is compiled and run.
func TestTheEmbeddingExampleIsTheOneThatRuns(t *testing.T) {
	source, err := os.ReadFile("../../host/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	goBlock := regexp.MustCompile("(?s)```go\n(.*?)```\n")
	for _, name := range []string{"README.md", "docs/embedder.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		block := goBlock.FindSubmatch(text)
		if block == nil {
			t.Fatalf("%s has no example", name)
		}
		var indented strings.Builder
		for line := range strings.Lines(string(block[1])) {
			indented.WriteString("\t" + line)
		}
		if !strings.Contains(string(source), indented.String()) {
			t.Errorf("the example of %s does not stand in host/example_test.go:\n%s", name, &indented)
		}
	}
}

// The table of the README is the one that the demo is held to.
func TestTheTableIsTheDemos(t *testing.T) {
	golden, err := os.ReadFile("../../examples/demo/testdata/table.golden")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var indented strings.Builder
	for line := range strings.Lines(string(golden)) {
		indented.WriteString("    " + line)
	}
	if !strings.Contains(string(readme), indented.String()) {
		t.Errorf("the README's table is not the demo's:\n%s", &indented)
	}
}

// Every ground has its row in the operator's guide, and no other has.
func TestTheGuideKnowsEveryGround(t *testing.T) {
	guide, err := os.ReadFile("../../docs/operator.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(string(guide), "## What to do on each ground")
	named := map[string]bool{}
	for row := range strings.Lines(rows) {
		if first, _, ok := strings.Cut(strings.TrimPrefix(row, "| "), " |"); ok && strings.HasPrefix(first, "`") {
			for name := range strings.SplitSeq(first, ", ") {
				named[strings.Trim(name, "`")] = true
			}
		}
	}
	for _, g := range effect.Grounds() {
		if !named[string(g)] {
			t.Errorf("the guide does not say what to do on %q", g)
		}
		delete(named, string(g))
	}
	for name := range named {
		t.Errorf("the guide names %q, which is no ground", name)
	}
}
