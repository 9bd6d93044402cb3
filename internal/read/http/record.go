package httpread

import (
	"maps"
	"slices"

	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Fields are the fields of a record that a section declares, by where a row
// has them. Nil Fields take every member of a row.
type Fields []declared

type declared struct {
	name string
	path *path.Path
}

// ParseFields reads a section's fields with the parser of its kind's paths.
// property is the section's name for them.
func ParseFields(property string, texts map[string]string, parse func(string) (*path.Path, error)) (Fields, error) {
	var out Fields
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if name == "" {
			return nil, sdk.Misconfigured("%s: a field without a name", property)
		}
		p, err := parse(texts[name])
		if err != nil {
			return nil, sdk.Misconfigured("%s.%s: %v", property, name, err).WithCause(err)
		}
		out = append(out, declared{name, p})
	}
	return out, nil
}

// Names are the declared fields, for [sdk.Fielder]; nil where the rows decide.
func (f Fields) Names() []value.Field {
	var out []value.Field
	for _, d := range f {
		out = append(out, value.Field{Name: d.name})
	}
	return out
}

// Write writes a row as a record. A row with a field that cannot be told
// without guessing is a gap and no record: without that field it would tell
// something else. The fields are not declared to the writer: one that no row
// carries may have been renamed, and must not look like an absence.
func (f Fields) Write(row value.Node, w *sdk.RecordWriter, gaps *Gaps) error {
	var fields []sdk.Field
	if f == nil {
		for name, m := range row.Members {
			if name == "" {
				gaps.Add(value.GapUnobserved, "a row has a field without a name")
				return nil
			}
			fields = append(fields, sdk.Field{Name: name, Value: m.Value()})
		}
		return w.Record(fields...)
	}
	for _, d := range f {
		v, err := d.path.Value(row)
		if err != nil {
			gaps.Add(value.GapUnobserved, "the field "+d.name+": "+err.Error())
			return nil
		}
		if !v.IsMissing() {
			fields = append(fields, sdk.Field{Name: d.name, Value: v})
		}
	}
	return w.Record(fields...)
}

// SourceOf is which system an answer says that gave it, by a section's path;
// "" where the section names none. property is the section's name for it.
func SourceOf(p *path.Path, root value.Node, property string) (string, error) {
	if p == nil {
		return "", nil
	}
	v, err := p.Value(root)
	if err != nil || v.IsNull() || v.Text() == "" {
		return "", sdk.Unreachable("the answer does not say at %s which system gave it", property)
	}
	return v.Text(), nil
}
