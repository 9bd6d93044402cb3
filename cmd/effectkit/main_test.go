package main

import (
	"io"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/effectkit/effectkit/examples/shop/till"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"effectkit": main,
		"shop":      func() { os.Exit(till.Main(os.Args[1:], os.Stdout, os.Stderr)) },
		"panics":    panics,
	})
}

// panics is an effectkit with a fault: it writes its result to nowhere. Given a
// command, it runs that and has the fault at the first line on standard error.
func panics() {
	c := system()
	if args := os.Args[1:]; len(args) > 1 {
		c.err = &faultyOnce{Writer: c.err}
		os.Exit(int(execute(args, c)))
	}
	c.out = faulty(os.Args[1:])
	os.Exit(int(execute([]string{"version"}, c)))
}

// faultyOnce writes from the second time on.
type faultyOnce struct {
	io.Writer
	done bool
}

func (f *faultyOnce) Write(p []byte) (int, error) {
	if !f.done {
		f.done = true
		panic("a value")
	}
	return f.Writer.Write(p)
}

type faulty []string

func (f faulty) Write([]byte) (int, error) {
	if len(f) > 0 {
		panic("a value: " + f[0])
	}
	return len(f[0]), nil
}

var update = os.Getenv("EFFECTKIT_UPDATE") != ""

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                commands,
		Setup:               setup(plugins(t)),
	})
}
