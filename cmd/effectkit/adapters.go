package main

import (
	"github.com/spf13/cobra"
)

func newAdapters(c *console) *cobra.Command {
	return &cobra.Command{Use: "adapters", Short: "list, describe and lock adapters", Args: noSuchCommand, RunE: needsCommand}
}
