// Package report puts an outcome into text that a tired operator reads at a
// glance: the verdict first, then each effect with its ground and counts, what
// was and what was not looked at, and last what to do next.
//
// It shows no record's value: values are in the JSON form, where redaction
// reached them.
package report
