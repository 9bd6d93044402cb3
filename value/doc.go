// Package value holds what adapters read: typed scalars that stay exact from
// the wire to the report, the literals that contracts want, and records in
// columns.
//
// It promises three relations and nothing else decides them anywhere in the
// product:
//
//   - [Same]: two record values are the same (SEMANTICS 2.4). Identities,
//     "any field different" and "the same records" rest on it.
//   - [Literal.Equal]: a record's value equals a wanted literal
//     (SEMANTICS 2.3). Selectors rest on it.
//   - [AppendKey]: a canonical byte form; two values have one key exactly when
//     they are the same. HMACs rest on it; [Hash], for tables in memory,
//     agrees with it.
//
// Integers and decimals never pass through a float64. A field that a record
// does not carry is [Missing], which is not [Null].
//
// It is not for judging (see package judge), for talking to systems (see
// package sdk), nor for expressions with parameters (see package effect).
package value
