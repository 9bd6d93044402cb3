package schema

import (
	"encoding/json"

	"github.com/effectkit/effectkit/effect/source"
)

// plain makes of a JSON file's nodes what encoding/json would, numbers exact.
func plain(n *source.Node) any {
	switch n.Shape() {
	case source.Mapping:
		out := map[string]any{}
		for _, m := range n.Members() {
			out[m.Key] = plain(m.Value)
		}
		return out
	case source.List:
		items := n.Items()
		out := make([]any, len(items))
		for i, item := range items {
			out[i] = plain(item)
		}
		return out
	case source.Bool:
		return n.Bool()
	case source.Number:
		return json.Number(n.Text())
	case source.Text:
		return n.Text()
	}
	return nil
}
