package deploy

import _ "embed"

// Schema is the JSON Schema (draft 2020-12) of a deployment file, for editors.
// What an adapter says of its own keys is added by package schema. It accepts
// what [Parse] accepts, and refuses what JSON Schema can tell: not a key that
// stands twice, nor how two numbers compare.
//
//go:embed schema.json
var Schema string
