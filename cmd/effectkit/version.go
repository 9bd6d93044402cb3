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
			_, err := fmt.Fprint(c.out, versionLine())
			return err
		},
	}
	out.register(cmd)
	return cmd
}

func versionLine() string {
	return fmt.Sprintf("effectkit %s (%s, %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
