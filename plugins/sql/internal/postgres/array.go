package postgres

import (
	"encoding/json"
	"strings"

	"github.com/effectkit/effectkit/value"
)

// arrayJSON makes JSON of an array's text (section 8.15.6 of the manual). ok
// is false for one with bounds of its own, which stays text.
func arrayJSON(text string, element uint32) (out string, ok bool) {
	p := arrayParser{text: text, element: element}
	if !p.array() || p.at != len(text) {
		return "", false
	}
	return p.out.String(), true
}

type arrayParser struct {
	text    string
	at      int
	element uint32
	out     strings.Builder
}

func (p *arrayParser) array() bool {
	if p.at >= len(p.text) || p.text[p.at] != '{' {
		return false
	}
	p.at++
	p.out.WriteByte('[')
	if p.at < len(p.text) && p.text[p.at] == '}' {
		p.at++
		p.out.WriteByte(']')
		return true
	}
	for p.at < len(p.text) {
		if !p.item() || p.at >= len(p.text) {
			return false
		}
		c := p.text[p.at]
		p.at++
		switch c {
		case ',':
			p.out.WriteByte(',')
		case '}':
			p.out.WriteByte(']')
			return true
		default:
			return false
		}
	}
	return false
}

func (p *arrayParser) item() bool {
	switch p.text[p.at] {
	case '{':
		return p.array()
	case '"':
		return p.quoted()
	}
	from := p.at
	for p.at < len(p.text) && p.text[p.at] != ',' && p.text[p.at] != '}' {
		p.at++
	}
	word := p.text[from:p.at]
	if word == "NULL" {
		p.out.WriteString("null")
		return true
	}
	return p.write(word)
}

func (p *arrayParser) quoted() bool {
	var word strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case '"':
			p.at++
			return p.write(word.String())
		case '\\':
			p.at++
			if p.at < len(p.text) {
				word.WriteByte(p.text[p.at])
			}
		default:
			word.WriteByte(c)
		}
	}
	return false
}

// write appends one element as JSON has it.
func (p *arrayParser) write(word string) bool {
	c := column{oid: p.element}
	v, err := c.read(word)
	if err != nil {
		return false
	}
	switch v.Kind() {
	case value.Bool, value.Int, value.Decimal, value.JSON, value.Null:
		if v.IsNull() {
			p.out.WriteString("null")
		} else {
			p.out.WriteString(v.Text())
		}
		return true
	case value.Float64:
		if _, err := value.ParseNumber(v.Text()); err == nil {
			p.out.WriteString(v.Text())
			return true
		}
	}
	text, err := json.Marshal(v.Text())
	if err != nil {
		return false
	}
	p.out.Write(text)
	return true
}
