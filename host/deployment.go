package host

import (
	"errors"

	"github.com/effectkit/effectkit/host/internal/deploy"
)

// Deployment says where truth lives: a parsed deployment file. Its sections
// are checked against their adapters' schemas by [Open] and [Check].
type Deployment struct{ file *deploy.Deployment }

// LoadDeployment reads a deployment file, YAML or JSON. The error is a
// [*Refusal] with every mistake of the file.
func LoadDeployment(path string) (*Deployment, error) {
	return nil, &Refusal{Problems: []Problem{{Code: CodeInvalidFile, Message: "deployment files are not read yet"}}}
}

// File is the path that the deployment was read from.
func (d *Deployment) File() string { return d.file.File }

// Systems are the names of the systems, the default one first.
func (d *Deployment) Systems() []string {
	names := make([]string, len(d.file.Systems))
	for i, s := range d.file.Systems {
		names[i] = s.Name
	}
	return names
}

// SecretVariables are the environment variables that hold the deployment's
// secrets, sorted. A runner takes them out of the environment of what acts.
func SecretVariables(d *Deployment, o Options) ([]string, error) {
	return nil, errors.ErrUnsupported
}
