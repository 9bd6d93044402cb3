package main

import (
	"os"

	_ "github.com/effectkit/effectkit/cmd/effectkit/internal/heap" // a short run collects nothing
)

func main() { os.Exit(int(execute(os.Args[1:], system()))) }
