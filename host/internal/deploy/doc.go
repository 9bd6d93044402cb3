// Package deploy reads deployment files: where truth lives, as an operator
// wrote it, with the place of every mistake, all of a file at once.
//
// A file has a version, one section under effects: or several by name under
// systems:, and the operator's settle:, freshness:, policy:, state: and
// plugins:. A section is one adapter's configuration; the keys that belong to
// the host are read here and taken out, and what is left is checked against the
// adapter's schema by package schema.
//
// Relative paths start at the deployment file's folder, wherever the program
// was started.
//
// The package starts nothing, resolves no kind and reads no secret.
package deploy
