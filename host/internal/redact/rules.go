package redact

import (
	"slices"
	"strings"

	"github.com/effectkit/effectkit/host/internal/deploy"
)

// path is a field's name and the keys below it, in lower case. An array's
// elements have the path of the array.
type path []string

// parse splits a name at its dots, or, where it starts with a slash, as a JSON
// Pointer (RFC 6901).
func parse(name string) path {
	name = strings.ToLower(name)
	if !strings.HasPrefix(name, "/") {
		return strings.Split(name, ".")
	}
	p := path(strings.Split(name[1:], "/"))
	for i := range p {
		p[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(p[i])
	}
	return p
}

// child is the path of a key below p.
func (p path) child(key string) path { return append(slices.Clip(p), parse("/"+escape(key))...) }

func escape(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }

// within tells whether p is q or below it.
func (p path) within(q path) bool { return len(p) >= len(q) && slices.Equal(p[:len(q)], q) }

// Rules say what may not be shown. A nil Rules hides nothing.
type Rules struct {
	redact []path
	keep   []path
	// keeping is true where only what is kept may be shown, be it nothing.
	keeping bool
}

// New makes rules of a section's evidence settings; nil when they hide nothing.
func New(e deploy.Evidence) *Rules {
	if len(e.Redact) == 0 && e.Keep == nil {
		return nil
	}
	r := &Rules{keeping: e.Keep != nil}
	for _, name := range e.Redact {
		r.redact = append(r.redact, parse(name))
	}
	for _, name := range e.Keep {
		r.keep = append(r.keep, parse(name))
	}
	return r
}

// shown says how much of what is at a path may be shown.
type shown uint8

const (
	none shown = iota // nothing
	some              // perhaps a part of what is below
	all               // this, and of what is below what no rule hides
)

// at says how much of what is at p may be shown.
func (r *Rules) at(p path) shown {
	for _, q := range r.redact {
		// A name alone hides what has it at any depth.
		if p.within(q) || len(q) == 1 && slices.Contains(p, q[0]) {
			return none
		}
	}
	if !r.keeping {
		return all
	}
	found := none
	for _, q := range r.keep {
		switch {
		case p.within(q):
			return all
		case q.within(p):
			found = some
		}
	}
	return found
}

// Hides tells whether nothing of a field may be shown.
func (r *Rules) Hides(field string) bool { return r != nil && r.at(parse(field)) == none }
