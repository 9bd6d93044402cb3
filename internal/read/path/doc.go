// Package path finds values in JSON answers by the paths that operators write:
// dotted names, JSON Pointers (RFC 6901), JSONPath (RFC 9535) and a small part
// of FHIRPath.
//
// A path never guesses. A value that is not there is missing; several where
// one was asked, a name asked of a list, or a name that could be read in two
// ways is an error that the caller reports as a gap. Values stay exact.
//
// It knows nothing of HTTP, of records or of expressions with parameters.
package path
