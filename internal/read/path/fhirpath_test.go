package path

import (
	"errors"
	"testing"
)

const observation = `{"resourceType":"Observation","id":"o1","status":"final",
 "identifier":[{"system":"urn:a","value":"A-1"},{"system":"urn:b","value":"B-1"}],
 "code":{"coding":[{"code":"bp","system":"urn:c"},{"code":"x"}],"text":"BP"},
 "note":[{"text":"ok"},{"text":"DO NOT GIVE"}],
 "name":[{"use":"official","family":"Ann","given":["A","B"]},{"use":"old","given":["C"]}],
 "valueQuantity":{"value":140.0,"unit":"mmHg"},"active":true,
 "component":[{"rank":1,"v":"x"},{"rank":2,"v":"y"}],"lone":[{"v":1}]}`

func TestFHIRPaths(t *testing.T) {
	doc := root(t, observation)
	for path, want := range map[string]string{
		"id":                                     "text o1",
		"Observation.status":                     "text final",
		"Patient.status":                         "missing",
		"valueQuantity.value":                    "decimal 140.0",
		"active":                                 "bool true",
		"none.of.it":                             "missing",
		"note.text":                              "doubt: several values where one was asked; narrow the path",
		"note[1].text":                           "text DO NOT GIVE",
		"note[2].text":                           "missing",
		"note.first().text":                      "text ok",
		"lone.v":                                 "int 1",
		"identifier.where(system='urn:b').value": "text B-1",
		"identifier.where(system = 'urn:z').value": "missing",
		"identifier.where(value='A-1').system":     "text urn:a",
		"code.coding.where(code='bp').system":      "text urn:c",
		"code.coding.system":                       "text urn:c",
		"name.where(use='official').given":         "doubt: several values where one was asked; narrow the path",
		"name.where(use='official').given[1]":      "text B",
		"name.given[2]":                            "text C",
		"component.where(rank=2).v":                "text y",
		"component.where(rank='2').v":              "missing",
		"component.where(rank=2.0).v":              "text y",
		"Observation.code.text":                    "text BP",
	} {
		p, err := ParseFHIR(path)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if got := show(p.Value(doc)); got != want {
			t.Errorf("%s = %s, want %s", path, got, want)
		}
	}
}

func TestAFHIRPathThatDoesNotParseIsRefused(t *testing.T) {
	for path, want := range map[string]string{
		"":                       `path "": a name was expected`,
		"a.":                     `path "a.": a name was expected`,
		"a[":                     `path "a[": [n] takes a number from 0`,
		"a[-1]":                  `path "a[-1]": [n] takes a number from 0`,
		"a b":                    `path "a b": unexpected " b"`,
		"first()":                `path "first()": a function stands behind a name, and not inside where()`,
		"a.first(1)":             `path "a.first(1)": first() takes nothing`,
		"a.last()":               `path "a.last()": the function "last" is not one of where() and first()`,
		"a.where(b)":             `path "a.where(b)": where() takes a name, = and a text in single quotes`,
		"a.where(b='x)":          `path "a.where(b='x)": a text is not closed`,
		"a.where(b='x'":          `path "a.where(b='x'": where() is not closed`,
		`a.where(b='\x')`:        `path "a.where(b='\\x')": an unknown escape in a text`,
		"a.where(b.first()='x')": `path "a.where(b.first()='x')": a function stands behind a name, and not inside where()`,
		"a | b":                  `path "a | b": unexpected " | b"`,
	} {
		_, err := ParseFHIR(path)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", path, err, want)
		}
	}
}

func TestTheNamesOfAFHIRPath(t *testing.T) {
	for path, want := range map[string][2]string{
		"subject.reference":                      {"subject", "reference"},
		"Observation.subject.reference":          {"subject", "reference"},
		"identifier.where(system='urn:a').value": {"identifier", "value"},
		"meta.versionId":                         {"meta", "versionId"},
		"status":                                 {"status", "status"},
		"note.first()":                           {"note", "note"},
	} {
		p, err := ParseFHIR(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]string{p.FirstName(), p.LastName()}; got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
