package httpread

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/effectkit/effectkit/sdk"
)

// authorizer puts credentials on a request.
type authorizer interface {
	authorize(ctx context.Context, req *http.Request) error
	// renew makes the next authorize fetch new credentials; false where there
	// are none to be had.
	renew() bool
}

// fixedHeader is a credential that does not change.
type fixedHeader struct{ name, value string }

func (h fixedHeader) authorize(_ context.Context, req *http.Request) error {
	req.Header.Set(h.name, h.value)
	return nil
}

func (h fixedHeader) renew() bool { return false }

// newFixed refuses a header that would not be sent as it stands.
func newFixed(property, name, value string) (authorizer, error) {
	switch lower := strings.ToLower(name); {
	case !isHeaderName(name):
		return nil, sdk.Misconfigured("auth.header: not the name of a header")
	case lower == "host" || lower == "connection" || lower == "content-length" || lower == "transfer-encoding":
		return nil, sdk.Misconfigured("auth.header: %q carries no credential", name)
	case !isHeaderValue(value):
		return nil, sdk.CredentialRefused("%s: its secret holds a line end or another control character", property)
	}
	return fixedHeader{name, value}, nil
}

// newAuthorizer makes the authorizer of a section; nil where it names none. secret
// looks a secret up by the JSON Pointer of the property that named it.
func (c *Client) newAuthorizer(a *Auth, secret func(pointer string) string) (authorizer, error) {
	if a == nil {
		return nil, nil
	}
	form, err := a.form()
	if err != nil {
		return nil, err
	}
	need := func(name string) (string, error) {
		if s := secret("/auth/" + name); s != "" {
			return s, nil
		}
		return "", sdk.Misconfigured("auth.%s: names no secret", name)
	}
	switch form {
	case "bearer_env":
		return c.bearer("bearer_env", need)
	case "basic_env":
		pair, err := need("basic_env")
		if err != nil {
			return nil, err
		}
		if !strings.Contains(pair, ":") {
			return nil, sdk.CredentialRefused("auth.basic_env: its secret is not of the form user:password")
		}
		return newFixed("auth.basic_env", "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(pair)))
	case "header and value_env":
		text, err := need("value_env")
		if err != nil {
			return nil, err
		}
		return newFixed("auth.value_env", a.Header, text)
	}
	return c.newOAuth(a, need)
}

func (c *Client) bearer(name string, need func(string) (string, error)) (authorizer, error) {
	token, err := need(name)
	if err != nil {
		return nil, err
	}
	return newFixed("auth."+name, "Authorization", "Bearer "+token)
}

// isHeaderName tells whether a text is a token (RFC 9110, section 5.6.2).
func isHeaderName(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		alnum := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !alnum && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return name != ""
}

func isHeaderValue(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] == 0x7f {
			return false
		}
	}
	return text != "" && text == strings.TrimSpace(text)
}
