package main

import (
	"os"
)

func main() { os.Exit(int(execute(os.Args[1:], system()))) }
