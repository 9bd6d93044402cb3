package httpread

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// maxParts caps the values and names of one answer: at 12 bytes each, the
// index of an answer stays below 100 MB.
const maxParts = 8_000_000

// readCapped reads a body, decoded, of at most limit bytes.
func readCapped(ctx context.Context, u *url.URL, res *http.Response, limit int64) ([]byte, error) {
	if enc := res.Header.Get("Content-Encoding"); enc != "" && !strings.EqualFold(enc, "identity") {
		return nil, sdk.Unreachable("%s answered in a content encoding that was not asked for", u.Host)
	}
	var buf bytes.Buffer
	if res.ContentLength > 0 {
		if res.ContentLength > limit {
			return nil, tooLarge(u, limit)
		}
		buf.Grow(int(res.ContentLength) + bytes.MinRead)
	}
	n, err := buf.ReadFrom(io.LimitReader(res.Body, limit+1))
	switch {
	case err != nil && (errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)):
		return nil, sdk.Unreachable("%s cut its answer short", u.Host).WithCause(err)
	case err != nil:
		return nil, networkFailure(ctx, u, err)
	case n > limit:
		return nil, tooLarge(u, limit)
	}
	return buf.Bytes(), nil
}

func tooLarge(u *url.URL, limit int64) error {
	return sdk.TooLarge("%s answered with more than %d bytes (max_body_bytes)", u.Host, limit)
}

// parseBody checks that a body is JSON, whole and strict.
func (c *Client) parseBody(u *url.URL, res *http.Response, body []byte) (*value.Document, error) {
	if err := c.checkType(u, res.Header.Get("Content-Type"), body); err != nil {
		return nil, err
	}
	doc, err := value.ParseDocument(body, maxParts)
	var syntax *value.JSONError
	switch {
	case errors.Is(err, value.ErrTooLong):
		return nil, sdk.TooLarge("%s answered with more than %d values", u.Host, maxParts).WithCause(err)
	case errors.As(err, &syntax) && syntax.Problem == value.ErrTooDeep.Error():
		return nil, sdk.TooLarge("%s answered with JSON that is nested more than %d deep", u.Host, value.MaxDepth).WithCause(err)
	case err != nil:
		return nil, sdk.Unreachable("%s did not answer in one strict JSON text: %v", u.Host, err).WithCause(err)
	}
	return doc, nil
}

// checkType accepts JSON media types and those that the section adds. A page
// of HTML is no list: most often it is where one logs in.
func (c *Client) checkType(u *url.URL, contentType string, body []byte) error {
	media, params, err := mime.ParseMediaType(contentType)
	if contentType == "" || err != nil {
		return sdk.Unreachable("%s answered without a content type; if it is JSON all the same, that cannot be told", u.Host)
	}
	if isHTML(media) && !c.accepts(media) {
		if isLogin(body) {
			return sdk.CredentialRefused("%s answered with a log-in page", u.Host)
		}
		return sdk.Unreachable("%s answered with a page of HTML, not JSON", u.Host)
	}
	if media == "application/problem+json" { // RFC 9457: of an error, whatever the status says
		return sdk.Unreachable("%s answered with a problem document instead of what was asked for", u.Host)
	}
	if !isJSON(media) && !c.accepts(media) {
		return sdk.Unreachable("%s answered with the content type %q, not JSON; content_types can allow it", u.Host, media)
	}
	if charset := strings.ToLower(params["charset"]); charset != "" && charset != "utf-8" && charset != "utf8" && charset != "us-ascii" {
		return sdk.Unreachable("%s answered in the charset %q; JSON is UTF-8 (RFC 8259)", u.Host, charset)
	}
	return nil
}

func (c *Client) accepts(media string) bool {
	for _, t := range c.types {
		if strings.EqualFold(t, media) {
			return true
		}
	}
	return false
}

func isJSON(media string) bool {
	return media == "application/json" || media == "text/json" || strings.HasSuffix(media, "+json")
}

func isHTML(media string) bool { return media == "text/html" || media == "application/xhtml+xml" }

// isLogin looks for what log-in pages have; only the words of a message depend
// on it.
func isLogin(body []byte) bool {
	text := strings.ToLower(string(body[:min(len(body), 64<<10)]))
	for _, mark := range []string{"password", "<form", "login", "log in", "sign in", "signin", "saml"} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}
