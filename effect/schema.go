package effect

import _ "embed"

// BundleSchema is the JSON Schema (draft 2020-12) of a bundle, for editors and
// other tools. [ParseBundle] accepts and refuses the same files, save for what
// a schema cannot say: a count that is not the number of members, 1.0 for 1, a
// field both set and ignored, an id twice, and how YAML is written.
//
//go:embed schema/bundle.schema.json
var BundleSchema string

// VerdictSchema is the JSON Schema (draft 2020-12) of a verdict's JSON.
//
//go:embed schema/verdict.schema.json
var VerdictSchema string
