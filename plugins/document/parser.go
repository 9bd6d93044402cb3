package document

import (
	"errors"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// parser makes the fields of one document's records out of its bytes.
type parser interface {
	// fields are those that it can give; nil when every document brings its own.
	fields() []value.Field
	// fixed tells whether every document that parses has these fields, if without
	// a value; else one of another shape must not pass for one without a match.
	fixed() bool
	// rows tells whether a document is many records.
	rows() bool
	// decodes tells whether it takes text in UTF-8 rather than bytes.
	decodes() bool
	// parse calls visit for each record. Errors are those below, [sdk.ReadError]s
	// that end the capture, or visit's own.
	parse(content []byte, visit func(row []sdk.Field) error) error
}

// What a document can be instead of parsed. Each becomes a gap.
var (
	// errParse: it is there and does not parse.
	errParse = errors.New("does not parse")
	// errCut: it stops before its end, as one that is still being written does.
	errCut = errors.New("stops before its end")
	// errFormat: its first bytes are those of another format.
	errFormat = errors.New("is of a format that is not read")
	// errColumn: its header lacks a column that the section maps.
	errColumn = errors.New("lacks a column that document_field_paths names")
	// errDoubt: it parses, and a field cannot be told without guessing.
	errDoubt = errors.New("answers a field in more than one way")
	// errSpaced: the pattern fits only when white space is ignored.
	errSpaced = errors.New("fits the pattern only without its white space; say document_ignore_space: true when that is meant")
	// errGlyphs: parts of its text cannot be read.
	errGlyphs = errors.New("has text that cannot be extracted")
)
