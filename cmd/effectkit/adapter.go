package main

import (
	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/sdk"
)

// newAdapter serves a built-in adapter as its own process, for a section that
// says isolate: true. The host starts it; a person has no use for it.
func newAdapter(*console) *cobra.Command {
	return &cobra.Command{
		Use:    "adapter KIND",
		Short:  "serve a built-in adapter out of process",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			var kinds []string
			for _, a := range builtin.All() {
				kind := a.Describe().Kind
				if len(args) == 1 && args[0] == kind {
					sdk.Serve(a)
					return nil
				}
				kinds = append(kinds, kind)
			}
			return oneOf("built-in kind", kinds...)(cmd, args)
		},
	}
}
