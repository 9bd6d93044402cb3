package main

import (
	"github.com/spf13/cobra"
)

func newCompletion(c *console) *cobra.Command {
	return &cobra.Command{
		Use:       "completion bash|zsh|fish",
		Short:     "print the completion script of a shell",
		Args:      oneOf("shell", "bash", "zsh", "fish"),
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch root := cmd.Root(); args[0] {
			case "zsh":
				return root.GenZshCompletion(c.out)
			case "fish":
				return root.GenFishCompletion(c.out, true)
			default:
				return root.GenBashCompletionV2(c.out, true)
			}
		},
	}
}
