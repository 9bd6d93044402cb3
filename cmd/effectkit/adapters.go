package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/files"
	"github.com/effectkit/effectkit/host"
)

func newAdapters(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "adapters",
		Short: "list, describe and lock adapters",
		Args:  noSuchCommand,
		RunE:  needsCommand,
	}
	cmd.AddCommand(newAdaptersList(c), newAdaptersDescribe(c), newAdaptersLock(c))
	return cmd
}

// adapterInfo is one adapter as JSON.
type adapterInfo struct {
	Kind     string          `json:"kind"`
	Version  string          `json:"version,omitempty"`
	Title    string          `json:"title,omitempty"`
	Tier     int             `json:"tier,omitempty"`
	Origin   string          `json:"origin"`
	Path     string          `json:"path,omitempty"`
	Digest   string          `json:"digest,omitempty"`
	Disabled string          `json:"disabled,omitempty"`
	Schema   json.RawMessage `json:"schema,omitempty"`
}

func infoOf(a host.AdapterInfo) adapterInfo {
	return adapterInfo{
		Kind: a.Kind, Version: a.Version, Title: a.Title, Tier: int(a.Tier), Origin: a.Origin,
		Path: a.Path, Digest: a.Digest, Disabled: a.Disabled, Schema: json.RawMessage(a.Schema),
	}
}

// list asks the host which adapters there are. Without a deployment they are
// the built-in ones. start starts the plugins.
func (f *hostFlags) list(ctx context.Context, c *console, start bool) ([]host.AdapterInfo, error) {
	o, err := f.options(c)
	if err != nil {
		return nil, err
	}
	req := host.ListRequest{Options: o, Start: start}
	if f.deployment != "" {
		if req.Deployment, err = f.read(c); err != nil {
			return nil, err
		}
	}
	list, err := host.ListAdapters(ctx, req)
	return list, exit.With(exit.BadFile, err)
}

// read reads the deployment for a command that stands before any action.
func (f *hostFlags) read(c *console) (*host.Deployment, error) {
	if _, err := files.Read(f.deployment, c.in); err != nil {
		return nil, exit.With(exit.BadFile, err)
	}
	d, err := host.LoadDeployment(f.deployment)
	return d, exit.With(exit.BadFile, err)
}

func newAdaptersList(c *console) *cobra.Command {
	var f hostFlags
	var out output
	cmd := &cobra.Command{
		Use:   "list [--deployment D]",
		Short: "list what is built in, and the plugins of a deployment",
		Long: `list shows the built-in adapters and, with --deployment, the plugins that it
names: those that cannot be used with the reason. It starts none.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := f.list(cmd.Context(), c, false)
			if err != nil {
				return err
			}
			return writeAdapters(c, list, out.json())
		},
	}
	f.register(cmd)
	out.register(cmd)
	return cmd
}

func writeAdapters(c *console, list []host.AdapterInfo, asJSON bool) error {
	if asJSON {
		infos := make([]adapterInfo, len(list))
		for i, a := range list {
			infos[i] = infoOf(a)
			infos[i].Schema = nil
		}
		return c.writeJSON(infos)
	}
	for _, a := range list {
		fmt.Fprintf(c.out, "%s: %s", a.Kind, a.Origin)
		if a.Version != "" {
			fmt.Fprintf(c.out, ", version %s", a.Version)
		}
		if a.Tier.Valid() {
			fmt.Fprintf(c.out, ", %s", a.Tier)
		}
		fmt.Fprintln(c.out)
		if a.Path != "" {
			fmt.Fprintf(c.out, "  path: %s\n", a.Path)
		}
		if a.Disabled != "" {
			fmt.Fprintf(c.out, "  disabled: %s\n", a.Disabled)
		}
	}
	return nil
}

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
	for _, p := range res.Plugins {
		switch {
		case p.Problem != "":
			fmt.Fprintf(c.out, "%s: not locked: %s\n  path: %s\n", p.Kind, p.Problem, p.Path)
			continue
		case p.Changed:
			fmt.Fprintf(c.out, "%s: locked, version %s\n", p.Kind, p.Version)
		default:
			fmt.Fprintf(c.out, "%s: locked before, version %s\n", p.Kind, p.Version)
		}
		fmt.Fprintf(c.out, "  path: %s\n  sha256: %s\n", p.Path, p.Digest)
	}
	fmt.Fprintf(c.out, "%s in %s\n", plural(len(res.Plugins), "plugin"), res.Path)
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
