package plugin

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Request says where plugins may be.
type Request struct {
	// Paths are programs, plugin directories, or directories to look in;
	// absolute.
	Paths []string
	// Lock is what was locked; nil locks nothing, and every plugin is listed as
	// not locked.
	Lock *Lock
	// Dev are programs under development, by kind, that run without a lock.
	Dev map[string]string
	// Reserved tells whether a kind is a built-in's.
	Reserved func(kind string) bool

	toLock bool // what is found is about to be locked
}

// Entry is one plugin that was found, usable or not.
type Entry struct {
	// Kind is what its name says; "" when the name says none.
	Kind string
	Path string
	// Dir is true for a plugin directory with a plugin.json.
	Dir bool
	// Dev is true for one under development: nothing is locked, and every
	// verdict that rests on it says so. Its Path may be the socket of one that
	// runs already.
	Dev bool
	// Version and Digest are the lock's for this platform; "" when not locked.
	Version string
	Digest  string
	// Problem says why it cannot be used; "" when it can.
	Problem string

	manifest *manifest // of a Dir
	socket   bool      // of a Dev that runs already
}

// Catalogue is all the plugins that were found. One that is broken disables
// itself alone.
type Catalogue struct{ entries []*Entry }

// Find looks for plugins. It reads no plugin's bytes and starts none.
func Find(r Request) *Catalogue {
	c := &Catalogue{}
	for _, path := range r.Paths {
		c.look(path, r.Reserved)
	}
	c.refuseTwins()
	for _, e := range c.entries {
		if e.Problem == "" && !r.toLock {
			e.locked(r.Lock)
		}
	}
	for _, kind := range sortedKinds(r.Dev) {
		c.develop(kind, r.Dev[kind], r.Reserved)
	}
	slices.SortStableFunc(c.entries, func(a, b *Entry) int {
		return strings.Compare(a.Kind+"\x00"+a.Path, b.Kind+"\x00"+b.Path)
	})
	return c
}

// Entries are all that was found, by kind and path; those with a Problem too.
func (c *Catalogue) Entries() []*Entry { return c.entries }

// look adds what a path of a deployment holds.
func (c *Catalogue) look(path string, reserved func(string) bool) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		c.refuse(path, "it cannot be read: "+plainError(err))
	case strings.HasPrefix(filepath.Base(path), FilePrefix):
		c.add(path, info, reserved)
	case info.IsDir():
		c.lookIn(path, reserved)
	default:
		c.refuse(path, "its name is not "+FilePrefix+"KIND")
	}
}

// lookIn adds every entry of a directory. Nothing in it is passed over in
// silence.
func (c *Catalogue) lookIn(dir string, reserved func(string) bool) {
	if why := worldWritable(dir); why != "" {
		c.refuse(dir, why)
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		c.refuse(dir, "it cannot be read: "+plainError(err))
		return
	}
	for _, de := range entries {
		path := filepath.Join(dir, de.Name())
		if !strings.HasPrefix(de.Name(), FilePrefix) {
			c.refuse(path, "its name is not "+FilePrefix+"KIND")
			continue
		}
		if why := leadsOut(dir, path); why != "" {
			c.refuse(path, why)
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			c.refuse(path, "it cannot be read: "+plainError(err))
			continue
		}
		c.add(path, info, reserved)
	}
}

// add adds one program or plugin directory, checked as far as can be told
// without reading it.
func (c *Catalogue) add(path string, info os.FileInfo, reserved func(string) bool) {
	e := &Entry{Kind: strings.TrimPrefix(filepath.Base(path), FilePrefix), Path: path, Dir: info.IsDir()}
	c.entries = append(c.entries, e)
	e.Problem = wrongKind(e.Kind, reserved)
	if e.Problem == "" {
		e.Problem = worldWritable(filepath.Dir(path))
	}
	switch {
	case e.Problem != "":
	case e.Dir:
		e.manifest, e.Problem = readTree(path)
	default:
		e.Problem = wrongProgram(info)
	}
}

// develop adds a program under development, or the socket on which one waits.
// What was found of its kind is set aside.
func (c *Catalogue) develop(kind, path string, reserved func(string) bool) {
	e := &Entry{Kind: kind, Path: path, Dev: true, Problem: wrongKind(kind, reserved)}
	if info, err := os.Stat(path); err != nil {
		e.Problem = "it cannot be read: " + plainError(err)
	} else if e.Problem == "" && info.IsDir() {
		e.Problem = "it is a directory: name the program"
	} else if e.Problem == "" && info.Mode()&os.ModeSocket != 0 {
		e.socket = true
	} else if e.Problem == "" && info.Mode()&0o111 == 0 {
		e.Problem = "it is not executable"
	}
	for _, old := range c.entries {
		if old.Kind == kind && old.Problem == "" {
			old.Problem = "a program under development is used in its place: " + path
		}
	}
	c.entries = append(c.entries, e)
}

func (c *Catalogue) refuse(path, why string) {
	c.entries = append(c.entries, &Entry{Path: path, Problem: why})
}

// refuseTwins refuses all plugins of a kind that several claim.
func (c *Catalogue) refuseTwins() {
	byKind := map[string][]*Entry{}
	for _, e := range c.entries {
		if e.Kind != "" {
			byKind[e.Kind] = append(byKind[e.Kind], e)
		}
	}
	for _, twins := range byKind {
		for i, e := range twins {
			if len(twins) > 1 && e.Problem == "" {
				e.Problem = "another plugin is of its kind: " + twins[(i+1)%len(twins)].Path
			}
		}
	}
}

// locked takes what the lock says of a plugin.
func (e *Entry) locked(l *Lock) {
	version, digest, ok := l.find(e.Kind)
	if !ok {
		e.Problem = fmt.Sprintf("it is not in the lock for %s: to trust these bytes, run effectkit adapters lock", Platform)
		return
	}
	e.Version, e.Digest = version, digest
}

func sortedKinds(m map[string]string) []string {
	kinds := make([]string, 0, len(m))
	for k := range m {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	return kinds
}
