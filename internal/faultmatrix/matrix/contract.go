package matrix

import (
	"embed"
	"fmt"

	"github.com/effectkit/effectkit/effect"
)

//go:embed contracts
var contractFiles embed.FS

// Contracts are those that the matrix is scored under: what each claims is in
// its oracle.
var Contracts = []string{"insert", "set", "delta"}

// loadContract reads the step of a contract for a family of faces.
func loadContract(family, name string) (*effect.Step, error) {
	file := "contracts/" + name + ".yaml"
	if family != "" {
		file = "contracts/" + family + "/" + name + ".yaml"
	}
	text, err := contractFiles.ReadFile(file)
	if err != nil {
		return nil, err
	}
	b, err := effect.ParseBundle(file, text)
	if err != nil {
		return nil, err
	}
	if len(b.Steps) != 1 {
		return nil, fmt.Errorf("%s: %d steps", file, len(b.Steps))
	}
	return &b.Steps[0], nil
}
