package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/effect/source"
)

func seeHelp(cmd *cobra.Command) string { return "see " + cmd.CommandPath() + " --help" }

// noSuchCommand refuses a word that names no command.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			known = append(known, sub.Name())
		}
	}
	return exit.Usagef("%q is no command of %s%s", args[0], cmd.CommandPath(), hint(args[0], known, seeHelp(cmd)))
}

// needsCommand is what a command does that only holds others.
func needsCommand(cmd *cobra.Command, _ []string) error {
	return exit.Usagef("say which command; %s", seeHelp(cmd))
}

// noArguments refuses what stands after the flags.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return exit.Usagef("%q is one word too many for %s; %s", args[0], cmd.CommandPath(), seeHelp(cmd))
	}
	return nil
}

// oneOf asks for exactly one argument out of a closed list.
func oneOf(what string, known ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return exit.Usagef("%s takes one %s: %s", cmd.CommandPath(), what, strings.Join(known, ", "))
		}
		for _, k := range known {
			if args[0] == k {
				return nil
			}
		}
		return exit.Usagef("%q is no %s%s", args[0], what, hint(args[0], known, "there are "+strings.Join(known, ", ")))
	}
}

// needs refuses a command line that lacks a flag.
func needs(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := cmd.Flags().Lookup(name); f.Value.String() == "" {
			return exit.Usagef("%s needs --%s (%s)", cmd.CommandPath(), name, f.Usage)
		}
	}
	return nil
}

// flagError puts a mistake in the flags into our words.
func flagError(cmd *cobra.Command, err error) error {
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if shorts := e.GetSpecifiedShortnames(); shorts != "" {
			return exit.Usagef("%q is no flag of %s; %s", "-"+e.GetSpecifiedName(), cmd.CommandPath(), seeHelp(cmd))
		}
		name := e.GetSpecifiedName()
		otherwise := seeHelp(cmd)
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := source.Suggest(name, known); near != "" {
			otherwise = fmt.Sprintf("did you mean %q?", "--"+near)
		}
		return exit.Usagef("%q is no flag of %s; %s", "--"+name, cmd.CommandPath(), otherwise)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return exit.Usagef("--%s needs a value (%s)", e.GetFlag().Name, e.GetFlag().Usage)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return exit.Usagef("--%s: %w", e.GetFlag().Name, e.Unwrap())
	}
	return exit.With(exit.Usage, err)
}
