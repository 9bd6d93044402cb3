// Package document reads reports that arrive in a folder and parses them: a
// record a document, or a record a row for CSV and JSON Lines, with the fields
// that the section maps.
//
// A document that does not parse is a record that says parseable: false and
// nothing of its content, beside a gap: no absence is claimed over what could
// not be read. One that stops before its end is a gap in flight and no record.
// Content never overwrites the fields that the adapter itself gives, and a
// field that a document does not have is missing, never empty.
//
// Formats are recognised by their first bytes before anything is parsed:
// content of another format is not garbage of this one. Caps bound size, depth
// and expansion.
package document
