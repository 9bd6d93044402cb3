package action

import (
	"slices"
	"strings"
)

// Without is env less the variables in remove that keep does not name, and less
// what the host's plugins are told apart by. Names are exact.
func Without(env, remove, keep []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return name == lifeline || slices.Contains(remove, name) && !slices.Contains(keep, name)
	})
}
