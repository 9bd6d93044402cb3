package schema

import (
	"net/url"
	"strconv"
	"strings"
)

// JSON Pointers, RFC 6901.

var (
	escapePointer   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")
)

// below is the pointer of a key, or of an item's index, under a pointer.
func below(pointer, key string) string { return pointer + "/" + escapePointer.Replace(key) }

func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString("/" + escapePointer.Replace(t))
	}
	return b.String()
}

// lookup follows a reference inside a schema, such as "#/$defs/auth".
func lookup(root any, ref string) (target any, pointer string, ok bool) {
	if !strings.HasPrefix(ref, "#") {
		return nil, "", false
	}
	pointer, err := url.PathUnescape(ref[1:])
	if err != nil || pointer != "" && pointer[0] != '/' {
		return nil, "", false
	}
	target = root
	if pointer == "" {
		return target, pointer, true
	}
	for _, token := range strings.Split(pointer[1:], "/") {
		token = unescapePointer.Replace(token)
		switch t := target.(type) {
		case map[string]any:
			if target, ok = t[token]; !ok {
				return nil, "", false
			}
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(t) {
				return nil, "", false
			}
			target = t[i]
		default:
			return nil, "", false
		}
	}
	return target, pointer, true
}
