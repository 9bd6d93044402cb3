package deploy

import (
	"github.com/effectkit/effectkit/effect"

	"gopkg.in/yaml.v3"
)

// Node is a part of a YAML or JSON file that keeps its places and its scalars'
// written text.
type Node struct {
	YAML *yaml.Node
	Pos  effect.Position
}
