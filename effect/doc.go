// Package effect is the contract language: what must be true of a system of
// record after an action, and the words in which the answer is given.
//
// An [Effect] is a contract as it was declared, with expressions that may name
// parameters. [ParseBundle] and [ParseEffect] read contracts from YAML or JSON
// and refuse what cannot be judged (SEMANTICS 4.6), every mistake of a file at
// once with its place, as [Problems]. [Effect.Bind] resolves parameters and
// defaults into a [Bound], which is all that the judge sees. [Effect.Hash]
// identifies a contract as declared.
//
// A [Verdict] is what the judge answers for one effect; [Result] and [Outcome]
// follow from it by one table (SEMANTICS 5). The zero value of each halts. A
// verdict's JSON keeps every value exactly; [BundleSchema] and [VerdictSchema]
// describe the files.
//
// The package is not for judging (see package judge) and not for reading
// systems or deployments (see package host).
package effect
