package effect

import (
	"fmt"

	"github.com/effectkit/effectkit/effect/source"
)

// BundleVersion is the version of the bundle format that this package reads.
const BundleVersion = 1

// ParseBundle reads a bundle from YAML or JSON and validates it: version: 1
// and steps:, or one step alone, or that step's list of effects alone, or a
// single effect. file names it in errors. The error is [Problems], all of them.
func ParseBundle(file string, data []byte) (*Bundle, error) {
	n, problems := source.Read(file, data)
	r := reportOf(problems)
	if n == nil {
		return nil, problems
	}
	b := &Bundle{Version: BundleVersion, File: file}
	switch {
	case n.Shape() == source.List:
		b.Steps = []Step{{Effects: effectsOf(r, n), Pos: n.Pos}}
	case n.Member(keyKind) != nil:
		b.Steps = []Step{{Effects: []Effect{effectOf(r, n)}, Pos: n.Pos}}
	case n.Member("effects") != nil && n.Member("steps") == nil:
		b.Steps = []Step{stepOf(r, n)}
	default:
		b.read(r, n)
	}
	if err := r.Problems().Err(); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *Bundle) read(r *source.Report, n *source.Node) {
	const shape = "write version: 1 and steps: [{id: …, effects: […]}], or a list of effects"
	if n.Shape() != source.Mapping {
		if n.Shape() != source.Refused {
			r.Add(n.Pos, "must be a bundle, not "+n.Shape().String(), shape)
		}
		return
	}
	for _, m := range r.Members(n, "a bundle", []string{"version", "steps"}) {
		if m.Key == "steps" {
			b.Steps = stepsOf(r, m.Value)
			continue
		}
		if version, ok := r.Int(m.Value); ok && version != BundleVersion {
			r.Add(m.Value.Pos, fmt.Sprintf("%d is not a version that is known", version), "write version: 1")
		}
	}
	for _, key := range []string{"version", "steps"} {
		if n.Member(key) == nil {
			r.Add(n.Pos, fmt.Sprintf("%q is missing", key), shape)
		}
	}
}

func stepsOf(r *source.Report, n *source.Node) []Step {
	items := r.Items(n)
	if n.Shape() == source.List && len(items) == 0 {
		r.Add(n.Pos, "a bundle without a step", "")
	}
	out := make([]Step, 0, len(items))
	first := map[string]Position{}
	for _, item := range items {
		step := stepOf(r, item)
		out = append(out, step)
		id := item.Member("id")
		if id == nil && len(items) > 1 && item.Shape() == source.Mapping {
			r.Add(item.Pos, `"id" is missing`, "each of several steps needs one")
		}
		if step.ID == "" {
			continue
		}
		if one, twice := first[step.ID]; twice {
			r.Add(id.Pos, fmt.Sprintf("%q is the id of two steps, first on line %d", step.ID, one.Line), "give each step its own")
			continue
		}
		first[step.ID] = id.Pos
	}
	return out
}

func stepOf(r *source.Report, n *source.Node) Step {
	step := Step{Pos: n.Pos}
	for _, m := range r.Members(n, "a step", []string{"id", "risk", "effects", "also_watch"}) {
		switch m.Key {
		case "id":
			step.ID, _ = r.Text(m.Value)
		case "risk":
			step.Risk = riskOf(r, m.Value)
		case "effects":
			step.Effects = effectsOf(r, m.Value)
		case "also_watch":
			step.AlsoWatch = textsOf(r, m.Value)
			uniqueTexts(r, m.Value)
		}
	}
	return step
}

func effectsOf(r *source.Report, n *source.Node) []Effect {
	items := r.Items(n)
	out := make([]Effect, 0, len(items))
	for _, item := range items {
		out = append(out, effectOf(r, item))
	}
	return out
}

// uniqueTexts notes a text that stands twice in a list of names.
func uniqueTexts(r *source.Report, n *source.Node) {
	seen := map[string]bool{}
	for _, item := range n.Items() {
		if text := item.Text(); text != "" && seen[text] {
			r.Add(item.Pos, fmt.Sprintf("%q twice in one list", text), "keep one of them")
		}
		seen[item.Text()] = true
	}
}
