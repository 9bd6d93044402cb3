package httpread

import (
	"net"
	"net/url"
	"strings"

	"github.com/effectkit/effectkit/sdk"
)

// parseEndpoint reads an absolute URL of a section, named property in errors.
func parseEndpoint(property, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case text == "":
		return nil, sdk.Misconfigured("%s: missing", property)
	case err != nil:
		return nil, sdk.Misconfigured("%s: not a URL", property)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, sdk.Misconfigured("%s: the scheme is http or https, as in https://host/path", property)
	case u.Host == "" || u.Hostname() == "":
		return nil, sdk.Misconfigured("%s: no host", property)
	case u.User != nil:
		return nil, sdk.Misconfigured("%s: user info in a URL; write auth", property)
	case u.RawQuery != "" || u.ForceQuery:
		return nil, sdk.Misconfigured("%s: a query does not belong here", property)
	case u.Fragment != "" || strings.HasSuffix(text, "#"):
		return nil, sdk.Misconfigured("%s: a fragment does not belong here", property)
	}
	return u, nil
}

// sameOrigin tells whether two URLs have one scheme, host and port
// (RFC 6454, section 5).
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}

// isLoopback tells whether a URL's host is this machine by its very name or
// number; no name is looked up.
func isLoopback(u *url.URL) bool {
	if strings.EqualFold(u.Hostname(), "localhost") {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback()
}

// mayCarrySecrets refuses credentials over an unencrypted connection to
// another machine.
func mayCarrySecrets(property string, u *url.URL) error {
	if u.Scheme == "https" || isLoopback(u) {
		return nil
	}
	return sdk.Misconfigured("%s: credentials need https; http serves them only on this machine", property)
}
