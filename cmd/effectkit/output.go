package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// output is the form of a result on standard output: text for a person, json
// for a program.
type output string

var outputs = []string{"text", "json"}

func (o *output) register(cmd *cobra.Command) {
	*o = "text"
	cmd.Flags().VarP(o, "output", "o", "form of the result: text or json")
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(outputs, cobra.ShellCompDirectiveNoFileComp))
}

func (o *output) json() bool { return *o == "json" }

// String, Set and Type make it a flag's value.
func (o *output) String() string { return string(*o) }

// Set refuses any other form.
func (o *output) Set(text string) error {
	for _, known := range outputs {
		if text == known {
			*o = output(text)
			return nil
		}
	}
	return fmt.Errorf("%q is no form of a result%s", text, hint(text, outputs, ""))
}

// Type is what help calls the value.
func (o *output) Type() string { return "FORM" }
