package plugin

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func newSaid(now func() time.Time) (*said, *bytes.Buffer) {
	var buf bytes.Buffer
	handler := slog.NewTextHandler(&buf, &slog.HandlerOptions{
		Level: slog.LevelDebug - 4,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})
	return &said{log: slog.New(handler), scrub: func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") }, now: now}, &buf
}

func TestALineKeepsItsLevel(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"plain", `level=DEBUG msg=plain`},
		{"[TRACE] a", `level=DEBUG-4 msg=a`},
		{"[DEBUG] a", `level=DEBUG msg=a`},
		{"[INFO]  a", `level=INFO msg=a`},
		{"[WARN] a", `level=WARN msg=a`},
		{"[ERROR] a", `level=ERROR msg=a`},
		{"[NOTE] a", `level=DEBUG msg="[NOTE] a"`},
		{"[half", `level=DEBUG msg=[half`},
		{"panic: nil map", `level=ERROR msg="panic: nil map"`},
		{"fatal error: deadlock", `level=ERROR msg="fatal error: deadlock"`},
		{`{"@level":"warn","@message":"m","@module":"x","b":2,"a":1}`, `level=WARN msg="m a=1 b=2"`},
		{`{"@level":"loud","@message":"m"}`, `level=DEBUG msg="{\"@level\":\"loud\",\"@message\":\"m\"}"`},
		{`{not json`, `level=DEBUG msg="{not json"`},
	} {
		said, buf := newSaid(time.Now)
		fmt.Fprintln(said.stream(), c.line)
		if got := strings.TrimSpace(buf.String()); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
		}
	}
}

func TestLinesComeInPiecesAndFromSeveralStreams(t *testing.T) {
	said, buf := newSaid(time.Now)
	a, b := said.stream(), said.stream()
	fmt.Fprint(a, "one hun")
	fmt.Fprint(b, "two\r\n\nthree")
	fmt.Fprint(a, "ter2\n")
	said.flush()
	const want = "level=DEBUG msg=two\nlevel=DEBUG msg=\"one ***\"\nlevel=DEBUG msg=three\n"
	if buf.String() != want {
		t.Errorf("got\n%swant\n%s", buf, want)
	}
}

func TestALongLineIsScrubbedBeforeItIsCut(t *testing.T) {
	said, buf := newSaid(time.Now)
	s := said.stream()
	for range 100 {
		fmt.Fprint(s, strings.Repeat("x", 4095))
	}
	fmt.Fprint(s, "\n", strings.Repeat("y", maxLine-3), "hunter2\nnext\n")
	for _, line := range said.last() {
		if strings.Contains(line, "hun") || len(line) > maxLine+len("…") {
			t.Errorf("%d bytes, ends with %q", len(line), line[len(line)-10:])
		}
	}
	if n := len(said.last()); n != 3 || !strings.HasSuffix(buf.String(), "msg=next\n") {
		t.Errorf("%d lines", n)
	}
}

func TestTheLastTwentyLinesAreKept(t *testing.T) {
	said, _ := newSaid(time.Now)
	for i := range 50 {
		fmt.Fprintln(said.stream(), i)
	}
	if last := said.last(); len(last) != 20 || last[0] != "30" || last[19] != "49" {
		t.Errorf("%v", last)
	}
}

func TestWhatGoesOverTheRateIsCounted(t *testing.T) {
	now := time.Unix(0, 0)
	said, buf := newSaid(func() time.Time { return now })
	s := said.stream()
	line := strings.Repeat("z", 1023)
	for range 1100 {
		fmt.Fprintln(s, line)
	}
	now = now.Add(time.Second)
	fmt.Fprintln(s, "later")
	if n := strings.Count(buf.String(), line); n != logRate/1023 {
		t.Errorf("%d lines were logged", n)
	}
	if want := "level=WARN msg=\"75 lines dropped: more than 1048576 bytes in a second\"\nlevel=DEBUG msg=later\n"; !strings.HasSuffix(buf.String(), want) {
		t.Errorf("ends with %q", buf.String()[buf.Len()-120:])
	}
}
