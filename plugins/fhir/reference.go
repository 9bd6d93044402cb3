package fhir

import (
	"regexp"
	"strings"
)

// relative is Type/id, and what may stand around it in a reference.
var relative = regexp.MustCompile(`^[A-Z][A-Za-z]{1,63}/[A-Za-z0-9\-.]{1,64}$`)

// isLongReference tells whether a value is a reference with a server or a
// version in it.
func isLongReference(text string) bool {
	short, versioned := cutVersion(text)
	if isAbsolute(short) {
		parts := strings.Split(short, "/")
		return len(parts) > 4 && relative.MatchString(strings.Join(parts[len(parts)-2:], "/"))
	}
	return versioned && relative.MatchString(short)
}

func isAbsolute(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// cutVersion takes /_history/n off a reference.
func cutVersion(text string) (short string, versioned bool) {
	if i := strings.LastIndex(text, "/_history/"); i > 0 && !strings.Contains(text[i+len("/_history/"):], "/") {
		return text[:i], true
	}
	return text, false
}

// normal is a reference as Type/id where it is one of this server, known by
// one of its bases. foreign is true for a reference to a resource of another
// server, which may be the same by another name.
func normal(text string, bases ...string) (out string, foreign bool) {
	short, versioned := cutVersion(text)
	if !isAbsolute(short) {
		if versioned && relative.MatchString(short) {
			return short, false
		}
		return text, false
	}
	for _, base := range bases {
		if rest, ok := strings.CutPrefix(short, strings.TrimRight(base, "/")+"/"); ok && base != "" && relative.MatchString(rest) {
			return rest, false
		}
	}
	return text, isLongReference(text)
}
