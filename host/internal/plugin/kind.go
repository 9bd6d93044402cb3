package plugin

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
)

// FilePrefix begins the name of every plugin's program or directory; the kind
// follows.
const FilePrefix = "effectkit-adapter-"

// Platform is this machine's, as a lock names it.
const Platform = runtime.GOOS + "/" + runtime.GOARCH

var kindForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// wrongKind says why a plugin may not have a kind; "" when it may. Vendors'
// kinds contain a hyphen, and no later built-in will.
func wrongKind(kind string, reserved func(string) bool) string {
	switch {
	case !kindForm.MatchString(kind) || len(kind) > 64:
		return fmt.Sprintf("%q is no kind: lower-case letters, digits and hyphens, at most 64", kind)
	case reserved != nil && reserved(kind):
		return fmt.Sprintf("%q is a built-in kind, which no plugin may claim", kind)
	case !strings.Contains(kind, "-"):
		return fmt.Sprintf("%q is no vendor's kind: it needs a hyphen, such as acme-%s", kind, kind)
	}
	return ""
}
