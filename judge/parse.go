package judge

import (
	"encoding/base64"
	"fmt"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/value"
)

// ParseSnapshot reads a snapshot as vector files and `effectkit judge` write
// it: a JSON object of reachable, reason, complete, gaps, fields, source,
// captured_at, as_of and records, in which the kinds that JSON lacks are tagged
// (SEMANTICS 2.1: {"$decimal": "…"}, {"$time": "…"}, {"$bytes": "…"}). The JSON
// null is the nil snapshot. What is not written is false or empty, so that a
// snapshot which does not say that it is complete is not.
//
// The error names the member that is wrong, never a value.
func ParseSnapshot(data []byte) (*Snapshot, error) {
	doc, err := value.ParseDocument(data, 0)
	if err != nil {
		return nil, err
	}
	return ReadSnapshot(doc.Root())
}

// ReadSnapshot is [ParseSnapshot] for a part of a document.
func ReadSnapshot(n value.Node) (*Snapshot, error) {
	if n.IsNull() {
		return nil, nil
	}
	if !n.IsObject() {
		return nil, fmt.Errorf("a snapshot is an object or null")
	}
	s := &Snapshot{}
	var err error
	for name, member := range n.Members {
		if err = s.read(name, member); err != nil {
			return nil, fmt.Errorf("snapshot: %w", err)
		}
	}
	if s.Reason != "" && !s.Reason.Unreadable() {
		return nil, fmt.Errorf("snapshot: %q is none of unreachable, credential_refused, adapter_failed, evidence_too_large", "reason")
	}
	return s, nil
}

var (
	snapshotMembers = []string{"reachable", "reason", "detail", "complete", "gaps", "fields", "source", "captured_at", "as_of", "records"}
	gapMembers      = []string{"kind", "detail", "impeaching"}
)

// notAMember is the error of a member that what does not have, with the known
// one that was likely meant.
func notAMember(name, what string, known []string) error {
	if hint := source.DidYouMean(name, known); hint != "" {
		return fmt.Errorf("%q is not a member of %s; %s", name, what, hint)
	}
	return fmt.Errorf("%q is not a member of %s", name, what)
}

func (s *Snapshot) read(name string, n value.Node) (err error) {
	switch name {
	case "reachable":
		s.Reachable, err = asBool(name, n)
	case "complete":
		s.Complete, err = asBool(name, n)
	case "reason":
		var text string
		text, err = asText(name, n)
		s.Reason = effect.Ground(text)
	case "detail":
		s.Detail, err = asText(name, n)
	case "source":
		s.Source, err = asText(name, n)
	case "captured_at":
		s.CapturedAt, err = asInstant(name, n)
	case "as_of":
		s.AsOf, err = asInstant(name, n)
	case "gaps":
		s.Gaps, err = list(name, n, readGap)
	case "fields":
		if s.Fields, err = list(name, n, readField); s.Fields == nil {
			s.Fields = []value.Field{}
		}
	case "records":
		s.Records, err = readRecords(n)
	default:
		err = notAMember(name, "a snapshot", snapshotMembers)
	}
	return err
}

func list[T any](name string, n value.Node, read func(value.Node) (T, error)) (out []T, err error) {
	if !n.IsArray() {
		return nil, fmt.Errorf("%q is not an array", name)
	}
	n.Elements(func(e value.Node) bool {
		var one T
		if one, err = read(e); err != nil {
			err = fmt.Errorf("%q: element %d: %w", name, len(out), err)
			return false
		}
		out = append(out, one)
		return true
	})
	return out, err
}

func readGap(n value.Node) (g value.Gap, err error) {
	if !n.IsObject() {
		return g, fmt.Errorf("a gap is an object")
	}
	n.Members(func(name string, m value.Node) bool {
		var text string
		switch name {
		case "kind":
			text, err = asText(name, m)
			g.Kind = value.GapKind(text)
		case "detail":
			g.Detail, err = asText(name, m)
		case "impeaching":
			var impeaching bool
			impeaching, err = asBool(name, m)
			g.Advisory = !impeaching
		default:
			err = notAMember(name, "a gap", gapMembers)
		}
		return err == nil
	})
	if err == nil && !g.Kind.Valid() {
		err = fmt.Errorf("a gap of an unknown kind")
	}
	return g, err
}

func readField(n value.Node) (f value.Field, err error) {
	if name := n.Value(); name.Kind() == value.Text && name.Text() != "" {
		return value.Field{Name: name.Text()}, nil
	}
	return f, fmt.Errorf("a field is a name")
}

func readRecords(n value.Node) (out []*value.Batch, err error) {
	if !n.IsArray() {
		return nil, fmt.Errorf("%q is not an array", "records")
	}
	var b value.Builder
	record := 0
	n.Elements(func(e value.Node) bool {
		if !e.IsObject() {
			err = fmt.Errorf("a record is an object")
		}
		e.Members(func(name string, m value.Node) bool {
			var v value.Value
			if v, err = Untag(m); err == nil {
				err = b.Set(name, v)
			}
			return err == nil
		})
		if err != nil {
			err = fmt.Errorf("%q: element %d: %w", "records", record, err)
			return false
		}
		record++
		if b.EndRecord(); b.Full() {
			out = append(out, b.Take())
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if b.Rows() > 0 {
		out = append(out, b.Take())
	}
	return out, nil
}

// Untag reads a record's value as vector files write it, tags included.
func Untag(n value.Node) (value.Value, error) {
	tag, content, ok := tagged(n)
	if !ok {
		return n.Value(), nil
	}
	switch tag {
	case "$decimal":
		return value.OfDecimalText(content)
	case "$time":
		return value.OfTimeText(content), nil
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(content)
	if err != nil {
		return value.Value{}, fmt.Errorf("a $bytes that is not standard base64")
	}
	return value.OfBytes(raw), nil
}

// tagged tells whether a node is an object of one tag and a text.
func tagged(n value.Node) (tag, content string, ok bool) {
	members := 0
	n.Members(func(name string, m value.Node) bool {
		members++
		v := m.Value()
		tag, content, ok = name, v.Text(), v.Kind() == value.Text
		return members < 2
	})
	known := tag == "$decimal" || tag == "$time" || tag == "$bytes"
	return tag, content, ok && known && members == 1
}

func asBool(name string, n value.Node) (bool, error) {
	v := n.Value()
	if v.Kind() != value.Bool {
		return false, fmt.Errorf("%q is not true or false", name)
	}
	return v.Bool(), nil
}

func asText(name string, n value.Node) (string, error) {
	v := n.Value()
	if v.Kind() != value.Text {
		return "", fmt.Errorf("%q is not a text", name)
	}
	return v.Text(), nil
}

func asInstant(name string, n value.Node) (time.Time, error) {
	if v := n.Value(); v.Kind() == value.Text {
		if at, ok := value.OfTimeText(v.Text()).Instant(); ok {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time of RFC 3339 with a zone", name)
}
