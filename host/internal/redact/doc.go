// Package redact keeps values out of what leaves the host (SEMANTICS 5).
//
// [Rules] say by path, without regard to case, which fields may not be shown;
// they reach into nested JSON. In evidence a hidden value is taken out. In a
// snapshot that is stored it is replaced by a keyed digest, in both snapshots
// and in the contract alike, so that a verdict is the same with and without.
//
// It decides nothing about verdicts and stores nothing itself.
package redact
