package httpread

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// oauth fetches tokens by client credentials (RFC 6749, section 4.4) and keeps
// one until shortly before it expires.
type oauth struct {
	client   *Client
	endpoint *url.URL
	id       string
	secret   string
	post     bool // the secret goes into the form, not into a Basic header
	signer   *assertionSigner
	scopes   string

	mu      sync.Mutex
	token   string
	expires time.Time // zero where the token does not say
}

// earlyRenewal is how long before its end a token is no longer used.
const earlyRenewal = 10 * time.Second

// maxTokenBytes caps a token end-point's answer.
const maxTokenBytes = 1 << 20

func (c *Client) newOAuth(a *Auth, need func(string) (string, error)) (authorizer, error) {
	o := &oauth{client: c, post: a.ClientAuth == "post", scopes: strings.Join(a.Scopes, " ")}
	var err error
	if o.endpoint, err = parseEndpoint("auth.token_url", a.TokenURL); err != nil {
		return nil, err
	}
	if err = mayCarrySecrets("auth.token_url", o.endpoint); err != nil {
		return nil, err
	}
	if o.id, err = need("client_id_env"); err != nil {
		return nil, err
	}
	switch {
	case a.ClientKeyFile != "" && a.ClientSecretEnv != "":
		return nil, sdk.Misconfigured("auth: client_key_file beside client_secret_env; write one of them")
	case a.ClientKeyFile != "":
		o.signer, err = newAssertionSigner(a.ClientKeyFile, a.KeyID, o.id, o.endpoint.String(), c.clock)
	default:
		o.secret, err = need("client_secret_env")
	}
	return o, err
}

func (o *oauth) authorize(ctx context.Context, req *http.Request) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.token == "" || (!o.expires.IsZero() && !o.client.clock.Now().Before(o.expires)) {
		if err := o.fetch(ctx); err != nil {
			return err
		}
	}
	req.Header.Set("Authorization", "Bearer "+o.token)
	return nil
}

func (o *oauth) renew() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.token = ""
	return true
}

func (o *oauth) fetch(ctx context.Context) error {
	o.token = ""
	form := url.Values{"grant_type": {"client_credentials"}}
	if o.scopes != "" {
		form.Set("scope", o.scopes)
	}
	switch {
	case o.signer != nil:
		assertion, err := o.signer.sign()
		if err != nil {
			return err
		}
		form.Set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
		form.Set("client_assertion", assertion)
	case o.post:
		form.Set("client_id", o.id)
		form.Set("client_secret", o.secret)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.endpoint.String(), strings.NewReader(form.Encode()))
	if err != nil {
		return sdk.Misconfigured("auth.token_url: not a URL")
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	if o.signer == nil && !o.post { // RFC 6749, section 2.3.1
		req.SetBasicAuth(url.QueryEscape(o.id), url.QueryEscape(o.secret))
	}
	return o.read(ctx, req)
}

func (o *oauth) read(ctx context.Context, req *http.Request) error {
	started := o.client.clock.Now()
	res, err := o.client.transport.RoundTrip(req)
	if err != nil {
		return prefixed("the token end-point: ", networkFailure(ctx, o.endpoint, err))
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusBadRequest || res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden:
		return sdk.CredentialRefused("the token end-point answered %s", statusText(res.StatusCode))
	case res.StatusCode != http.StatusOK:
		return sdk.Unreachable("the token end-point answered %s", statusText(res.StatusCode))
	}
	body, err := readCapped(ctx, o.endpoint, res, maxTokenBytes)
	if err != nil {
		return prefixed("the token end-point: ", err)
	}
	doc, err := value.ParseDocument(body, 10_000)
	if err != nil {
		return sdk.Unreachable("the token end-point did not answer in JSON").WithCause(err)
	}
	return o.take(doc.Root(), started)
}

func (o *oauth) take(answer value.Node, started time.Time) error {
	token, _ := answer.Member("access_token")
	kind, _ := answer.Member("token_type")
	if token.Value().Kind() != value.Text || token.Value().Text() == "" {
		return sdk.Unreachable("the token end-point answered without an access_token")
	}
	if !strings.EqualFold(kind.Value().Text(), "bearer") {
		return sdk.Unreachable("the token end-point answered with a token that is not of the type Bearer")
	}
	if _, err := newFixed("access_token", "Authorization", token.Value().Text()); err != nil {
		return sdk.Unreachable("the token end-point answered with a token that no header can carry")
	}
	o.token, o.expires = token.Value().Text(), time.Time{}
	lifetime, _ := answer.Member("expires_in")
	if s, ok := lifetime.Value().Int64(); ok && s > 0 && s < 1e9 {
		life := time.Duration(s) * time.Second
		o.expires = started.Add(life - min(earlyRenewal, life/2))
	}
	return nil
}

// prefixed puts words before a read error's detail.
func prefixed(words string, err error) error {
	if re := sdk.AsReadError(err); re != nil {
		again := *re
		again.Detail = words + re.Detail
		return &again
	}
	return err
}
