package deploy

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/effectkit/effectkit/host/internal/node"
)

// sections reads systems, with what the file says for all of them.
type sections struct {
	*reader
	settle    Settle
	freshness *Freshness
}

var systemName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$`)

func (s *sections) systems(e node.Entry, hasDefault bool) []System {
	if e.Value.Kind != node.Mapping {
		s.fail(e, fmt.Sprintf("must be a mapping of names to sections, not %s", e.Value.Kind), "")
		return nil
	}
	if len(e.Value.Entries) == 0 {
		s.fail(e, "names no system", "")
	}
	var out []System
	for _, entry := range e.Value.Entries {
		switch {
		case entry.Key == DefaultSystem && hasDefault:
			s.fail(entry, "is the name of the effects: section", "choose another name")
		case !systemName.MatchString(entry.Key):
			s.fail(entry, "is not a system's name", "use letters, digits, _ . and -, at most 64")
		default:
			out = append(out, s.system(entry.Key, entry))
		}
	}
	return out
}

func (s *sections) system(name string, e node.Entry) System {
	sys := System{Name: name, Pos: e.Pos}
	if e.Value.Kind != node.Mapping {
		s.fail(e, fmt.Sprintf("must be a section, which is a mapping with a kind, not %s", e.Value.Kind), "")
		return sys
	}
	list, several := e.Value.Get("candidates")
	if !several {
		sys.Candidates = []Section{s.section(e)}
		return sys
	}
	for _, entry := range e.Value.Entries {
		switch {
		case entry.Key == "candidates":
		case entry.Key == "kind":
			s.fail(entry, "stands beside candidates", "a section has one of the two")
		default:
			s.fail(entry, "stands beside candidates", "write it in each candidate that it is for")
		}
	}
	sys.Candidates = s.candidates(list)
	return sys
}

func (s *sections) candidates(e node.Entry) []Section {
	if e.Value.Kind != node.List {
		s.fail(e, fmt.Sprintf("must be a list of sections, not %s", e.Value.Kind), "")
		return nil
	}
	if len(e.Value.Items) == 0 {
		s.fail(e, "is empty: nothing would be verified", "list a section, or use kind")
	}
	var out []Section
	for _, item := range e.Value.Items {
		at := node.Entry{Key: e.Key, Pos: item.Pos, Value: item}
		if item.Kind != node.Mapping {
			s.fail(at, fmt.Sprintf("must be a section, which is a mapping with a kind, not %s", item.Kind), "")
			continue
		}
		if nested, ok := item.Get("candidates"); ok {
			s.fail(nested, "candidates inside a candidate", "list them in one candidates")
			continue
		}
		out = append(out, s.section(at))
	}
	return out
}

// section reads the host's keys of one adapter's section; the others are left
// to the adapter's schema.
func (s *sections) section(e node.Entry) Section {
	sec := Section{Pos: e.Pos, MaxConcurrentReads: DefaultMaxConcurrentReads, Freshness: s.freshness, Settle: s.settle}
	read := table{
		"kind":      func(e node.Entry) { sec.Kind, sec.KindPos = s.kind(e), e.Value.Pos },
		"isolate":   func(e node.Entry) { sec.Isolate = s.boolean(e) },
		"settle":    func(e node.Entry) { sec.Settle = s.reader.settle(e).over(s.settle) },
		"freshness": func(e node.Entry) { sec.Freshness = s.reader.freshness(e) },

		"evidence_redact_fields": func(e node.Entry) { sec.Evidence.Redact = s.names(e) },
		"evidence_keep_fields":   func(e node.Entry) { sec.Evidence.Keep = s.names(e) },
		"max_concurrent_reads": func(e node.Entry) {
			if n, ok := s.count(e, 64); ok {
				sec.MaxConcurrentReads = n
			}
		},
	}
	for _, entry := range e.Value.Entries {
		own, ok := read[entry.Key]
		hint, foreign := elsewhere[entry.Key]
		switch {
		case ok:
			own(entry)
		case foreign:
			s.fail(entry, "has no place in a section", hint)
		case strings.HasPrefix(entry.Key, "evidence_"):
			s.unknown(entry, sectionKeys)
		}
	}
	if _, ok := e.Value.Get("kind"); !ok {
		s.fail(e, "lacks kind", "name the adapter, such as kind: sql")
	}
	s.contradiction(e)
	s.window(sec)
	sec.Node = e.Value.Without(HostOwned)
	return sec
}

func (s *sections) kind(e node.Entry) string {
	kind, ok := s.text(e)
	if !ok {
		return ""
	}
	hint := ""
	if near := node.Suggest(kind, reserved); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	switch {
	case !kindName.MatchString(kind):
		s.fail(e, "is not a kind's name", hint)
	case !strings.Contains(kind, "-") && !isReserved(kind):
		if hint == "" {
			hint = "built-in kinds are " + strings.Join(reserved, ", ") + "; a vendor's contains a hyphen"
		}
		s.fail(e, fmt.Sprintf("there is no kind %q", kind), hint)
	default:
		return kind
	}
	return ""
}

// contradiction refuses a field that is both kept and redacted.
func (s *sections) contradiction(e node.Entry) {
	redact, _ := e.Value.Get("evidence_redact_fields")
	keep, ok := e.Value.Get("evidence_keep_fields")
	if !ok || redact.Value == nil {
		return
	}
	for _, k := range keep.Value.Items {
		for _, r := range redact.Value.Items {
			if k.Kind == node.Scalar && r.Kind == node.Scalar && k.Text != "" && strings.EqualFold(k.Text, r.Text) {
				s.fail(node.Entry{Key: keep.Key, Pos: k.Pos}, "the field is redacted too", "name it in one of the two lists")
			}
		}
	}
}

// window refuses early what no effect's timeout could make wide enough.
func (s *sections) window(sec Section) {
	if f := sec.Freshness; f != nil && f.Window > 0 {
		if err := f.Check(0, "", sec.Settle); err != nil {
			s.fail(node.Entry{Key: "window_s", Pos: f.Pos}, "the window is shorter than settle_s and read_timeout_s together", "widen it by the longest timeout_s of an effect too")
		}
	}
}
