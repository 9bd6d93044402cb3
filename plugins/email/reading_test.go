package email

import (
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/value"
)

func TestHTMLIsRenderedAsAReaderSeesIt(t *testing.T) {
	for name, c := range map[string]struct{ html, want string }{
		"tags within a number":          {"<p>Total: <b>42</b>.00</p>", "Total: 42.00"},
		"a comment within a number":     {"4<!-- no -->2", "42"},
		"blanks and line ends are one":  {"Total:\r\n   \t42", "Total: 42"},
		"blanks across tags are one":    {"Total: <b> 42</b>", "Total: 42"},
		"preformatted text keeps them":  {"<pre>a  b\nc</pre>", "a  b\nc"},
		"a blank that does not break":   {"Total:&nbsp;42", "Total: 42"},
		"a soft hyphen":                 {"con&shy;firmed", "confirmed"},
		"a joint of no width":           {"con&#8203;firmed", "confirmed"},
		"entities":                      {"&lt;4&#50;&gt; &euro;", "<42> €"},
		"cells stand apart":             {"<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2\n3"},
		"paragraphs stand apart":        {"<p>1</p><p>2</p>", "1\n2"},
		"a script is not shown":         {"a<script>document.write('42')</script>b", "ab"},
		"a style is not shown":          {"a<style>p{content:'42'}</style>b", "ab"},
		"a title is not shown":          {"<head><title>42</title></head><body>a</body>", "a"},
		"a head that nobody closed":     {"<head><body>a", "a"},
		"an element that is hidden":     {"<span hidden>42</span>a", "a"},
		"an element of no display":      {`<div style="color:red; DISPLAY : none">42<p>43</p></div>a`, "a"},
		"an element that is invisible":  {`<i style="visibility:hidden">42</i>a`, "a"},
		"what a template holds":         {"<template>42</template>a", "a"},
		"what shows where scripts lack": {"<noscript>a</noscript>", "a"},
		"tags that were never closed":   {"<b>4<i>2", "42"},
		"a bracket that opens no tag":   {"1 < 2", "1 < 2"},
	} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			if err := render(&got, strings.NewReader(c.html)); err != nil {
				t.Fatal(err)
			}
			lines := strings.FieldsFunc(got.String(), func(r rune) bool { return r == '\n' })
			for i := range lines {
				lines[i] = strings.TrimSpace(lines[i])
			}
			if text := strings.Join(lines, "\n"); text != c.want {
				t.Errorf("reads %q, want %q", text, c.want)
			}
		})
	}
	if err := render(&strings.Builder{}, strings.NewReader(strings.Repeat("<b><div>", 5000))); err == nil {
		t.Error("elements nested without end are rendered")
	}
}

func TestTextThatWasBrokenForTheWayIsWholeAgain(t *testing.T) {
	flowed := map[string]string{"format": "Flowed"}
	for name, c := range map[string]struct {
		text   string
		params map[string]string
		want   string
	}{
		"text as it is":                   {"Total: \r\n42", nil, "Total: \n42\n"},
		"a soft break":                    {"Total: \r\n42", flowed, "Total: 42\n"},
		"a soft break that takes a blank": {"confir \nmed", map[string]string{"format": "flowed", "delsp": "yes"}, "confirmed\n"},
		"a hard break":                    {"Total:\n42", flowed, "Total:\n42\n"},
		"a stuffed line":                  {"a\n From b", flowed, "a\nFrom b\n"},
		"a signature":                     {"a\n-- \nb", flowed, "a\n-- \nb\n"},
		"quoting that ends":               {"> a \nb", flowed, ">a \nb\n"},
		"quoting that goes on":            {"> a \n> b", flowed, ">a b\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			if err := readable(&got, strings.NewReader(c.text), c.params); err != nil || got.String() != c.want {
				t.Errorf("reads %q, want %q; %v", got.String(), c.want, err)
			}
		})
	}
}

func TestDatesAreInstantsWhateverTheirZone(t *testing.T) {
	for text, want := range map[string]string{
		"Tue, 03 Mar 2026 10:00:05 +0000":                 "2026-03-03T10:00:05Z",
		"Tue, 3 Mar 2026 10:00:05 -0500":                  "2026-03-03T15:00:05Z",
		"3 Mar 2026 10:00:05 +0530":                       "2026-03-03T04:30:05Z",
		"Tue, 3 Mar 2026 10:00 +0100":                     "2026-03-03T09:00:00Z",
		"Tue, 3 Mar 2026 10:00:05 +0100 (CET)":            "2026-03-03T09:00:05Z",
		"Tue, 3 Mar 2026 10:00:05 GMT":                    "2026-03-03T10:00:05Z",
		"Tue, 3 Mar 2026 10:00:05 EST":                    "2026-03-03T15:00:05Z",
		"Tue, 3 Mar 2026 10:00:05 PDT (Pacific Daylight)": "2026-03-03T17:00:05Z",
		"Tue, 3 Mar 2026 10:00:05 -0000":                  "2026-03-03T10:00:05Z",
		"Tue, 3 Mar 2026 10:00:05 CET":                    "", // no zone of RFC 5322
		"Tue, 3 Mar 2026 10:00:05":                        "",
		"yesterday":                                       "",
		"":                                                "",
	} {
		got, ok := sent(text)
		if ok != (want != "") || ok && got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q is %v (%v), want %q", text, got.UTC(), ok, want)
		}
	}
}

func TestAHeaderThatSaysSeveralThingsIsInDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		header []string
		doubt  bool
	}{
		"a second subject":                {[]string{"Subject: another"}, true},
		"a second subject, of one text":   {[]string{"Subject: order"}, false},
		"a second message id":             {[]string{"Message-ID: <2@shop.example.test>"}, true},
		"two dates":                       {[]string{"Date: Tue, 3 Mar 2026 10:00:05 GMT", "Date: Tue, 3 Mar 2026 11:00:05 GMT"}, true},
		"two types":                       {[]string{"Content-Type: text/plain", "Content-Type: text/html"}, true},
		"two transfer encodings":          {[]string{"Content-Transfer-Encoding: 7bit", "Content-Transfer-Encoding: base64"}, true},
		"several of what may be repeated": {[]string{"Received: a", "Received: b", "X-Note: 1", "X-Note: 2"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := capture(t, map[string]any{"root": store(t, false, map[string]string{"1.eml": letter("hi", c.header...)})})
			want := value.Gap{Kind: value.GapUnobserved, Detail: "messages that have a header twice that may stand once, and it differs: 1"}
			if r.Err != nil || len(r.Records()) == 1 == c.doubt || c.doubt && r.Trailer.Gaps[0] != want {
				t.Errorf("%d records, gaps %v, %v", len(r.Records()), r.Trailer.Gaps, r.Err)
			}
		})
	}
}
