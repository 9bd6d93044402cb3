// Package node reads a YAML or JSON file into a tree that keeps what a decoder
// loses: every scalar's written text, and the line and column of every key.
//
// What could mean more than it says is refused: several documents, anchors,
// aliases, merge keys, tags, a key twice. Files and nesting have caps. The
// package knows no field's name and no type; packages deploy and schema do.
package node
