// Package token seals what a session needs to be verified later, in another
// process, into one file (mode 0600).
//
// A file is a line that names format and version, a salt, and chunks of at most
// 1 MiB under AES-256-GCM with a key of their own, derived from the
// deployment's state key by HKDF-SHA-256 (RFC 5869). Each chunk's nonce counts
// them and marks the last, so that none can be changed, dropped, swapped or
// added (the STREAM construction). Memory is one chunk, whatever the size.
//
// It knows nothing of sessions and does not judge what a token that does not
// open means: package host answers baseline_unreadable.
package token
