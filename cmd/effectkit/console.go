package main

import (
	"encoding/json"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// console is what a command reads, writes and knows of its surroundings.
type console struct {
	in  io.Reader
	out io.Writer
	err io.Writer
	env func(string) (string, bool)
	// unfinished is the command line that finishes a job whose action may have
	// begun; nil where there is none. A fault of our own prints it.
	unfinished []string
	// outTTY and errTTY tell whether a person may be looking.
	outTTY, errTTY bool
}

func system() *console {
	return &console{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.LookupEnv,
		outTTY: isTerminal(os.Stdout), errTTY: isTerminal(os.Stderr),
	}
}

// isTerminal asks for the terminal's size, which nothing else has.
func isTerminal(f *os.File) bool {
	_, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	return err == nil
}

// set tells whether a variable is there and not empty, as NO_COLOR and CI ask.
func (c *console) set(name string) bool {
	v, ok := c.env(name)
	return ok && v != ""
}

// writeJSON writes v on standard output, indented for people.
func (c *console) writeJSON(v any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// dumb tells whether the terminal takes no control sequences.
func (c *console) dumb() bool {
	term, _ := c.env("TERM")
	return term == "" || term == "dumb"
}

// colour tells whether a text on a stream may be coloured.
func (c *console) colour(tty bool) bool { return tty && !c.set("NO_COLOR") && !c.dumb() }

// live tells whether a status line may be drawn on standard error.
func (c *console) live() bool { return c.errTTY && !c.set("CI") && !c.dumb() }
