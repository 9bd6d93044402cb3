// Package deploy reads deployment files: what may stand in one, where every
// mistake is, and which secrets, expressions and options its sections name.
//
// It starts nothing and reads no secret but from the environment it is handed;
// package host builds readers of what it returns.
package deploy
