package main

import "github.com/effectkit/effectkit/sdk"

func main() { sdk.Serve(ledger{}) }
