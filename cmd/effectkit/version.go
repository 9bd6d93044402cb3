package main

import (
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

func newVersion(c *console) *cobra.Command {
	var out output
	cmd := &cobra.Command{
		Use:   "version",
		Short: "say which effectkit this is",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			v := struct {
				Version  string `json:"version"`
				Go       string `json:"go"`
				Platform string `json:"platform"`
			}{version(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			if out.json() {
				return json.NewEncoder(c.out).Encode(v)
			}
			_, err := fmt.Fprintf(c.out, "effectkit %s (%s, %s)\n", v.Version, v.Go, v.Platform)
			return err
		},
	}
	out.register(cmd)
	return cmd
}
