package deploy

import (
	"regexp"
	"slices"
	"strings"
)

// reserved are the built-in kinds' names, whether or not this build has them.
var reserved = []string{"sql", "rest", "graphql", "fhir", "file", "email", "document", "document-hash", "onscreen"}

// ReservedKinds are the names that only built-in adapters may have.
func ReservedKinds() []string { return slices.Clone(reserved) }

// Reserved tells whether only a built-in adapter may have the kind: a name on
// the list, or any without a hyphen.
func Reserved(kind string) bool {
	return isReserved(kind) || !strings.Contains(kind, "-")
}

func isReserved(kind string) bool { return slices.Contains(reserved, kind) }

var kindName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// sectionKeys are those that the host owns in a section.
var sectionKeys = []string{
	"kind", "isolate", "settle", "freshness", "evidence_redact_fields", "evidence_keep_fields", "max_concurrent_reads", "candidates",
}

// elsewhere are keys of the host that have no place in a section.
var elsewhere = map[string]string{
	"system":  "name the system under systems:",
	"systems": "it stands at the top of the file",
	"policy":  "it stands at the top of the file",
	"state":   "it stands at the top of the file",
	"plugins": "it stands at the top of the file",
	"version": "it stands at the top of the file",
}

// HostOwned tells whether a key is the host's, so that no adapter's schema may
// name it.
func HostOwned(key string) bool {
	_, foreign := elsewhere[key]
	return foreign || slices.Contains(sectionKeys, key) || strings.HasPrefix(key, "evidence_")
}

// SectionKeys are the keys that the host reads in every section, for
// suggestions.
func SectionKeys() []string { return slices.Clone(sectionKeys) }
