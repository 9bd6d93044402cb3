// Package builtin is the list of adapters that this build carries. The CLI and
// embedders hand it to the host as Options.Builtins; the host itself knows only
// the reserved names.
package builtin
