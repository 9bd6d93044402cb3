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

// topKeys are keys of a section that stand at the top of a file too.
var topKeys = []string{"settle", "freshness"}

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

// SectionKeys are the keys that the host reads in a section of a kind.
func SectionKeys(kind string) []string {
	if kind == "graphql" {
		return slices.Concat(sectionKeys, graphqlFreshness)
	}
	return slices.Clone(sectionKeys)
}

// kitFields are the keys of the built-in kinds' sections in the operator's kit,
// whether or not this build has the kind.
var kitFields = map[string][]string{
	"sql":           {"sql_query", "sqlite_database", "sql_driver", "sql_query_params", "sql_connect_args", "sql_password_env"},
	"rest":          {"base_url", "records_path", "records_key", "path_params", "auth"},
	"graphql":       {"base_url", "graphql_query", "graphql_variables", "graphql_records_path", "graphql_freshness_field", "graphql_freshness_window_s", "auth"},
	"fhir":          {"base_url", "resource_type", "search_params", "search_param_exprs", "field_paths", "access_token_env", "verify_tls"},
	"file":          {"root", "file_pattern", "file_min_size", "file_mtime_window_s", "file_content_probe"},
	"email":         {"root", "mail_pattern", "file_mtime_window_s", "file_content_probe"},
	"document":      {"root", "file_pattern", "document_format", "document_field_paths", "document_text_pattern", "file_mtime_window_s"},
	"document-hash": {"root", "glob"},
	"onscreen":      {"readback_region", "readback_min_ratio"},
}

// KindsWith are the built-in kinds whose sections have a key, in the order of
// [ReservedKinds].
func KindsWith(key string) []string {
	var out []string
	for _, kind := range reserved {
		if slices.Contains(kitFields[kind], key) {
			out = append(out, kind)
		}
	}
	return out
}
