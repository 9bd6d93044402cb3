// Package cases judges files of cases: one JSON object a line, with an effect,
// the snapshots before and after, and where a judgement is checked, the one
// that is wanted. It is how the judge is tried against vectors in any language.
//
// A line is read, judged and answered before the next one is read, so that
// memory does not grow with the file. A broken line loses no other.
package cases
