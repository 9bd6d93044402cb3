package secret

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

func scrubber(secrets ...string) *Scrubber {
	s := &Scrubber{}
	s.Add(secrets...)
	return s
}

func TestScrubFindsASecretHoweverItIsWritten(t *testing.T) {
	const secret = `pä55/w+rd "q"\%&<z`
	s := scrubber("other-secret", secret)
	inJSON, _ := json.Marshal(secret)
	twiceInJSON, _ := json.Marshal(string(inJSON))
	allEscaped := ""
	for _, r := range secret {
		allEscaped += fmt.Sprintf(`\u%04X`, r)
	}
	for name, form := range map[string]string{
		"as it is":                    secret,
		"hex":                         hex.EncodeToString([]byte(secret)),
		"hex in capitals":             strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"base64":                      base64.StdEncoding.EncodeToString([]byte(secret)),
		"base64 for URLs, no padding": base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"basic authentication":        base64.StdEncoding.EncodeToString([]byte("user:" + secret)),
		"base64 percent-encoded":      url.QueryEscape(base64.StdEncoding.EncodeToString([]byte("u:" + secret))),
		"a query":                     url.QueryEscape(secret),
		"a path":                      url.PathEscape(secret),
		"a path in small digits":      lowerDigits(url.PathEscape(secret)),
		"percent-encoded twice":       url.QueryEscape(url.QueryEscape(secret)),
		"JSON":                        string(inJSON),
		"JSON in JSON":                string(twiceInJSON),
		"JSON with escaped slashes":   strings.ReplaceAll(string(inJSON), "/", `\/`),
		"JSON with all escaped":       allEscaped,
		"JSON in ASCII":               strconv.QuoteToASCII(secret),
		"Go":                          strconv.Quote(secret),
		"HTML":                        html.EscapeString(secret),
	} {
		t.Run(name, func(t *testing.T) {
			got := s.Scrub("before " + form + " after")
			if !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") || !strings.Contains(got, Marker) {
				t.Errorf("got %q", got)
			}
			if rest := strings.NewReplacer("before ", "", " after", "", Marker, "", `"`, "").Replace(got); len(rest) > 8 {
				t.Errorf("%q is left of it", rest)
			}
		})
	}
}

func TestScrubLeavesOtherTextAlone(t *testing.T) {
	s := scrubber("hunter2!", "ab", "x+y/z=0")
	for _, text := range []string{
		"", "nothing here", "hunter", "hunter2", "absolute", "a b", "cab", "100% of \\ & + things; &amp; %41 \\u0041", "ab9",
	} {
		if got := s.Scrub(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestShortSecretIsTakenOutWhereItStandsAlone(t *testing.T) {
	s := scrubber("ab")
	for text, want := range map[string]string{
		"password ab":  "password [secret]",
		"p=ab,q":       "p=[secret],q",
		`"ab"`:         `"[secret]"`,
		"table absent": "table absent",
		"6162":         "[secret]",
	} {
		if got := s.Scrub(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func TestScrubberWithoutSecretsChangesNothing(t *testing.T) {
	var none *Scrubber
	for _, s := range []*Scrubber{none, {}, scrubber(""), scrubber()} {
		if got := s.Scrub("text"); got != "text" {
			t.Errorf("got %q", got)
		}
	}
}

func TestLongestOfTwoSecretsThatStartAlikeIsTakenOut(t *testing.T) {
	if got := scrubber("secret-one", "secret-one-and-more").Scrub("x secret-one-and-more y"); got != "x [secret] y" {
		t.Errorf("got %q", got)
	}
}

func TestEachLineOfAKeyIsASecret(t *testing.T) {
	key := "-----BEGIN KEY-----\nMIIBVgIBADANBgkq\r\nhkiG9w0BAQEFAASC\n-----END KEY-----\n"
	got := scrubber(key).Scrub("line MIIBVgIBADANBgkq and hkiG9w0BAQEFAASC")
	if got != "line [secret] and [secret]" {
		t.Errorf("got %q", got)
	}
}

var percent = regexp.MustCompile(`%[0-9A-F]{2}`)

func lowerDigits(s string) string { return percent.ReplaceAllStringFunc(s, strings.ToLower) }

// inASCII is JSON as software writes it that escapes all but ASCII.
func inASCII(s string) string {
	out := ""
	for _, unit := range utf16.Encode([]rune(s)) {
		switch {
		case unit == '"' || unit == '\\':
			out += `\` + string(rune(unit))
		case unit < 0x80:
			out += string(rune(unit))
		default:
			out += fmt.Sprintf(`\u%04x`, unit)
		}
	}
	return out
}

// The ways in which software writes a text into another.
var writings = []func(r *rand.Rand, secret string) string{
	func(_ *rand.Rand, s string) string { return s },
	func(_ *rand.Rand, s string) string { return hex.EncodeToString([]byte(s)) },
	func(_ *rand.Rand, s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) },
	func(r *rand.Rand, s string) string {
		around := func() string { return randomText(r, r.IntN(7), plainAlphabet) }
		encodings := []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding}
		return encodings[r.IntN(4)].EncodeToString([]byte(around() + s + around()))
	},
	func(_ *rand.Rand, s string) string { return url.QueryEscape(s) },
	func(_ *rand.Rand, s string) string { return url.PathEscape(s) },
	func(_ *rand.Rand, s string) string { return lowerDigits(url.QueryEscape(s)) },
	func(_ *rand.Rand, s string) string { b, _ := json.Marshal(s); return string(b) },
	func(_ *rand.Rand, s string) string {
		b, _ := json.Marshal(map[string]string{"x": `{"a":` + strconv.Quote(s) + `}`})
		return string(b)
	},
	func(_ *rand.Rand, s string) string { return strconv.QuoteToASCII(s) },
	func(_ *rand.Rand, s string) string { return html.EscapeString(s) },
	func(_ *rand.Rand, s string) string { return inASCII(s) },
	func(r *rand.Rand, s string) string { // any byte percent-encoded or not
		out := ""
		for _, b := range []byte(s) {
			switch r.IntN(3) {
			case 0:
				out += fmt.Sprintf("%%%02x", b)
			case 1:
				out += fmt.Sprintf("%%%02X", b)
			default:
				out += string([]byte{b})
			}
		}
		return out
	},
}

const (
	plainAlphabet = "abcXYZ0189-_:. "
	wildAlphabet  = plainAlphabet + `/+=%&<>"'\äß€😀$#@!{}()[]`
)

func randomText(r *rand.Rand, length int, alphabet string) string {
	letters := []rune(alphabet)
	out := make([]rune, length)
	for i := range out {
		out[i] = letters[r.IntN(len(letters))]
	}
	return string(out)
}

func TestNoWrittenFormOfASecretSurvives(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		secret := strings.TrimSpace(randomText(r, 4+r.IntN(20), wildAlphabet))
		if len(secret) < shortest {
			continue
		}
		s := scrubber(secret)
		form := writings[r.IntN(len(writings))](r, secret)
		before, after := randomText(r, r.IntN(9), wildAlphabet), randomText(r, r.IntN(9), wildAlphabet)
		got := s.Scrub(before + form + after)
		if !strings.Contains(got, Marker) {
			t.Fatalf("secret %q written as %q between %q and %q stays: %q", secret, form, before, after, got)
		}
		for _, shown := range []string{secret, hex.EncodeToString([]byte(secret)), url.QueryEscape(secret)} {
			if strings.Contains(strings.ReplaceAll(got, Marker, "\x00"), shown) {
				t.Fatalf("secret %q written as %q shows in %q", secret, form, got)
			}
		}
		if again := s.Scrub(got); strings.Count(again, Marker) > strings.Count(got, Marker)+1 {
			t.Fatalf("scrubbing %q again gives %q", got, again)
		}
	}
}

// What is left of base64 must be the same whatever the secret is.
func TestNoBitOfASecretIsLeftOfItsBase64(t *testing.T) {
	for offset := range 4 {
		for trail := range 4 {
			var left []string
			for _, secret := range []string{"Xy7#mQ!pR2", "\x7f~}|{zyxwv", "0123456789"} {
				text := base64.StdEncoding.EncodeToString([]byte("aaaa"[:offset] + secret + "bbbb"[:trail]))
				left = append(left, scrubber(secret).Scrub(text))
			}
			if left[0] != left[1] || left[0] != left[2] {
				t.Errorf("offset %d, trail %d: %q", offset, trail, left)
			}
		}
	}
}

func FuzzScrub(f *testing.F) {
	f.Add("hunter2!", `{"a":"hunter2\u0021"}`)
	f.Add(`\\\\\\\\\\\\`, strings.Repeat(`\`, 200))
	f.Add("%25%25%25%25", strings.Repeat("%25", 200))
	f.Add("&&&&&&", strings.Repeat("&amp;", 50))
	f.Fuzz(func(t *testing.T, secret, text string) {
		if len(secret) > 200 || len(text) > 4000 {
			return
		}
		s := scrubber(secret)
		got := s.Scrub(text)
		if len(secret) >= shortest && strings.Contains(strings.ReplaceAll(got, Marker, "\x00"), secret) {
			t.Errorf("secret %q shows in %q", secret, got)
		}
	})
}

func BenchmarkScrub(b *testing.B) {
	s := scrubber("Xy7#mQ!pR2-long-enough", "another/secret+value", "Bearer abc.def.ghi", "k3y", "0123456789abcdef0123456789abcdef")
	line := strings.Repeat(`time=2026-01-01T00:00:00Z level=INFO msg="read 100 rows" path=/a%20b query="SELECT \"x\" FROM t" `, 10)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		s.Scrub(line)
	}
}
