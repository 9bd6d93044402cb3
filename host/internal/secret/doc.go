// Package secret is the one place that turns the names of environment
// variables into secrets, and the one that keeps them out of text.
//
// [Resolve] looks up what one section names and nothing else, so that a secret
// reaches one adapter. What cannot be a secret is refused by the variable's
// name: an unset or blank one, a stray line break or space, a control
// character.
//
// A [Scrubber] takes secrets out of what is logged, reported or written to a
// file: as they are, in hex, in base64 at any of the three offsets in either
// alphabet, each of these also percent-encoded, escaped as JSON, Go or HTML do,
// or some of it so. It is the last line of defence, not the first: no message
// of the host's has a secret in it.
//
// A secret of fewer than four bytes cannot be told from ordinary text. It is
// taken out where no letter or digit touches it, and in hex. A form broken over
// lines is not seen.
package secret
