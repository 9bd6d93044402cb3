package httpread

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/sdk"
)

func TestRedirects(t *testing.T) {
	foreign := 0
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		foreign++
		jsonAnswer(nil, 200, "[]")(w, r)
	})
	login, _ := os.ReadFile("testdata/login.html")
	mux := http.NewServeMux()
	to := func(path, target string, status int) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", strings.ReplaceAll(target, "QUERY", r.URL.RawQuery))
			w.WriteHeader(status)
		})
	}
	to("/slash", "/slash/?QUERY", 301)
	mux.HandleFunc("/slash/", jsonAnswer(nil, 200, "[1]"))
	to("/login-me", "/login", 302)
	mux.HandleFunc("/login", jsonAnswer(map[string]string{"Content-Type": "text/html"}, 200, string(login)))
	to("/drops", "/slash/", 302)
	to("/away", other.URL+"/slash/", 307)
	to("/orders", "/v2/orders", 302)
	mux.HandleFunc("/v2/orders", jsonAnswer(nil, 200, "[1]"))
	to("/expired", "/slash/", 302)
	to("/loop", "/loop?QUERY", 308)
	to("/lost", "", 302)
	to("/user", "http://u:p@HOSTNAME/", 302)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	for path, want := range map[string]string{
		"/slash?x=1":    "",
		"/slash":        "",
		"/login-me":     "credential_refused: HOST answered with a log-in page",
		"/login-me?x=1": "unreachable: HOST answered 302 Found to an address with another query; this is most often a log-in page",
		"/drops?x=1":    "unreachable: HOST answered 302 Found to an address with another query; this is most often a log-in page",
		"/away":         "unreachable: HOST answered 307 Temporary Redirect to another origin, which is not followed; if it is right, write it as base_url",
		"/orders":       "",
		"/expired":      "unreachable: HOST redirected to an address of another name, and what it gave there may be another list; if it is right, write that address",
		"/loop":         "unreachable: HOST redirects more than 5 times",
		"/lost":         "unreachable: HOST answered 302 Found without a usable Location",
		"/user":         "unreachable: HOST answered 302 Found to another origin, which is not followed; if it is right, write it as base_url",
	} {
		c := newClient(t, s.URL, opts{settings: Settings{Auth: &Auth{BearerEnv: "T"}}, secrets: map[string]string{"/auth/bearer_env": "canary"}})
		a := ask(t, c, path, 0)
		if got := strings.ReplaceAll(a.said(), strings.TrimPrefix(s.URL, "http://"), "HOST"); got != want {
			t.Errorf("%s: said %q\nwant %q", path, got, want)
		}
	}
	if foreign != 0 {
		t.Errorf("%d requests went to another origin", foreign)
	}
}

func TestAPostIsNotSentElsewhere(t *testing.T) {
	posts := 0
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		posts++
		http.Redirect(w, r, "/v2", http.StatusPermanentRedirect)
	})
	c := newClient(t, s.URL, opts{})
	var gaps Gaps
	r, ctx, cancel := c.NewRead(context.Background(), &gaps)
	defer cancel()
	_, err := r.Do(ctx, Request{URL: c.Base(), Body: []byte("{}")})
	if re := sdk.AsReadError(err); re == nil || re.Reason != sdk.ReasonUnreachable || posts != 1 {
		t.Errorf("%v after %d posts", err, posts)
	}
}
