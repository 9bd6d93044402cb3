// Package ratio measures one thing against a baseline of the same machine and
// the same run: the median of seven pairs that take turns, since the machine's
// other work touches both alike. A figure without its baseline is for nobody.
package ratio
