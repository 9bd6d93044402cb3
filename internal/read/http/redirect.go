package httpread

import (
	"context"
	"net/http"
	"net/url"
	"path"

	"github.com/effectkit/effectkit/sdk"
)

const maxRedirects = 5

// follow sends a request and follows redirects inside the origin of base_url.
// A redirect that changes the query asks for something else, and a POST that
// is sent elsewhere may arrive as a GET: neither is followed.
func (r *Read) follow(ctx context.Context, req Request) (*http.Response, *url.URL, error) {
	at := req.URL
	host := r.client.Host()
	if !sameOrigin(at, r.client.base) {
		return nil, nil, sdk.Unreachable("%s: an address of another origin is not asked", host)
	}
	for range maxRedirects + 1 {
		res, err := r.send(ctx, req, at)
		if err != nil || !isRedirect(res.StatusCode) {
			return res, at, err
		}
		discard(res)
		next, err := at.Parse(res.Header.Get("Location"))
		switch {
		case err != nil || res.Header.Get("Location") == "":
			return nil, nil, sdk.Unreachable("%s answered %s without a usable Location", host, statusText(res.StatusCode))
		case req.Body != nil:
			return nil, nil, sdk.Unreachable("%s answered %s; a query that is posted is not sent elsewhere", host, statusText(res.StatusCode))
		case next.User != nil || !sameOrigin(next, r.client.base):
			return nil, nil, sdk.Unreachable("%s answered %s to another origin, which is not followed; if it is right, write it as base_url", host, statusText(res.StatusCode))
		case next.RawQuery != at.RawQuery && next.Query().Encode() != at.Query().Encode():
			return nil, nil, sdk.Unreachable("%s answered %s to an address with another query; this is most often a log-in page", host, statusText(res.StatusCode))
		}
		next.Fragment, next.RawFragment = "", ""
		at = next
	}
	return nil, nil, sdk.Unreachable("%s redirects more than %d times", host, maxRedirects)
}

// movedAside tells whether an answer came from an address whose last segment is
// another than that of the request: a page for those who are not logged in can
// be an empty list in JSON too. A slash more and another folder are no such move.
func movedAside(asked, at *url.URL) bool {
	return path.Base(asked.Path) != path.Base(at.Path)
}

func aside(host string) error {
	return sdk.Unreachable("%s redirected to an address of another name, and what it gave there may be another list; if it is right, write that address", host)
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}
