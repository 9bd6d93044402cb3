package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

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
	if !f.verbose {
		o.Logger = nil // the list itself says which cannot be used, and why
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
		fmt.Fprintf(c.out, "%s: %s", nameOf(a.Kind, a.Path), a.Origin)
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

// nameOf is what a person is told a plugin is: its kind, or the name of a file
// in a folder of plugins that is none.
func nameOf(kind, path string) string {
	if kind == "" {
		return fmt.Sprintf("%q", filepath.Base(path))
	}
	return kind
}
