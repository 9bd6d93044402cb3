package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
)

// schemas are the JSON Schemas (draft 2020-12) of the files, by name.
var schemas = map[string]func() (string, error){
	"deployment": func() (string, error) { return host.DeploymentSchema(builtin.All()) },

	"bundle":  func() (string, error) { return effect.BundleSchema, nil },
	"verdict": func() (string, error) { return effect.VerdictSchema, nil },   // of one effect
	"outcome": func() (string, error) { return host.OutcomeJSONSchema, nil }, // of a step, as --result writes it
}

func newSchema(c *console) *cobra.Command {
	names := []string{"deployment", "bundle", "verdict", "outcome"}
	return &cobra.Command{
		Use:       "schema deployment|bundle|verdict|outcome",
		Short:     "print the JSON Schema of a file",
		Args:      oneOf("schema", names...),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := schemas[args[0]]()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.out, strings.TrimRight(text, "\n"))
			return err
		},
	}
}
