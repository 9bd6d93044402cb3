package secret

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/slogtest"
)

func TestWriterSeesASecretInManyWrites(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const secret = `hunter2/"x"`
	for range 300 {
		text := ""
		for range r.IntN(12) {
			text += randomText(r, r.IntN(30), wildAlphabet) + writings[r.IntN(len(writings))](r, secret) + []string{"\n", " ", ""}[r.IntN(3)]
		}
		s := scrubber(secret)
		var out bytes.Buffer
		w := s.Writer(&out)
		for rest := text; rest != ""; {
			n := 1 + r.IntN(min(len(rest), 9))
			if _, err := w.Write([]byte(rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if want := s.Scrub(text); out.String() != want {
			t.Fatalf("%q became\n%q, want\n%q", text, out.String(), want)
		}
	}
}

func TestWriterPassesWholeLinesOnAtOnce(t *testing.T) {
	var out bytes.Buffer
	w := scrubber("hunter2!").Writer(&out)
	fmt.Fprint(w, "one\ntwo hunt")
	if out.String() != "one\n" {
		t.Errorf("got %q before the line's end", out.String())
	}
	fmt.Fprint(w, "er2!\n")
	if out.String() != "one\ntwo [secret]\n" {
		t.Errorf("got %q", out.String())
	}
}

func TestWriterHoldsNoMoreThanALongLine(t *testing.T) {
	const secret = "hunter2!"
	var out bytes.Buffer
	w := scrubber(secret).Writer(&out)
	piece := strings.Repeat("x", 9973)
	for rest := strings.Repeat(piece+secret, 100); rest != ""; {
		n := min(len(rest), 709)
		fmt.Fprint(w, rest[:n])
		rest = rest[n:]
		if held := len(w.held); held > 2*maxLine {
			t.Fatalf("%d bytes held", held)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat(piece+Marker, 100); out.String() != want {
		t.Errorf("%d bytes, want %d", out.Len(), len(want))
	}
}

func TestWriterSeesASecretAcrossThePartsOfALongLine(t *testing.T) {
	var out bytes.Buffer
	w := scrubber("hunter2!").Writer(&out)
	piece := strings.Repeat("x", maxLine+w.table().longest+1)
	fmt.Fprint(w, piece+"hunt")
	fmt.Fprint(w, "er2!"+piece)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if out.String() != piece+Marker+piece {
		t.Errorf("%d bytes, want %d", out.Len(), 2*len(piece)+len(Marker))
	}
}

func TestWriterWithoutASecretPassesEverythingOn(t *testing.T) {
	var none *Scrubber
	for _, s := range []*Scrubber{none, {}} {
		var out bytes.Buffer
		w := s.Writer(&out)
		text := strings.Repeat("x", 3*maxLine) + "\nend"
		fmt.Fprint(w, text)
		if err := w.Close(); err != nil || out.String() != text {
			t.Errorf("%d bytes of %d, %v", out.Len(), len(text), err)
		}
	}
}

type brokenPipe struct{}

var errPipe = errors.New("pipe is broken")

func (brokenPipe) Write([]byte) (int, error) { return 0, errPipe }

func TestWriterReportsTheUnderlyingError(t *testing.T) {
	w := scrubber("hunter2!").Writer(brokenPipe{})
	if _, err := w.Write([]byte("a line\n")); !errors.Is(err, errPipe) {
		t.Errorf("got %v", err)
	}
	if err := w.Close(); !errors.Is(err, errPipe) {
		t.Errorf("got %v", err)
	}
}

type structured struct{ Password string }

type texter struct{ password string }

func (t texter) MarshalText() ([]byte, error) { return []byte(t.password), nil }

type valuer struct{ password string }

func (v valuer) LogValue() slog.Value { return slog.StringValue(v.password) }

func TestHandlerScrubsWhereverASecretStands(t *testing.T) {
	const secret = "hunter2!"
	handlers := map[string]func(*bytes.Buffer) slog.Handler{
		"text": func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
		"json": func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
	}
	for name, make := range handlers {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			log := slog.New(scrubber(secret).Handler(make(&out)))
			log.With("with", secret).WithGroup("group-"+secret).Info("message "+secret,
				"text", secret, secret, "key", "error", fmt.Errorf("dsn %s", secret),
				"struct", structured{secret}, "pointer", &structured{secret}, "bytes", []byte(secret), "list", []string{secret},
				"texter", texter{secret}, "valuer", valuer{secret}, "raw", json.RawMessage(`{"p":"hunter2\u0021"}`),
				slog.Group("inner", "deep", secret), "number", 7, "fine", structured{"no secret"},
			)
			if text := out.String(); strings.Contains(text, "hunter2") || strings.Contains(text, "aHVudGVyMi") {
				t.Errorf("a secret shows in %s", text)
			}
			for _, want := range []string{Marker, "number", "7", "no secret"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is gone from %s", want, out.String())
				}
			}
		})
	}
}

func TestHandlerKeepsTheRulesOfSlog(t *testing.T) {
	var out bytes.Buffer
	results := func() []map[string]any {
		var all []map[string]any
		for line := range strings.Lines(out.String()) {
			var m map[string]any
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			all = append(all, m)
		}
		return all
	}
	if err := slogtest.TestHandler(scrubber("hunter2!").Handler(slog.NewJSONHandler(&out, nil)), results); err != nil {
		t.Error(err)
	}
}
