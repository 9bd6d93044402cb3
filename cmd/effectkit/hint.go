package main

import "github.com/effectkit/effectkit/effect/source"

// hint is what a message about an unknown word ends with: the known word that
// was likely meant, else what to do instead.
func hint(written string, known []string, otherwise string) string {
	if h := source.DidYouMean(written, known); h != "" {
		return "; " + h
	}
	if otherwise == "" {
		return ""
	}
	return "; " + otherwise
}
