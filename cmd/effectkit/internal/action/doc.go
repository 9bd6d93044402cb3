// Package action runs the command whose effect is verified: with its own
// streams, in its own process group, in the terminal's foreground where there
// is one, without the deployment's secrets, and with signals passed on.
//
// It knows whether the command has ended for good: what it started and left
// behind may still write, and an absence is then not proven (SEMANTICS 6).
//
// It judges nothing, and it never takes an exit status for an effect.
package action
