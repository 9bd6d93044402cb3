// Command effectkit tells whether the effect of an action really landed in the
// system of record: once, complete, and nothing else.
//
// "effectkit run" wraps a command; "baseline" and "verify" stand around an
// action that something else performs; "judge" compares two snapshots in files.
// See the operator's guide in docs/operator.md.
//
// Exit statuses are a promise; package exit names them.
package main
