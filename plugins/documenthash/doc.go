// Package documenthash reads a store of documents as their SHA-256 digests: a
// record a document, its path the identity, so that changed content is the same
// document changed.
//
// Every capture hashes every document anew; a rewrite that keeps size and
// modification time is seen. What a document says is not for this package: see
// packages document and file.
package documenthash
