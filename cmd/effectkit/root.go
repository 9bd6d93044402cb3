package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/shell"
)

const about = `effectkit tells whether the effect of an action really landed in the system of
record: once, complete, and nothing else. It reads before and after, and judges.

Exit status: 0 proceed; 10 halted before effect (nothing was written);
2 reconciliation required; 3 refused before the action; 1 a plain no;
64 usage; 65 a bad file; 70 a fault of effectkit.
Every status but 0, 3 and 10 means: do not retry.`

// newRoot builds the whole command tree on a console.
func newRoot(c *console) *cobra.Command {
	root := &cobra.Command{
		Use:           "effectkit",
		Short:         "tells whether an effect really landed",
		Long:          about,
		Version:       version(), // as cobra's own --version, which people try first
		Args:          noSuchCommand,
		RunE:          needsCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate(versionLine())
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		newRun(c), newBaseline(c), newVerify(c), newJudge(c), newCheck(c), newDoctor(c),
		newAdapters(c), newAdapter(c), newSchema(c), newVersion(c), newCompletion(c),
	)
	return root
}

// execute runs one command line and gives the exit code. Nothing gets past it:
// a panic is a line and a code too.
func execute(args []string, c *console) (code exit.Code) {
	defer func() {
		if fault := recover(); fault != nil {
			code = exit.Panic
			fmt.Fprintf(c.err, "effectkit: a fault of effectkit itself, do not retry: %s\n%s", faultText(fault), frames())
			if c.unfinished != nil {
				fmt.Fprintf(c.err, "effectkit: the action may have run; once it has ended: %s\n", shell.Join(c.unfinished))
			}
		}
	}()
	root := newRoot(c)
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		return exit.Proceed
	}
	printError(c, err)
	return exit.Of(err, exit.Usage)
}

// printError writes an error as lines that each say which program speaks.
func printError(c *console, err error) {
	text := strings.TrimRight(err.Error(), "\n")
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(c.err, "effectkit: %s\n", line)
	}
}

// faultText shows a panic of the Go runtime, and of any other only the type:
// its text could hold a record's value.
func faultText(fault any) string {
	if err, ok := fault.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("panic of type %T", fault)
}

// frames are the stack's functions and places, without their arguments.
func frames() string {
	var b strings.Builder
	for line := range strings.Lines(string(debug.Stack())) {
		if place, ok := strings.CutPrefix(line, "\t"); ok {
			place, _, _ = strings.Cut(strings.TrimSpace(place), " ")
			b.WriteString("  at " + place[strings.LastIndexByte(place, '/')+1:] + "\n")
		}
	}
	return b.String()
}
