// Package source reads the files that people write: YAML and JSON, with the
// place of every mistake.
//
// [Read] gives a tree of [Node] in which every scalar keeps its written text
// (0012 stays 0012) and every node its line, column and path. What makes a
// YAML file mean something other than it says is refused: aliases, anchors,
// merge keys, tags, several documents, a key twice. Size and depth are capped.
//
// A [Report] collects the mistakes of one file while it is read, so that a
// person sees them all at once, as [Problems]. No problem quotes a scalar's
// text unless its reader asks for it by name: a value may be a secret.
//
// The package is not for what the files mean: contracts are read by package
// effect, deployments by package host.
package source
