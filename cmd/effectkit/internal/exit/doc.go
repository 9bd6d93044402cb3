// Package exit holds the exit codes of effectkit and the errors that carry
// one. The codes are a promise to scripts: they never change their meaning,
// and every one but 0, 3 and 10 means "do not retry".
//
// It prints nothing; the root command turns an error into its line and code.
package exit
