package secret

import (
	"context"
	"encoding"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
)

// Handler is a log handler that scrubs every record before another sees it:
// message, keys and values.
func (s *Scrubber) Handler(to slog.Handler) slog.Handler { return &handler{scrubber: s, to: to} }

type handler struct {
	scrubber *Scrubber
	to       slog.Handler
}

func (h *handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.to.Enabled(ctx, level)
}

func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, h.scrubber.Scrub(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.attr(a))
		return true
	})
	return h.to.Handle(ctx, clean)
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{scrubber: h.scrubber, to: h.to.WithAttrs(h.attrs(attrs))}
}

func (h *handler) WithGroup(name string) slog.Handler {
	return &handler{scrubber: h.scrubber, to: h.to.WithGroup(h.scrubber.Scrub(name))}
}

func (h *handler) attrs(attrs []slog.Attr) []slog.Attr {
	out := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		out[i] = h.attr(a)
	}
	return out
}

func (h *handler) attr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		v = slog.StringValue(h.scrubber.Scrub(v.String()))
	case slog.KindGroup:
		v = slog.GroupValue(h.attrs(v.Group())...)
	case slog.KindAny:
		v = h.any(v)
	}
	return slog.Attr{Key: h.scrubber.Scrub(a.Key), Value: v}
}

// any keeps a value in which no handler's way of writing shows a secret, and
// writes any other out.
func (h *handler) any(v slog.Value) slog.Value {
	written := renderings(v.Any())
	for _, text := range written {
		if h.scrubber.Scrub(text) != text {
			return slog.StringValue(h.scrubber.Scrub(written[0]))
		}
	}
	return v
}

// renderings are the ways in which the handlers of log/slog write a value, the
// most readable first.
func renderings(v any) (out []string) {
	if r := reflect.ValueOf(v); r.Kind() == reflect.Slice && r.Type().Elem().Kind() == reflect.Uint8 {
		out = append(out, string(r.Bytes()))
	}
	out = append(out, fmt.Sprintf("%+v", v))
	if m, ok := v.(encoding.TextMarshaler); ok {
		if b, err := m.MarshalText(); err == nil {
			out = append(out, string(b))
		}
	}
	if b, err := json.Marshal(v); err == nil {
		out = append(out, string(b))
	}
	return out
}
