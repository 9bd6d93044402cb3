package deploy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect/source"

	"gopkg.in/yaml.v3"
)

// sections reads systems, with what the file says for all of them.
type sections struct {
	*reader
	settle    Settle
	freshness *Freshness
}

var systemName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$`)

func (s *sections) systems(m member, hasDefault bool) []System {
	var out []System
	for _, inner := range s.Members(keyed(m), "", nil) {
		switch {
		case inner.Key == DefaultSystem && hasDefault:
			s.Add(inner.Pos, `"default" is the name of the effects: section`, "choose another name")
		case !systemName.MatchString(inner.Key):
			s.Add(inner.Pos, fmt.Sprintf("%q is not a system's name", inner.Key), "use letters, digits, _ . and -, at most 64")
		default:
			out = append(out, s.system(inner.Key, inner))
		}
	}
	if m.Value.Shape() == source.Mapping && len(m.Value.Members()) == 0 {
		s.Add(m.Pos, "no system is named", "")
	}
	return out
}

func (s *sections) system(name string, m member) System {
	sys := System{Name: name, Pos: m.Pos}
	if !s.isSection(m) {
		return sys
	}
	list, several := has(m.Value, "candidates")
	if !several {
		sys.Candidates = []Section{s.section(m)}
		return sys
	}
	for _, inner := range m.Value.Members() {
		switch inner.Key {
		case "candidates":
		case "kind":
			s.Add(inner.Pos, "stands beside candidates", "a section has one of the two")
		default:
			s.Add(inner.Pos, "stands beside candidates", "write it in each candidate that it is for")
		}
	}
	sys.Candidates = s.candidates(list)
	return sys
}

func (s *sections) isSection(m member) bool {
	shape := m.Value.Shape()
	if shape != source.Mapping && shape != source.Refused {
		s.Add(m.Pos, "must be a section, not "+shape.String(), "a section is a mapping with a kind")
	}
	return shape == source.Mapping
}

func (s *sections) candidates(m member) []Section {
	if s.Items(keyed(m)); m.Value.Shape() == source.List && len(m.Value.Items()) == 0 {
		s.Add(m.Pos, "is empty: nothing would be verified", "list a section, or write kind instead")
	}
	var out []Section
	for _, item := range items(m) {
		if !s.isSection(item) {
			continue
		}
		if nested, ok := has(item.Value, "candidates"); ok {
			s.Add(nested.Pos, "candidates inside a candidate", "list them all in one candidates")
			continue
		}
		out = append(out, s.section(item))
	}
	return out
}

// section reads the host's keys of one adapter's section; the others are left
// to the adapter's schema.
func (s *sections) section(m member) Section {
	sec := Section{Pos: m.Pos, MaxConcurrentReads: DefaultMaxConcurrentReads, Freshness: s.freshness, Settle: s.settle}
	read := table{
		"kind":      func(m member) { sec.Kind, sec.KindPos = s.kind(m), m.Value.Pos },
		"isolate":   func(m member) { sec.Isolate = s.boolean(m) },
		"settle":    func(m member) { sec.Settle = s.settling(m).over(s.settle) },
		"freshness": func(m member) { sec.Freshness = s.recency(m) },

		"evidence_redact_fields": func(m member) { sec.Evidence.Redact = s.names(m) },
		"evidence_keep_fields":   func(m member) { sec.Evidence.Keep = s.names(m) },
		"max_concurrent_reads": func(m member) {
			if n, ok := s.count(m, 64); ok {
				sec.MaxConcurrentReads = n
			}
		},
	}
	owned := HostOwned
	if kind := m.Value.Member("kind"); kind != nil && kind.Text() == "graphql" {
		owned = func(key string) bool { return HostOwned(key) || slices.Contains(graphqlFreshness, key) }
		if f := s.graphqlRecency(m); f != nil {
			sec.Freshness = f
		}
	}
	for _, inner := range m.Value.Members() {
		own, ok := read[inner.Key]
		hint, foreign := elsewhere[inner.Key]
		switch {
		case ok:
			own(inner)
		case foreign:
			s.Add(inner.Pos, fmt.Sprintf("%q has no place in a section", inner.Key), hint)
		case strings.HasPrefix(inner.Key, "evidence_"):
			s.Add(inner.Pos, fmt.Sprintf("%q is not a key of a section", inner.Key), source.DidYouMean(inner.Key, sectionKeys))
		}
	}
	s.required(m, "kind")
	s.contradiction(m)
	s.window(sec)
	sec.Node = without(m.Value, owned)
	return sec
}

func (s *sections) kind(m member) string {
	kind, ok := s.text(m)
	if !ok {
		return ""
	}
	hint := source.DidYouMean(kind, reserved)
	switch {
	case !kindName.MatchString(kind):
		s.Add(m.Pos, fmt.Sprintf("%q is not a kind's name", kind), hint)
	case !strings.Contains(kind, "-") && !isReserved(kind):
		if hint == "" {
			hint = "built-in kinds are " + strings.Join(reserved, ", ") + "; a vendor's contains a hyphen"
		}
		s.Add(m.Pos, fmt.Sprintf("%q is not a kind that is known", kind), hint)
	default:
		return kind
	}
	return ""
}

// contradiction refuses a field that is both kept and redacted.
func (s *sections) contradiction(m member) {
	redact, _ := has(m.Value, "evidence_redact_fields")
	keep, ok := has(m.Value, "evidence_keep_fields")
	if !ok || redact.Value == nil {
		return
	}
	for _, k := range items(keep) {
		for _, r := range items(redact) {
			if name := k.Value.Text(); name != "" && strings.EqualFold(name, r.Value.Text()) {
				s.Add(k.Pos, fmt.Sprintf("%q is redacted too", name), "name it in one of the two lists")
			}
		}
	}
}

// window refuses early what no effect's timeout could make wide enough.
func (s *sections) window(sec Section) {
	if f := sec.Freshness; f != nil && f.Window > 0 && f.Check(0, "", sec.Settle) != nil {
		s.Add(f.Pos, "is less than settle_s and read_timeout_s together", "widen it, by the longest timeout_s of an effect too")
	}
}

// without is a mapping less some keys. What is below is shared.
func without(n *source.Node, drop func(key string) bool) *source.Node {
	kept := *n.YAML
	kept.Content = nil
	for i := 0; i+1 < len(n.YAML.Content); i += 2 {
		if key := n.YAML.Content[i]; key.Kind != yaml.ScalarNode || !drop(key.Value) {
			kept.Content = append(kept.Content, key, n.YAML.Content[i+1])
		}
	}
	return &source.Node{YAML: &kept, Pos: n.Pos}
}
