package files

import (
	"errors"
	"path"
	"strings"
)

// Pattern is a validated glob relative to a root: `*`, `?` and `[…]` within a
// name, `**` for any number of folders. Every `/` is a folder.
type Pattern struct {
	text     string
	segments []string
}

// Errors of [NewPattern]. Each says what to write instead.
var (
	ErrPatternEmpty    = errors.New("the pattern is empty; write * for every file in the folder")
	ErrPatternAbsolute = errors.New("the pattern is absolute; write it relative to the root")
	ErrPatternClimbs   = errors.New("the pattern has a . or .. folder; nothing outside the root is ever read")
	ErrPatternSyntax   = errors.New("the pattern does not parse; a [ needs its ], and a \\ something behind it")
)

// NewPattern checks a glob. The error is one of those above.
func NewPattern(text string) (*Pattern, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return nil, ErrPatternEmpty
	case strings.HasPrefix(text, "/"), strings.HasPrefix(text, `\`), len(text) > 1 && text[1] == ':':
		return nil, ErrPatternAbsolute
	case strings.ContainsRune(text, 0):
		return nil, ErrPatternSyntax
	}
	segments := strings.Split(text, "/")
	for _, s := range segments {
		if s == "." || s == ".." {
			return nil, ErrPatternClimbs
		}
		if s == "" {
			return nil, ErrPatternSyntax
		}
		if _, err := path.Match(s, ""); err != nil {
			return nil, ErrPatternSyntax
		}
	}
	return &Pattern{text: text, segments: collapse(segments)}, nil
}

// String is the pattern as it was written.
func (p *Pattern) String() string { return p.text }

// Match tells whether a slash-separated path relative to the root fits.
func (p *Pattern) Match(name string) bool {
	return matchSegments(p.segments, strings.Split(name, "/"))
}

// Enter tells whether a folder may hold paths that fit, so that the others are
// never opened.
func (p *Pattern) Enter(dir string) bool {
	if dir == "." {
		return true
	}
	return prefixSegments(p.segments, strings.Split(dir, "/"))
}

// Any tells whether the last segment fits every name.
func (p *Pattern) Any() bool {
	last := p.segments[len(p.segments)-1]
	return strings.Trim(last, "*") == ""
}

func matchSegments(pattern, names []string) bool {
	for len(pattern) > 0 && pattern[0] != "**" {
		if len(names) == 0 || !matchName(pattern[0], names[0]) {
			return false
		}
		pattern, names = pattern[1:], names[1:]
	}
	if len(pattern) == 0 {
		return len(names) == 0
	}
	if len(pattern) == 1 {
		return len(names) > 0
	}
	for i := range names {
		if matchSegments(pattern[1:], names[i:]) {
			return true
		}
	}
	return false
}

func prefixSegments(pattern, names []string) bool {
	for _, name := range names {
		switch {
		case len(pattern) == 0:
			return false
		case pattern[0] == "**":
			return true
		case !matchName(pattern[0], name):
			return false
		}
		pattern = pattern[1:]
	}
	return len(pattern) > 0
}

func matchName(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// collapse makes one of several ** in a row, which fit the same and would cost
// exponential time.
func collapse(segments []string) []string {
	out := segments[:0]
	for i, s := range segments {
		if s == "**" && i > 0 && segments[i-1] == "**" {
			continue
		}
		out = append(out, s)
	}
	return out
}
