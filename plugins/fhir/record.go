package fhir

import (
	"maps"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// field is one field of a record and where a resource has it.
type field struct {
	name      string
	path      *path.Path
	reference bool // the path ends at a reference
	kept      bool // of a resource that was entered in error too
}

// always are the fields that every record has.
var always = []string{"id", "meta.versionId", "meta.lastUpdated"}

// keptElements are those that a resource entered in error keeps.
var keptElements = []string{"id", "meta", "resourceType", "status", "verificationStatus"}

func parseFields(texts map[string]string) ([]field, error) {
	var out []field
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if name == "" {
			return nil, sdk.Misconfigured("field_paths: a field without a name")
		}
		p, err := path.ParseFHIR(texts[name])
		if err != nil {
			return nil, sdk.Misconfigured("field_paths.%s: %v", name, err).WithCause(err)
		}
		out = append(out, field{name, p, p.LastName() == "reference", slices.Contains(keptElements, p.FirstName())})
	}
	for _, name := range always {
		if _, declared := texts[name]; declared {
			continue
		}
		p, err := path.ParseFHIR(name)
		if err != nil {
			return nil, err
		}
		out = append(out, field{name: name, path: p, kept: true})
	}
	return out, nil
}

// emit writes one match as a record. One with a field that cannot be told
// without guessing is a gap and no record.
func (c *capture) emit(entry value.Node, w *sdk.RecordWriter) error {
	resource, _ := entry.Member("resource")
	id := text(resource, "id")
	if version := text(resource, "meta", "versionId") + " " + text(resource, "meta", "lastUpdated"); id != "" {
		if before, twice := c.ids[id]; twice {
			switch {
			case before != version:
				c.gaps.Add(value.GapInFlight, "a resource changed while the search was read")
			case version == " ":
				c.gaps.Add(value.GapUnobserved, "the search lists two resources of one id, without a version that shows them to be one")
			}
			c.gaps.Advise(value.GapUnobserved, "the search lists a resource twice; it is one record")
			return nil
		}
		c.ids[id] = version
	}
	c.noteSubset(resource)
	bases := []string{c.base, serverBase(text(entry, "fullUrl"), c.in.resourceType, id)}
	for _, d := range c.doubted {
		if !bears(resource, d.param, bases...) {
			c.noteDropped(d.param)
		}
	}
	erroneous := !c.in.whole && enteredInError(resource)
	var fields []sdk.Field
	if c.in.declared == 0 {
		for name, m := range resource.Members {
			if name != "id" && (!erroneous || slices.Contains(keptElements, name)) {
				fields = append(fields, sdk.Field{Name: name, Value: m.Value()})
			}
		}
	}
	for _, f := range c.in.fields {
		if erroneous && !f.kept {
			continue
		}
		v, err := f.path.Value(resource)
		switch {
		case err != nil:
			c.gaps.Add(value.GapUnobserved, "the field "+f.name+": "+err.Error())
			return nil
		case v.IsMissing():
			continue
		case f.reference && v.Kind() == value.Text:
			short, foreign := normal(v.Text(), bases...)
			if foreign {
				c.gaps.Add(value.GapUnobserved, "the field "+f.name+": a reference to another server, which may name a resource of this one")
				return nil
			}
			v = value.OfText(short)
		case f.name == "meta.lastUpdated" && v.Kind() == value.Text:
			v = value.OfTimeText(v.Text())
		}
		fields = append(fields, sdk.Field{Name: f.name, Value: v})
	}
	return w.Record(fields...)
}

// serverBase is the base by which a server names itself in an entry's fullUrl.
func serverBase(fullURL, resourceType, id string) string {
	base, ok := strings.CutSuffix(fullURL, "/"+resourceType+"/"+id)
	if !ok || !isAbsolute(base) {
		return ""
	}
	return base
}

// noteSubset looks for the tags by which a server says that a resource is not
// whole (FHIR R4, SUBSETTED; security labels of the kind REDACTED).
func (c *capture) noteSubset(resource value.Node) {
	meta, _ := resource.Member("meta")
	for _, list := range []string{"tag", "security"} {
		codes, _ := meta.Member(list)
		for coding := range codes.Elements {
			switch text(coding, "code") {
			case "SUBSETTED":
				c.gaps.Add(value.GapRedacted, "the server left parts of resources out (SUBSETTED)")
			case "REDACTED", "MASKED":
				c.gaps.Add(value.GapRedacted, "the server hid parts of resources (REDACTED)")
			}
		}
	}
}

// enteredInError tells whether a resource was retracted as a mistake.
func enteredInError(resource value.Node) bool {
	const code = "entered-in-error"
	if text(resource, "status") == code {
		return true
	}
	verification, ok := resource.Member("verificationStatus")
	return ok && elementIs(verification, code, nil)
}
