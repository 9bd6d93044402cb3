package sql

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/guard"
	"github.com/effectkit/effectkit/sdk"
)

const pathSchema = `{"type": "string", "minLength": 1, "x-effectkit-path": true}`

// argument is one key that sql_connect_args may have.
type argument struct {
	aliases []string
	schema  string
	set     func(*engine.Address, string) error
}

// arguments is the closed list. A key beyond it could change what a session
// may do.
var arguments = map[string]argument{
	"host": {nil, `{"type": "string", "minLength": 1}`,
		func(a *engine.Address, v string) error { a.Host = v; return nil }},
	"port": {nil, `{"type": ["integer", "string"], "pattern": "^[0-9]+$", "minimum": 1, "maximum": 65535}`, setPort},
	"user": {[]string{"username"}, `{"type": "string", "minLength": 1}`,
		func(a *engine.Address, v string) error { a.User = v; return nil }},
	"database": {[]string{"db", "dbname"}, `{"type": "string", "minLength": 1}`,
		func(a *engine.Address, v string) error { a.Database = v; return nil }},
	"unix_socket": {nil, `{"type": "string", "minLength": 1}`,
		func(a *engine.Address, v string) error { a.Socket = v; return nil }},
	"connect_timeout": {nil, `{"type": "integer", "minimum": 1, "maximum": 600}`, setTimeout},
	"charset":         {nil, `{"enum": ["utf8", "utf8mb4", "UTF8", "utf-8"]}`, func(*engine.Address, string) error { return nil }},
	"sslmode": {[]string{"ssl_mode"}, `{"enum": ["disable", "require", "verify-ca", "verify-full"]}`,
		func(a *engine.Address, v string) error { a.TLS.Mode = engine.TLSMode(v); return nil }},
	"sslrootcert": {[]string{"ssl_ca"}, pathSchema,
		func(a *engine.Address, v string) error { a.TLS.RootCert = v; return nil }},
	"sslcert": {[]string{"ssl_cert"}, pathSchema,
		func(a *engine.Address, v string) error { a.TLS.Cert = v; return nil }},
	"sslkey": {[]string{"ssl_key"}, pathSchema,
		func(a *engine.Address, v string) error { a.TLS.Key = v; return nil }},
}

// address reads sql_connect_args. All its mistakes are one error.
func address(d guard.Dialect, args map[string]any, password string) (engine.Address, error) {
	a := engine.Address{Password: password, Timeout: 10 * time.Second}
	known := argumentNames()
	var wrong []string
	taken := map[string]string{}
	for _, key := range sorted(args) {
		name, arg, ok := findArgument(key)
		switch {
		case isPassword(key):
			wrong = append(wrong, fmt.Sprintf("%q: a password does not belong in a file; name its variable in sql_password_env", key))
			continue
		case !ok:
			wrong = append(wrong, fmt.Sprintf("%q is not known; there are %s", key, quoted(known)))
			continue
		case taken[name] != "":
			wrong = append(wrong, fmt.Sprintf("%q and %q are the same", taken[name], key))
			continue
		}
		taken[name] = key
		if err := arg.set(&a, plain(args[key])); err != nil {
			wrong = append(wrong, fmt.Sprintf("%q: %v", key, err))
		}
	}
	if d == guard.SQLite && len(args) > 0 && len(wrong) == 0 {
		wrong = append(wrong, "sqlite takes none but sqlite_database")
	}
	if len(wrong) == 0 && d != guard.SQLite {
		if problem := a.Settle(); problem != "" {
			wrong = append(wrong, problem)
		}
	}
	if len(wrong) > 0 {
		return a, sdk.Misconfigured("sql_connect_args: %s", strings.Join(wrong, "; "))
	}
	return a, nil
}

func isPassword(key string) bool {
	switch strings.ToLower(key) {
	case "password", "passwd", "pwd", "pass", "sslpassword":
		return true
	}
	return false
}

func findArgument(key string) (name string, a argument, ok bool) {
	if a, ok := arguments[key]; ok {
		return key, a, true
	}
	for name, a := range arguments {
		if slices.Contains(a.aliases, key) {
			return name, a, true
		}
	}
	return "", argument{}, false
}

func setPort(a *engine.Address, v string) error {
	n, err := strconv.ParseUint(v, 10, 16)
	if err != nil || n == 0 {
		return fmt.Errorf("a port is a number from 1 to 65535")
	}
	a.Port = uint16(n)
	return nil
}

func setTimeout(a *engine.Address, v string) error {
	n, err := strconv.ParseUint(v, 10, 16)
	if err != nil || n == 0 || n > 600 {
		return fmt.Errorf("a number of seconds from 1 to 600")
	}
	a.Timeout = time.Duration(n) * time.Second
	return nil
}

// plain is a scalar of the section as text.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return fmt.Sprint(v)
}

func argumentNames() []string { return sorted(arguments) }

// connectSchema is the JSON Schema of sql_connect_args.
func connectSchema() string {
	properties := map[string]json.RawMessage{}
	for name, a := range arguments {
		for _, n := range append([]string{name}, a.aliases...) {
			properties[n] = json.RawMessage(a.schema)
		}
	}
	text, err := json.MarshalIndent(map[string]any{
		"type": "object", "additionalProperties": false, "properties": properties,
		"description": "Where the server is. The password is named by sql_password_env.",
	}, "    ", "  ")
	if err != nil {
		panic(err) // the properties are constants
	}
	return string(text)
}
