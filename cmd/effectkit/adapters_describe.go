package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/host"
)

func newAdaptersDescribe(c *console) *cobra.Command {
	var f hostFlags
	var out output
	cmd := &cobra.Command{
		Use:   "describe KIND [--deployment D]",
		Short: "show what an adapter is and the schema of its section",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("%s takes one kind; see effectkit adapters list", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := f.list(cmd.Context(), c, true)
			if err != nil {
				return err
			}
			var kinds []string
			for _, a := range list {
				if a.Kind == args[0] {
					return describeAdapter(c, a, out.json())
				}
				kinds = append(kinds, a.Kind)
			}
			return exit.Usagef("%q is no kind of adapter%s", args[0], hint(args[0], kinds, "see effectkit adapters list"))
		},
	}
	f.register(cmd)
	out.register(cmd)
	return cmd
}

func describeAdapter(c *console, a host.AdapterInfo, asJSON bool) error {
	var err error
	if asJSON {
		err = c.writeJSON(infoOf(a))
	} else {
		fmt.Fprintf(c.out, "%s: %s\n  origin: %s\n  version: %s\n", a.Kind, a.Title, a.Origin, a.Version)
		if a.Tier.Valid() {
			fmt.Fprintf(c.out, "  tier: %d, %s\n", a.Tier, a.Tier)
		}
		if a.Disabled != "" {
			fmt.Fprintf(c.out, "  disabled: %s\n", a.Disabled)
		}
		if a.Schema != "" {
			fmt.Fprintln(c.out, "  section:")
			err = c.writeJSON(json.RawMessage(a.Schema))
		}
	}
	if err == nil && a.Disabled != "" {
		return exit.Silent(exit.No)
	}
	return err
}
