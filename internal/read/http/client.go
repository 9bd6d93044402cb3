package httpread

import (
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/effectkit/effectkit/sdk"
)

// Client reads one system. It owns its connections and is safe for concurrent
// use.
type Client struct {
	base      *url.URL
	transport *http.Transport
	auth      authorizer
	clock     Clock
	maxBody   int64
	maxPages  int
	types     []string
	unproven  bool // certificates are not verified
}

// Options are what a client is made of.
type Options struct {
	Settings Settings
	// Secret looks up a secret by the JSON Pointer of the property that named
	// it; "" where there is none.
	Secret func(pointer string) string
	// BearerEnv is true where the section names a bearer token as
	// access_token_env, beside Settings.Auth.
	BearerEnv bool
	// Clock is the system's where it is nil.
	Clock Clock
}

// New makes a client; nothing is opened. The error is a [sdk.ReadError] of the
// reason misconfigured that names the property.
func New(o Options) (*Client, error) {
	base, err := parseEndpoint("base_url", o.Settings.BaseURL)
	if err != nil {
		return nil, err
	}
	c := &Client{base: base, clock: o.Clock, types: o.Settings.ContentTypes}
	if c.clock == nil {
		c.clock = SystemClock{}
	}
	c.maxBody = orDefault(o.Settings.MaxBodyBytes, defaultBodyBytes)
	c.maxPages = int(orDefault(int64(o.Settings.MaxPages), defaultPages))
	tlsConf, err := tlsConfig(&o.Settings)
	if err != nil {
		return nil, err
	}
	c.unproven = tlsConf.InsecureSkipVerify && base.Scheme == "https"
	conns := int(orDefault(int64(o.Settings.MaxConnections), defaultConnections))
	c.transport = &http.Transport{
		Proxy:                  nil, // never the environment's
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSClientConfig:        tlsConf,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxConnsPerHost:        conns,
		MaxIdleConns:           conns,
		MaxIdleConnsPerHost:    conns,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 256 << 10,
		ForceAttemptHTTP2:      true,
	}
	if c.auth, err = c.credentials(o); err != nil {
		return nil, err
	}
	if c.auth != nil || tlsConf.Certificates != nil {
		err = mayCarrySecrets("base_url", base)
	}
	return c, err
}

func (c *Client) credentials(o Options) (authorizer, error) {
	if !o.BearerEnv {
		return c.newAuthorizer(o.Settings.Auth, o.Secret)
	}
	if o.Settings.Auth != nil {
		return nil, sdk.Misconfigured("access_token_env beside auth; write one of them")
	}
	token := o.Secret("/access_token_env")
	if token == "" {
		return nil, sdk.Misconfigured("access_token_env: names no secret")
	}
	return newFixed("access_token_env", "Authorization", "Bearer "+token)
}

// Close closes the connections that no read uses.
func (c *Client) Close() error {
	c.transport.CloseIdleConnections()
	return nil
}

// Base is base_url.
func (c *Client) Base() *url.URL {
	u := *c.base
	return &u
}

// MaxPages is how many pages one read may take.
func (c *Client) MaxPages() int { return c.maxPages }

// Host is the host of base_url, for messages.
func (c *Client) Host() string { return c.base.Host }

// Notices are what an operator should know of this client's configuration.
func (c *Client) Notices() []sdk.Notice {
	if !c.unproven {
		return nil
	}
	return []sdk.Notice{{Code: NoticeTLSNotVerified, Detail: unprovenDetail}}
}

// NoticeTLSNotVerified says that verify_tls is false.
const NoticeTLSNotVerified = "tls_not_verified"

const unprovenDetail = "verify_tls is false: the certificate was not verified, so who answered is not proven"

// Unproven is the detail of the advisory gap that marks every read with
// verify_tls: false; "" otherwise.
func (c *Client) Unproven() string {
	if c.unproven {
		return unprovenDetail
	}
	return ""
}

func orDefault(n, otherwise int64) int64 {
	if n > 0 {
		return n
	}
	return otherwise
}
