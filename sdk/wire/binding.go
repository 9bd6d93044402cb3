package wire

import (
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/value"
)

// BindingsToProto are the messages of resolved expressions, by JSON Pointer.
func BindingsToProto(bindings map[string]value.Literal) map[string]*adapterv1.Binding {
	if len(bindings) == 0 {
		return nil
	}
	out := make(map[string]*adapterv1.Binding, len(bindings))
	for pointer, l := range bindings {
		out[pointer] = &adapterv1.Binding{Text: l.Text(), Null: l.IsNull()}
	}
	return out
}

// BindingsFromProto are the resolved expressions of messages.
func BindingsFromProto(ms map[string]*adapterv1.Binding) map[string]value.Literal {
	out := make(map[string]value.Literal, len(ms))
	for pointer, m := range ms {
		if m.GetNull() {
			out[pointer] = value.NullLiteral()
			continue
		}
		out[pointer] = value.NewLiteral(m.GetText())
	}
	return out
}
