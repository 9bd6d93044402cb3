package deploy

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/effectkit/effectkit/host/internal/node"
)

// LockName is the lock file's, beside the deployment file.
const LockName = "effectkit.lock"

// Load reads a deployment file. The error is node.Problems, all the mistakes
// of the file, or says why the file could not be read.
func Load(path string) (*Deployment, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the deployment file cannot be read: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, node.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the deployment file cannot be read: %w", err)
	}
	return Parse(path, data)
}

// Parse reads a deployment file's text. file names it in messages, tells JSON
// from YAML by its ending, and its folder is where relative paths start.
func Parse(file string, data []byte) (*Deployment, error) {
	full, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("the deployment file's folder is not known: %w", err)
	}
	root, err := node.Parse(file, data)
	if err != nil {
		return nil, err
	}
	r := &reader{dir: filepath.Dir(full)}
	d := r.deployment(root)
	if err := r.problems.Err(); err != nil {
		return nil, err
	}
	d.File, d.Dir, d.Lock = file, r.dir, filepath.Join(r.dir, LockName)
	return d, nil
}

func (r *reader) deployment(root *node.Node) *Deployment {
	d := &Deployment{}
	var effects, systems *node.Entry
	var settle Settle
	var freshness *Freshness
	top := node.Entry{Pos: root.Pos, Value: root}
	r.mapping(top, table{
		"version":   r.version,
		"effects":   func(e node.Entry) { effects = &e },
		"systems":   func(e node.Entry) { systems = &e },
		"plugins":   func(e node.Entry) { d.Plugins = r.plugins(e) },
		"settle":    func(e node.Entry) { settle = r.settle(e) },
		"freshness": func(e node.Entry) { freshness = r.freshness(e) },
		"policy":    func(e node.Entry) { d.Policy = r.policy(e) },
		"state":     func(e node.Entry) { d.State = r.state(e) },
	})
	s := &sections{reader: r, settle: settle, freshness: freshness}
	if effects != nil {
		d.Systems = append(d.Systems, s.system(DefaultSystem, *effects))
	}
	if systems != nil {
		d.Systems = append(d.Systems, s.systems(*systems, effects != nil)...)
	}
	if root.Kind == node.Mapping && effects == nil && systems == nil {
		r.fail(top, "names no system", "write a section under effects: or, by name, under systems:")
	}
	return d
}

func (r *reader) version(e node.Entry) {
	if v := e.Value; v.Kind != node.Scalar || v.Quoted || v.Text != "1" {
		r.fail(e, "must be 1, the one version that this build reads", "")
	}
}
