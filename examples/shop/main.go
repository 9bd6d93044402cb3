package main

import (
	"os"

	"github.com/effectkit/effectkit/examples/shop/till"
)

func main() { os.Exit(till.Main(os.Args[1:], os.Stdout, os.Stderr)) }
