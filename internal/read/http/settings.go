package httpread

import (
	"github.com/effectkit/effectkit/sdk"
)

// Settings are the properties that every kind over HTTP has. Adapters embed
// them in their section, and [Properties] in its schema.
type Settings struct {
	BaseURL string `json:"base_url"`
	Auth    *Auth  `json:"auth"`
	// VerifyTLS is true unless it is written as false.
	VerifyTLS   *bool  `json:"verify_tls"`
	TLSCAFile   string `json:"tls_ca_file"`
	TLSCertFile string `json:"tls_cert_file"`
	TLSKeyFile  string `json:"tls_key_file"`
	// MaxConnections to the system at once; 0 is 4.
	MaxConnections int `json:"max_connections"`
	// MaxBodyBytes of one answer, decoded; 0 is 64 MiB.
	MaxBodyBytes int64 `json:"max_body_bytes"`
	// MaxPages of one read; 0 is 10,000.
	MaxPages int `json:"max_pages"`
	// ContentTypes are media types to take for JSON beside those that are.
	ContentTypes []string `json:"content_types"`
}

// Auth names where the credentials are: exactly one of its forms. Properties
// that end in _env hold names of variables, not secrets.
type Auth struct {
	BearerEnv       string   `json:"bearer_env"`
	Header          string   `json:"header"`
	ValueEnv        string   `json:"value_env"`
	BasicEnv        string   `json:"basic_env"`
	TokenURL        string   `json:"token_url"`
	ClientIDEnv     string   `json:"client_id_env"`
	ClientSecretEnv string   `json:"client_secret_env"`
	ClientKeyFile   string   `json:"client_key_file"`
	KeyID           string   `json:"key_id"`
	ClientAuth      string   `json:"client_auth"`
	Scopes          []string `json:"scopes"`
}

const (
	defaultConnections = 4
	defaultBodyBytes   = 64 << 20
	defaultPages       = 10_000
)

// Properties is the JSON Schema of [Settings]: the inside of a "properties"
// object, for adapters to write into their own.
const Properties = `
    "base_url": {"type": "string", "minLength": 1, "description": "where the system answers: https://host[:port][/path]"},
    "auth": {
      "type": "object",
      "description": "exactly one form; properties that end in _env name environment variables",
      "additionalProperties": false,
      "properties": {
        "bearer_env": {"type": "string", "x-effectkit-secret": true},
        "header": {"type": "string"},
        "value_env": {"type": "string", "x-effectkit-secret": true},
        "basic_env": {"type": "string", "x-effectkit-secret": true, "description": "holds user:password"},
        "token_url": {"type": "string", "description": "OAuth 2 token end-point, for client credentials"},
        "client_id_env": {"type": "string", "x-effectkit-secret": true},
        "client_secret_env": {"type": "string", "x-effectkit-secret": true},
        "client_key_file": {"type": "string", "x-effectkit-path": true, "description": "PEM of a private key that signs the client assertion (RFC 7523)"},
        "key_id": {"type": "string"},
        "client_auth": {"enum": ["basic", "post"]},
        "scopes": {"type": "array", "items": {"type": "string"}}
      }
    },
    "verify_tls": {"type": "boolean"},
    "tls_ca_file": {"type": "string", "x-effectkit-path": true},
    "tls_cert_file": {"type": "string", "x-effectkit-path": true},
    "tls_key_file": {"type": "string", "x-effectkit-path": true},
    "max_connections": {"type": "integer", "minimum": 1, "maximum": 256},
    "max_body_bytes": {"type": "integer", "minimum": 1, "maximum": 4294967295},
    "max_pages": {"type": "integer", "minimum": 1, "maximum": 1000000},
    "content_types": {"type": "array", "items": {"type": "string"}}`

// authForm says which one form auth is written in.
func (a *Auth) form() (string, error) {
	forms := []struct {
		name string
		is   bool
	}{
		{"bearer_env", a.BearerEnv != ""},
		{"header and value_env", a.Header != "" || a.ValueEnv != ""},
		{"basic_env", a.BasicEnv != ""},
		{"token_url", a.TokenURL != "" || a.ClientIDEnv != "" || a.ClientSecretEnv != "" || a.ClientKeyFile != ""},
	}
	form := ""
	for _, f := range forms {
		if !f.is {
			continue
		}
		if form != "" {
			return "", sdk.Misconfigured("auth: %s beside %s; write one of them", f.name, form)
		}
		form = f.name
	}
	switch {
	case form == "":
		return "", sdk.Misconfigured("auth: empty; write bearer_env, header with value_env, basic_env or token_url")
	case form != "token_url" && (len(a.Scopes) > 0 || a.ClientAuth != "" || a.KeyID != ""):
		return "", sdk.Misconfigured("auth: scopes, client_auth and key_id go with token_url alone")
	case form == "header and value_env" && (a.Header == "" || a.ValueEnv == ""):
		return "", sdk.Misconfigured("auth: header and value_env go together")
	}
	return form, nil
}
