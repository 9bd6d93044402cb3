package deploy

import (
	"maps"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect/source"
)

// Variables are the environment variables that the file names by its keys
// alone, sorted: the text under every key that ends in _env, in whatever
// section. It needs no adapter's schema, so that the variables of a plugin that
// does not start are known too.
func (d *Deployment) Variables() []string {
	found := map[string]bool{}
	if d.State.KeyEnv != "" {
		found[d.State.KeyEnv] = true
	}
	for _, system := range d.Systems {
		for _, section := range system.Candidates {
			variables(section.Node, found)
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func variables(n *source.Node, found map[string]bool) {
	for _, item := range n.Items() {
		variables(item, found)
	}
	for _, m := range n.Members() {
		if strings.HasSuffix(m.Key, "_env") {
			for _, one := range append(m.Value.Items(), m.Value) {
				if name := one.Text(); VariableName.MatchString(name) {
					found[name] = true
				}
			}
		}
		variables(m.Value, found)
	}
}
