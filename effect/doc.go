// Package effect is the contract language: what must be true of a system of
// record after an action, and the words in which the answer is given.
//
// An [Effect] is a contract as it was declared, with expressions that may name
// parameters. [Effect.Bind] resolves them and the defaults into a [Bound],
// which is all that the judge sees. Bundles of steps and effects are read from
// YAML or JSON with the place of every mistake, all of a file at once.
//
// A [Verdict] is what the judge answers for one effect; [Result] and [Outcome]
// follow from it by one table (SEMANTICS 5). The zero value of each halts.
//
// The package is not for judging (see package judge) and not for reading
// systems or deployments (see package host).
package effect
