package deploy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/effectkit/effectkit/effect/source"
)

// LockName is the lock file's, beside the deployment file.
const LockName = "effectkit.lock"

// Load reads a deployment file. The error is [source.Problems], the mistakes of
// the file, or says why the file could not be read; see Parse for what comes
// beside it.
func Load(path string) (*Deployment, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, source.MaxBytes+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	return Parse(path, data)
}

func unreadable(path string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // it repeats the path
	}
	return fmt.Errorf("%q: the deployment file cannot be read: %w", path, err)
}

// Parse reads a deployment file's text. file names it in messages, and its
// folder is where relative paths start. The error is [source.Problems]; beside
// it comes what could be read, for looking on: it is nil when that is nothing,
// and nobody may build readers of it.
func Parse(file string, data []byte) (*Deployment, error) {
	full, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("the deployment file's folder is not known: %w", err)
	}
	root, problems := source.Read(file, data)
	if root == nil {
		return nil, problems
	}
	r := &reader{dir: filepath.Dir(full)}
	r.Join(problems)
	d := r.deployment(root)
	d.File, d.Dir, d.Lock = file, r.dir, filepath.Join(r.dir, LockName)
	return d, r.Problems().Err()
}

func (r *reader) deployment(root *source.Node) *Deployment {
	d := &Deployment{}
	var effects, systems *member
	var settle Settle
	var freshness *Freshness
	r.mapping(member{Pos: root.Pos, Value: r.top(root)}, "a deployment", table{
		"version":   r.version,
		"effects":   func(m member) { effects = &m },
		"systems":   func(m member) { systems = &m },
		"plugins":   func(m member) { d.Plugins = r.plugins(m) },
		"settle":    func(m member) { settle = r.settling(m) },
		"freshness": func(m member) { freshness = r.recency(m) },
		"policy":    func(m member) { d.Policy = r.policy(m) },
		"state":     func(m member) { d.State = r.state(m) },
	})
	s := &sections{reader: r, settle: settle, freshness: freshness}
	if effects != nil {
		d.Systems = append(d.Systems, s.system(DefaultSystem, *effects))
	}
	if systems != nil {
		d.Systems = append(d.Systems, s.systems(*systems, effects != nil)...)
	}
	if root.Shape() == source.Mapping && effects == nil && systems == nil {
		r.Add(root.Pos, "no system is named", "write a section under effects:, or several by name under systems:")
	}
	return d
}

// top is the root less the keys of a section, which are refused with their
// right place.
func (r *reader) top(root *source.Node) *source.Node {
	if root.Shape() != source.Mapping {
		return root
	}
	misplaced := func(key string) bool {
		return !slices.Contains(topKeys, key) && (slices.Contains(sectionKeys, key) || len(KindsWith(key)) > 0)
	}
	for _, m := range root.Members() {
		if misplaced(m.Key) {
			r.Add(m.Pos, fmt.Sprintf("%q belongs in a section", m.Key), "write it under effects:, or under a name in systems:")
		}
	}
	return without(root, misplaced)
}

func (r *reader) version(m member) {
	if v, ok := r.Int(keyed(m)); ok && v != Version {
		r.Add(m.Pos, fmt.Sprintf("%d is not a version that is known", v), "write version: 1")
	}
}
