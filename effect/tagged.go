package effect

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/effectkit/effectkit/value"
)

// The tags of values in a verdict's evidence. Null, bools, ints, texts and
// arrays and objects are plain JSON, as are floats, which always have a
// fraction or an exponent; the rest is an object of one tag.
const (
	tagDecimal  = "$decimal"  // JSON number text
	tagFloat    = "$float"    // NaN, Infinity or -Infinity
	tagTime     = "$time"     // the text it was read from
	tagBytes    = "$bytes"    // standard base64
	tagText     = "$text"     // a text that is not UTF-8, in standard base64
	tagJSON     = "$json"     // the text of an object that looks like a tag
	tagDigest   = "$digest"   // {kind, length, sha256} of a long content
	tagMissing  = "$missing"  // true: the record does not carry the field
	tagRedacted = "$redacted" // true: the value was taken out
)

// appendField appends an evidence field's value as JSON.
func appendField(dst []byte, f EvidenceField) []byte {
	if f.Redacted {
		return append(dst, `{"`+tagRedacted+`":true}`...)
	}
	return appendTagged(dst, f.Value)
}

func appendTagged(dst []byte, v value.Value) []byte {
	if length, sum, ok := v.Digested(); ok {
		dst = append(dst, `{"`+tagDigest+`":{"kind":"`+v.Kind().String()+`","length":`...)
		dst = strconv.AppendInt(dst, length, 10)
		return append(dst, `,"sha256":"`+hex.EncodeToString([]byte(sum))+`"}}`...)
	}
	switch v.Kind() {
	case value.Null:
		return append(dst, "null"...)
	case value.Bool, value.Int:
		return append(dst, v.Text()...)
	case value.Float64:
		return appendFloat(dst, v.Text())
	case value.Decimal:
		return appendTag(dst, tagDecimal, v.Text())
	case value.Time:
		return appendText(dst, tagTime, v.Text())
	case value.Bytes:
		return appendTag(dst, tagBytes, v.Text())
	case value.JSON:
		return appendPlainJSON(dst, v)
	case value.Text:
		return appendText(dst, "", v.Text())
	}
	return append(dst, `{"`+tagMissing+`":true}`...)
}

// appendText appends a text, in a tag unless that is "". A text that is not
// UTF-8 has no other form than its bytes.
func appendText(dst []byte, tag, text string) []byte {
	switch {
	case !utf8.ValidString(text):
		return appendTag(dst, tagText, base64.StdEncoding.EncodeToString([]byte(text)))
	case tag == "":
		return appendString(dst, text)
	}
	return appendTag(dst, tag, text)
}

func appendFloat(dst []byte, text string) []byte {
	if strings.HasSuffix(text, "N") || strings.HasSuffix(text, "y") { // NaN, Infinity
		return appendTag(dst, tagFloat, text)
	}
	dst = append(dst, text...)
	if !strings.ContainsAny(text, ".e") {
		dst = append(dst, ".0"...)
	}
	return dst
}

// appendPlainJSON appends an array or object as it is, blanks aside; one that
// could be taken for a tag as its text.
func appendPlainJSON(dst []byte, v value.Value) []byte {
	if members, ok := v.Members(); ok && len(members) == 1 && strings.HasPrefix(members[0].Name, "$") {
		return appendTag(dst, tagJSON, v.Text())
	}
	var buf bytes.Buffer
	if json.Compact(&buf, []byte(v.Text())) != nil {
		return appendTag(dst, tagJSON, v.Text()) // cannot happen: the value is JSON
	}
	return append(dst, buf.Bytes()...)
}

func appendTag(dst []byte, tag, text string) []byte {
	dst = append(dst, `{"`+tag+`":`...)
	return append(appendString(dst, text), '}')
}

func appendString(dst []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		return append(dst, `""`...) // cannot happen: a string always has a form
	}
	return append(dst, quoted...)
}
