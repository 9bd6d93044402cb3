package httpread

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	dir := t.TempDir()
	notPEM := filepath.Join(dir, "x.pem")
	if err := os.WriteFile(notPEM, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	const canary = "s3cr3t-canary"
	all := map[string]string{"/auth/bearer_env": canary, "/auth/value_env": canary, "/auth/basic_env": "u:" + canary,
		"/auth/client_id_env": "id", "/auth/client_secret_env": canary, "/access_token_env": canary}
	for name, c := range map[string]struct {
		base    string
		s       Settings
		secrets map[string]string
		bearer  bool
		want    string
	}{
		"no base_url":             {base: "", want: "base_url: missing"},
		"no scheme":               {base: "example.test/api", want: "base_url: the scheme is http or https, as in https://host/path"},
		"another scheme":          {base: "ftp://example.test", want: "base_url: the scheme is http or https, as in https://host/path"},
		"user info":               {base: "https://u:" + canary + "@example.test", want: "base_url: user info in a URL; write auth"},
		"no host":                 {base: "https:///x", want: "base_url: no host"},
		"a port and no host":      {base: "https://:8080", want: "base_url: no host"},
		"a query":                 {base: "https://example.test?a=1", want: "base_url: a query does not belong here"},
		"a fragment":              {base: "https://example.test#x", want: "base_url: a fragment does not belong here"},
		"not a URL":               {base: "https://exa mple.test/%zz", want: "base_url: not a URL"},
		"two forms":               {s: Settings{Auth: &Auth{BearerEnv: "A", BasicEnv: "B"}}, want: "auth: basic_env beside bearer_env; write one of them"},
		"no form":                 {s: Settings{Auth: &Auth{}}, want: "auth: empty; write bearer_env, header with value_env, basic_env or token_url"},
		"a header without value":  {s: Settings{Auth: &Auth{Header: "X"}}, want: "auth: header and value_env go together"},
		"scopes of a bearer":      {s: Settings{Auth: &Auth{BearerEnv: "A", Scopes: []string{"x"}}}, want: "auth: scopes, client_auth and key_id go with token_url alone"},
		"an unset variable":       {s: Settings{Auth: &Auth{BearerEnv: "A"}}, secrets: map[string]string{}, want: "auth.bearer_env: names no secret"},
		"a line end in a secret":  {s: Settings{Auth: &Auth{BearerEnv: "A"}}, secrets: map[string]string{"/auth/bearer_env": canary + "\nX: y"}, want: "auth.bearer_env: its secret holds a line end or another control character"},
		"basic without a colon":   {s: Settings{Auth: &Auth{BasicEnv: "A"}}, secrets: map[string]string{"/auth/basic_env": canary}, want: "auth.basic_env: its secret is not of the form user:password"},
		"not a header":            {s: Settings{Auth: &Auth{Header: "a b", ValueEnv: "A"}}, want: "auth.header: not the name of a header"},
		"a header of its own":     {s: Settings{Auth: &Auth{Header: "Host", ValueEnv: "A"}}, want: `auth.header: "Host" carries no credential`},
		"http elsewhere":          {base: "http://example.test", s: Settings{Auth: &Auth{BearerEnv: "A"}}, want: "base_url: credentials need https; http serves them only on this machine"},
		"a name like localhost":   {base: "http://localhost.example.test", s: Settings{Auth: &Auth{BearerEnv: "A"}}, want: "base_url: credentials need https; http serves them only on this machine"},
		"no token_url":            {s: Settings{Auth: &Auth{ClientIDEnv: "A", ClientSecretEnv: "B"}}, want: "auth.token_url: missing"},
		"tokens over http":        {s: Settings{Auth: &Auth{TokenURL: "http://id.example.test/token", ClientIDEnv: "A", ClientSecretEnv: "B"}}, want: "auth.token_url: credentials need https; http serves them only on this machine"},
		"two client secrets":      {s: Settings{Auth: &Auth{TokenURL: "https://id.example.test", ClientIDEnv: "A", ClientSecretEnv: "B", ClientKeyFile: notPEM}}, want: "auth: client_key_file beside client_secret_env; write one of them"},
		"a key that is none":      {s: Settings{Auth: &Auth{TokenURL: "https://id.example.test", ClientIDEnv: "A", ClientKeyFile: notPEM}}, want: "auth.client_key_file: no private key in PEM form"},
		"access_token_env twice":  {s: Settings{Auth: &Auth{BearerEnv: "A"}}, bearer: true, want: "access_token_env beside auth; write one of them"},
		"access_token_env unset":  {bearer: true, secrets: map[string]string{}, want: "access_token_env: names no secret"},
		"a missing CA":            {s: Settings{TLSCAFile: filepath.Join(dir, "none")}, want: "tls_ca_file: no such file"},
		"a CA that is a folder":   {s: Settings{TLSCAFile: dir}, want: "tls_ca_file: no such file"},
		"a CA that is none":       {s: Settings{TLSCAFile: notPEM}, want: "tls_ca_file: no certificate in PEM form"},
		"a certificate, no key":   {s: Settings{TLSCertFile: notPEM}, want: "tls_cert_file and tls_key_file go together"},
		"a key that does not fit": {s: Settings{TLSCertFile: notPEM, TLSKeyFile: notPEM}, want: "tls_cert_file: no certificate in PEM form that tls_key_file belongs to"},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.s
			s.BaseURL = c.base
			if c.base == "" && name != "no base_url" {
				s.BaseURL = "https://example.test/api"
			}
			if c.secrets == nil {
				c.secrets = all
			}
			_, err := New(Options{Settings: s, BearerEnv: c.bearer, Secret: func(p string) string { return c.secrets[p] }})
			if err == nil || err.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), canary) {
				t.Error("the message shows a secret")
			}
		})
	}
}

func TestCredentialsAreSentAsTheSectionSays(t *testing.T) {
	for name, c := range map[string]struct {
		auth         *Auth
		secrets      map[string]string
		header, want string
	}{
		"bearer": {&Auth{BearerEnv: "A"}, map[string]string{"/auth/bearer_env": "t0k"}, "Authorization", "Bearer t0k"},
		"basic":  {&Auth{BasicEnv: "A"}, map[string]string{"/auth/basic_env": "u:p:q"}, "Authorization", "Basic dTpwOnE="},
		"header": {&Auth{Header: "X-Api-Key", ValueEnv: "A"}, map[string]string{"/auth/value_env": "token a:b"}, "X-Api-Key", "token a:b"},
	} {
		t.Run(name, func(t *testing.T) {
			var got string
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				got = r.Header.Get(c.header)
				jsonAnswer(nil, 200, "[]")(w, r)
			})
			if a := ask(t, newClient(t, s.URL, opts{settings: Settings{Auth: c.auth}, secrets: c.secrets}), "/", 0); a.err != nil {
				t.Fatal(a.err)
			}
			if got != c.want {
				t.Errorf("%s: %q, want %q", c.header, got, c.want)
			}
		})
	}
}

// tokens is a token end-point and a system that takes its latest token.
type tokens struct {
	issued   int
	lifetime string
	revoked  bool // the system refuses the first token
	form     map[string][]string
	basic    string
}

func (k *tokens) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/token" {
		_ = r.ParseForm()
		k.form = r.PostForm
		k.basic = r.Header.Get("Authorization")
		k.issued++
		jsonAnswer(nil, 200, `{"access_token":"t`+string(rune('0'+k.issued))+`","token_type":"bearer"`+k.lifetime+`}`)(w, r)
		return
	}
	want := "Bearer t" + string(rune('0'+k.issued))
	if r.Header.Get("Authorization") != want || (k.revoked && k.issued == 1) {
		w.WriteHeader(401)
		return
	}
	jsonAnswer(nil, 200, "[]")(w, r)
}

func oauthClient(t *testing.T, base string, clock Clock, change func(*Auth)) *Client {
	a := &Auth{TokenURL: base + "/token", ClientIDEnv: "A", ClientSecretEnv: "B", Scopes: []string{"read", "list"}}
	if change != nil {
		change(a)
	}
	return newClient(t, base, opts{settings: Settings{Auth: a}, clock: clock,
		secrets: map[string]string{"/auth/client_id_env": "me", "/auth/client_secret_env": "s=1"}})
}

func TestATokenIsFetchedOnceAndAgainBeforeItExpires(t *testing.T) {
	k := &tokens{lifetime: `,"expires_in":60`}
	s := serve(t, k.ServeHTTP)
	clock := newFakeClock()
	c := oauthClient(t, s.URL, clock, nil)
	for _, step := range []struct {
		later  time.Duration
		issued int
	}{{0, 1}, {49 * time.Second, 1}, {2 * time.Second, 2}, {0, 2}} {
		clock.now = clock.now.Add(step.later)
		if a := ask(t, c, "/list", 0); a.err != nil {
			t.Fatal(a.err)
		}
		if k.issued != step.issued {
			t.Errorf("%d tokens, want %d", k.issued, step.issued)
		}
	}
	if k.form["grant_type"][0] != "client_credentials" || k.form["scope"][0] != "read list" || k.form["client_secret"] != nil {
		t.Errorf("form %v", k.form)
	}
	if k.basic != "Basic "+base64.StdEncoding.EncodeToString([]byte("me:s%3D1")) {
		t.Errorf("basic %q", k.basic)
	}
}

func TestARevokedTokenIsRenewedOnce(t *testing.T) {
	k := &tokens{revoked: true}
	s := serve(t, k.ServeHTTP)
	if a := ask(t, oauthClient(t, s.URL, nil, func(a *Auth) { a.ClientAuth = "post" }), "/list", 0); a.err != nil || k.issued != 2 {
		t.Errorf("%v after %d tokens", a.err, k.issued)
	}
	if k.form["client_secret"][0] != "s=1" || k.basic != "" {
		t.Errorf("form %v, basic %q", k.form, k.basic)
	}
	always := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			k.ServeHTTP(w, r)
			return
		}
		w.WriteHeader(401)
	})
	if a := ask(t, oauthClient(t, always.URL, nil, nil), "/list", 0); !strings.HasPrefix(a.said(), "credential_refused: ") {
		t.Errorf("said %q", a.said())
	}
}

func TestATokenEndPointThatGivesNone(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"down":           {500, "", "unreachable: the token end-point answered 500 Internal Server Error"},
		"refuses":        {401, `{"error":"invalid_client"}`, "credential_refused: the token end-point answered 401 Unauthorized"},
		"bad request":    {400, `{"error":"invalid_scope"}`, "credential_refused: the token end-point answered 400 Bad Request"},
		"redirects":      {302, "", "unreachable: the token end-point answered 302 Found"},
		"no JSON":        {200, "ok", "unreachable: the token end-point did not answer in JSON"},
		"no token":       {200, `{"token_type":"bearer"}`, "unreachable: the token end-point answered without an access_token"},
		"another type":   {200, `{"access_token":"x","token_type":"mac"}`, "unreachable: the token end-point answered with a token that is not of the type Bearer"},
		"forbids":        {403, "", "credential_refused: the token end-point answered 403 Forbidden"},
		"busy":           {429, "", "unreachable: the token end-point answered 429 Too Many Requests"},
		"a page":         {200, "<html><form>", "unreachable: the token end-point did not answer in JSON"},
		"nothing":        {204, "", "unreachable: the token end-point answered 204 No Content"},
		"no type":        {200, `{"access_token":"x"}`, "unreachable: the token end-point answered with a token that is not of the type Bearer"},
		"an empty token": {200, `{"access_token":"","token_type":"bearer"}`, "unreachable: the token end-point answered without an access_token"},
		"a number":       {200, `{"access_token":7,"token_type":"bearer"}`, "unreachable: the token end-point answered without an access_token"},
		"two tokens":     {200, `{"access_token":"x","access_token":"y","token_type":"bearer"}`, "unreachable: the token end-point did not answer in JSON"},
		"a broken token": {200, `{"access_token":"x\ny","token_type":"bearer"}`, "unreachable: the token end-point answered with a token that no header can carry"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/token" {
					t.Error("the system was asked without a token")
				}
				jsonAnswer(map[string]string{"Location": "/x"}, c.status, c.body)(w, r)
			})
			if a := ask(t, oauthClient(t, s.URL, nil, nil), "/list", 0); a.said() != c.want {
				t.Errorf("said %q\nwant %q", a.said(), c.want)
			}
		})
	}
}

func writeKey(t *testing.T, key any) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAClientAssertionIsSignedAsSMARTAsks(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ecKey, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for alg, key := range map[string]any{"RS384": rsaKey, "ES384": ecKey} {
		t.Run(alg, func(t *testing.T) {
			k := &tokens{}
			s := serve(t, k.ServeHTTP)
			clock := newFakeClock()
			file := writeKey(t, key)
			c := oauthClient(t, s.URL, clock, func(a *Auth) { a.ClientSecretEnv, a.ClientKeyFile, a.KeyID = "", file, "k1" })
			if a := ask(t, c, "/list", 0); a.err != nil {
				t.Fatal(a.err)
			}
			parts := strings.Split(k.form["client_assertion"][0], ".")
			var header, claims map[string]any
			for i, into := range []*map[string]any{&header, &claims} {
				raw, err := base64.RawURLEncoding.DecodeString(parts[i])
				if err != nil || json.Unmarshal(raw, into) != nil {
					t.Fatalf("part %d: %v", i, err)
				}
			}
			if header["alg"] != alg || header["kid"] != "k1" || claims["iss"] != "me" || claims["sub"] != "me" ||
				claims["aud"] != s.URL+"/token" || claims["exp"] != float64(clock.now.Unix()+300) {
				t.Errorf("header %v, claims %v", header, claims)
			}
			sum := sha512.Sum384([]byte(parts[0] + "." + parts[1]))
			sig, _ := base64.RawURLEncoding.DecodeString(parts[2])
			switch key := key.(type) {
			case *rsa.PrivateKey:
				err = rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA384, sum[:], sig)
			case *ecdsa.PrivateKey:
				if !ecdsa.Verify(&key.PublicKey, sum[:], new(big.Int).SetBytes(sig[:48]), new(big.Int).SetBytes(sig[48:])) {
					t.Error("the signature does not verify")
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
