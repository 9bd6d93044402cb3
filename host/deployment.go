package host

import "github.com/effectkit/effectkit/host/internal/deploy"

// Deployment says where truth lives: a parsed deployment file. Its sections
// are checked against their adapters' schemas by [Open] and [Check].
type Deployment struct {
	file *deploy.Deployment
	// problems are mistakes of the file itself; with any, it is not opened.
	problems []Problem
}

// LoadDeployment reads a deployment file, YAML or JSON. The error is a
// [*Refusal] with the mistakes of the file itself. The deployment beside it is
// nil only when nothing could be read: [Check] and [Open] then refuse it with
// the mistakes of its sections as well.
func LoadDeployment(path string) (*Deployment, error) {
	return deployment(deploy.Load(path))
}

// ParseDeployment reads a deployment file's text. file names it in messages,
// and its folder is where relative paths start.
func ParseDeployment(file string, data []byte) (*Deployment, error) {
	return deployment(deploy.Parse(file, data))
}

func deployment(d *deploy.Deployment, err error) (*Deployment, error) {
	if err == nil {
		return &Deployment{file: d}, nil
	}
	refusal := &Refusal{Problems: problemsOf(CodeInvalidFile, err)}
	if d == nil {
		return nil, refusal
	}
	return &Deployment{file: d, problems: refusal.Problems}, refusal
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
