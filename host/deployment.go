package host

import "github.com/effectkit/effectkit/host/internal/deploy"

// Deployment says where truth lives: a parsed deployment file. Its sections
// are checked against their adapters' schemas by [Open] and [Check].
type Deployment struct{ file *deploy.Deployment }

// LoadDeployment reads a deployment file, YAML or JSON. The error is a
// [*Refusal] with every mistake of the file.
func LoadDeployment(path string) (*Deployment, error) {
	return deployment(deploy.Load(path))
}

// ParseDeployment reads a deployment file's text. file names it in messages,
// and its folder is where relative paths start.
func ParseDeployment(file string, data []byte) (*Deployment, error) {
	return deployment(deploy.Parse(file, data))
}

func deployment(d *deploy.Deployment, err error) (*Deployment, error) {
	if err != nil {
		return nil, &Refusal{Problems: problemsOf(CodeInvalidFile, err)}
	}
	return &Deployment{file: d}, nil
}

// File is the path that the deployment was read from.
func (d *Deployment) File() string { return d.file.File }

// Systems are the names of the systems in their order.
func (d *Deployment) Systems() []string {
	names := make([]string, len(d.file.Systems))
	for i, s := range d.file.Systems {
		names[i] = s.Name
	}
	return names
}
