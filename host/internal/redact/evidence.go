package redact

import (
	"bytes"
	"encoding/json"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// marker stands for a hidden part of a JSON value.
const marker = `"[redacted]"`

// Evidence takes out of e what may not be shown. e is left as it is.
func (r *Rules) Evidence(e effect.Evidence) effect.Evidence {
	records := make([]effect.EvidenceRecord, len(e.Records))
	for i, record := range e.Records {
		records[i] = record
		records[i].Fields = make([]effect.EvidenceField, len(record.Fields))
		for j, f := range record.Fields {
			records[i].Fields[j] = r.field(f)
		}
	}
	e.Records = records
	return e
}

func (r *Rules) field(f effect.EvidenceField) effect.EvidenceField {
	v, ok := r.value(f.Name, f.Value)
	if !ok {
		return effect.EvidenceField{Name: f.Name, Redacted: true}
	}
	f.Value = v
	return f
}

// value is what may be shown of a field's value; ok is false when nothing.
// Missing and null say that there is no value, which is never hidden but by a
// rule for the field as a whole.
func (r *Rules) value(field string, v value.Value) (shownOf value.Value, ok bool) {
	if v.IsBlind() {
		return value.Value{}, false
	}
	if r == nil {
		return v, true
	}
	p := parse(field)
	if r.at(p) == none {
		return value.Value{}, false
	}
	if _, _, digest := v.Digested(); digest && v.Kind() == value.JSON {
		return value.Value{}, false // nobody can tell what is in it
	}
	if v.Kind() != value.JSON {
		return v, r.at(p) == all
	}
	text, hidden := r.json(nil, p, v)
	if !hidden {
		return v, true
	}
	shownOf, err := value.OfJSON(string(text))
	return shownOf, err == nil
}

// json appends what may be shown of a JSON value, and tells whether anything
// of it was hidden.
func (r *Rules) json(dst []byte, p path, v value.Value) (text []byte, hidden bool) {
	if members, ok := v.Members(); ok {
		dst = append(dst, '{')
		for i, m := range members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, m.Name), ':')
			var h bool
			dst, h = r.part(dst, p.child(m.Name), m.Value)
			hidden = hidden || h
		}
		return append(dst, '}'), hidden
	}
	elements, _ := v.Elements()
	dst = append(dst, '[')
	for i, e := range elements {
		if i > 0 {
			dst = append(dst, ',')
		}
		var h bool
		dst, h = r.part(dst, p, e)
		hidden = hidden || h
	}
	return append(dst, ']'), hidden
}

func (r *Rules) part(dst []byte, p path, v value.Value) (text []byte, hidden bool) {
	how := r.at(p)
	switch {
	case how == none, how == some && v.Kind() != value.JSON:
		return append(dst, marker...), true
	case v.Kind() == value.JSON:
		return r.json(dst, p, v)
	case v.Kind() == value.Text:
		return appendString(dst, v.Text()), false
	case v.IsNull():
		return append(dst, "null"...), false
	}
	return append(dst, v.Text()...), false
}

func appendString(dst []byte, s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return append(dst, bytes.TrimRight(b.Bytes(), "\n")...)
}
