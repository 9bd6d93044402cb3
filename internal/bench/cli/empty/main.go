package main

import (
	_ "github.com/spf13/cobra"
	_ "github.com/spf13/pflag"
	_ "golang.org/x/sys/unix"

	_ "github.com/effectkit/effectkit/builtin"
	_ "github.com/effectkit/effectkit/effect"
	_ "github.com/effectkit/effectkit/effect/source"
	_ "github.com/effectkit/effectkit/host"
	_ "github.com/effectkit/effectkit/judge"
	_ "github.com/effectkit/effectkit/sdk"
)

func main() {}
