// Command empty does nothing, with what effectkit imports: the baseline for how
// fast effectkit starts.
package main
