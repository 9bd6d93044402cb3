package wire

import (
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/value"
)

// FieldsToProto are the messages of fields.
func FieldsToProto(fields []value.Field) []*adapterv1.Field {
	if len(fields) == 0 {
		return nil
	}
	out := make([]*adapterv1.Field, len(fields))
	for i, f := range fields {
		out[i] = &adapterv1.Field{Name: text(f.Name), Kind: adapterv1.Kind(f.Kind)}
	}
	return out
}

// FieldsFromProto checks messages and makes fields of them; nil when they are
// not known. A kind that this version does not know counts as not said. The
// error is [value.ErrMalformed]: a field without a name, a name twice, or too
// many.
func FieldsFromProto(ms []*adapterv1.Field, known bool) ([]value.Field, error) {
	if !known {
		return nil, nil
	}
	if len(ms) > value.MaxColumns {
		return nil, malformed("%d fields, at most %d", len(ms), value.MaxColumns)
	}
	out := make([]value.Field, len(ms))
	seen := make(map[string]struct{}, len(ms))
	for i, m := range ms {
		name := m.GetName()
		if name == "" {
			return nil, malformed("a field without a name")
		}
		if _, twice := seen[name]; twice {
			return nil, malformed("field %q twice", name)
		}
		seen[name] = struct{}{}
		out[i] = value.Field{Name: name}
		if k := m.GetKind(); k >= 0 && k <= adapterv1.Kind_KIND_JSON {
			out[i].Kind = value.Kind(k)
		}
	}
	return out, nil
}
