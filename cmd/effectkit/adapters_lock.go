package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/host"
)

func newAdaptersLock(c *console) *cobra.Command {
	var f hostFlags
	var out output
	cmd := &cobra.Command{
		Use:   "lock --deployment D",
		Short: "trust the plugins of a deployment as they are now",
		Long: `lock hashes each plugin that the deployment names, starts it once to hear its
kind, and writes effectkit.lock beside the deployment. From then on these bytes
run and no others. Status 1 when a plugin could not be locked; the others are.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needs(cmd, "deployment"); err != nil {
				return err
			}
			return f.lock(cmd.Context(), c, out.json())
		},
	}
	f.register(cmd)
	out.register(cmd)
	return cmd
}

func (f *hostFlags) lock(ctx context.Context, c *console, asJSON bool) error {
	o, err := f.options(c)
	if err != nil {
		return err
	}
	d, err := f.read(c)
	if err != nil {
		return err
	}
	res, err := host.LockPlugins(ctx, host.LockRequest{Deployment: d, Options: o})
	if err != nil {
		return exit.With(exit.BadFile, err)
	}
	if asJSON {
		err = writeLockedJSON(c, res)
	} else {
		writeLocked(c, res)
	}
	for _, p := range res.Plugins {
		if p.Problem != "" && err == nil {
			err = exit.Silent(exit.No)
		}
	}
	return err
}

func writeLocked(c *console, res host.LockResult) {
	held := 0
	for _, p := range res.Plugins {
		switch {
		case p.Problem != "":
			fmt.Fprintf(c.out, "%s: not locked: %s\n  path: %s\n", nameOf(p.Kind, p.Path), p.Problem, p.Path)
			continue
		case p.Changed:
			fmt.Fprintf(c.out, "%s: locked, version %s\n", p.Kind, p.Version)
		default:
			fmt.Fprintf(c.out, "%s: locked before, version %s\n", p.Kind, p.Version)
		}
		held++
		fmt.Fprintf(c.out, "  path: %s\n  sha256: %s\n", p.Path, p.Digest)
	}
	fmt.Fprintf(c.out, "%s in %s\n", plural(held, "plugin"), res.Path)
}

func writeLockedJSON(c *console, res host.LockResult) error {
	type locked struct {
		Kind    string `json:"kind"`
		Path    string `json:"path"`
		Version string `json:"version,omitempty"`
		Digest  string `json:"digest,omitempty"`
		Changed bool   `json:"changed"`
		Problem string `json:"problem,omitempty"`
	}
	plugins := make([]locked, len(res.Plugins))
	for i, p := range res.Plugins {
		plugins[i] = locked{p.Kind, p.Path, p.Version, p.Digest, p.Changed, p.Problem}
	}
	return c.writeJSON(struct {
		Lock    string   `json:"lock"`
		Plugins []locked `json:"plugins"`
	}{res.Path, plugins})
}
