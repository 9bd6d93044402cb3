package effect

import "github.com/effectkit/effectkit/effect/source"

// Position is a place in a file. The zero Position is nowhere.
type Position = source.Position

// Problem is one mistake in a contract, with its place.
type Problem = source.Problem

// Problems are all mistakes of a file at once, in the order of their places.
// Every error of a parser or of Validate is one.
type Problems = source.Problems

// place is where a key and its value stand; an item of a list has no key.
type place struct {
	key, value Position
}
