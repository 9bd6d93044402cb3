package adapter

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is an adapter whose captures are a function.
type fake struct {
	capture   func(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error
	configure func(cfg sdk.Config) error
	test      func(req *sdk.CaptureRequest) ([]sdk.Notice, error)
	max       int
	closed    atomic.Int32
}

func (f *fake) Describe() sdk.Description {
	return sdk.Description{Kind: "fake", Version: "2", Title: "a fake", Tier: 2, Schema: `{"type":"object"}`, Capabilities: sdk.Capabilities{MaxConcurrent: f.max, Source: true}}
}

func (f *fake) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	if f.configure != nil {
		if err := f.configure(cfg); err != nil {
			return nil, err
		}
	}
	return &fakeInstance{f}, nil
}

type fakeInstance struct{ *fake }

func (f *fakeInstance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	return f.capture(ctx, req, w)
}

func (f *fakeInstance) TestConnection(_ context.Context, req *sdk.CaptureRequest) ([]sdk.Notice, error) {
	return f.test(req)
}
func (f *fakeInstance) Fields() []value.Field { return []value.Field{{Name: "id", Kind: value.Int}} }
func (f *fakeInstance) Tier() int             { return 3 }
func (f *fakeInstance) Close() error          { f.closed.Add(1); return nil }

func openFake(t testing.TB, f *fake, opts Options, section string, secrets map[string]string) (Adapter, Instance) {
	t.Helper()
	a, err := InMemoryWith(f, "v9", opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	in, failure := a.Configure(context.Background(), []byte(section), secrets)
	if failure != nil {
		t.Fatal(failure)
	}
	return a, in
}

func TestABuiltInIsReadOverTheContract(t *testing.T) {
	var got struct {
		config, secret string
		fields         []string
		rows, bytes    int64
	}
	f := &fake{capture: func(_ context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
		got.config, got.secret = string(req.Config.Section()), req.Config.Secret("/password_env")
		got.fields, got.rows, got.bytes = req.Fields, req.MaxRows, req.MaxBytes
		w.Source("db-1")
		if err := w.Fields(value.Field{Name: "id", Kind: value.Int}, value.Field{Name: "note"}); err != nil {
			return err
		}
		if err := w.Row(value.OfInt(1<<53+1), value.Value{}); err != nil {
			return err
		}
		w.Gap(value.GapUnobserved, "line 2 did not parse")
		w.AsOf(time.UnixMilli(1700000000000))
		return nil
	}}
	a, in := openFake(t, f, Options{}, `{"where":{"id":{"param":"p","as":"int"}},"limit":12345678901234567890}`, map[string]string{"/password_env": "hunter2"})
	if id := a.Identity(); id != (Identity{Kind: "fake", Version: "2", Digest: "builtin:v9"}) || id.String() != `"fake" (2, builtin:v9)` {
		t.Errorf("identity %+v, %s", id, id)
	}
	if in.Tier() != effect.ReacquiredState || len(in.Fields()) != 1 {
		t.Errorf("tier %v, fields %v", in.Tier(), in.Fields())
	}
	var sink collected
	end, failure := in.Capture(t.Context(), CaptureRequest{
		Bindings: Bindings{"/where/id": value.NewLiteral("0012")}, Fields: []string{"id"}, MaxRows: 10, MaxBytes: 20,
	}, &sink)
	if failure != nil {
		t.Fatal(failure)
	}
	if got.config != `{"limit":12345678901234567890,"where":{"id":{"as":"int","literal":"0012"}}}` || got.secret != "hunter2" {
		t.Errorf("config %s, secret %s", got.config, got.secret)
	}
	if fmt.Sprint(got.fields, got.rows, got.bytes) != "[id] 10 20" {
		t.Errorf("hints %+v", got)
	}
	if end.Records != 1 || end.Source != "db-1" || len(end.Gaps) != 1 || end.AsOf.UnixMilli() != 1700000000000 {
		t.Errorf("trailer %+v", end)
	}
	if v := sink.batches[0].Value(0, "id"); v.Text() != "9007199254740993" || !sink.batches[0].Value(0, "note").IsMissing() {
		t.Errorf("record %v", v.Text())
	}
	if !sink.header.FieldsKnown || len(sink.header.Fields) != 2 || sink.header.Source != "db-1" {
		t.Errorf("header %+v", sink.header)
	}
}

func TestAFailedReadSaysWhy(t *testing.T) {
	boom := errors.New("dial: password=hunter2")
	for _, c := range []struct {
		name   string
		err    error
		ground effect.Ground
		want   string
	}{
		{"unreachable", sdk.Unreachable("no route to it").WithCause(boom), effect.Unreachable, "no route to it"},
		{"credentials", fmt.Errorf("wrapped: %w", sdk.CredentialRefused("login refused")), effect.CredentialRefused, "login refused"},
		{"misconfigured", sdk.Misconfigured("no such table"), effect.AdapterFailed, "no such table"},
		{"too large", sdk.TooLarge("over the cap"), effect.EvidenceTooLarge, "over the cap"},
		{"an error of another kind keeps its text", fmt.Errorf("reading: %w", boom), effect.AdapterFailed, "failed with an error that is no sdk.ReadError, of type *errors.errorString"},
		{"a deadline of the adapter's own", fmt.Errorf("x: %w", context.DeadlineExceeded), effect.Unreachable, "a deadline of the adapter's own passed"},
		{"a secret in a detail", sdk.Unreachable("refused hunter2"), effect.Unreachable, "refused ***"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{capture: func(context.Context, *sdk.CaptureRequest, *sdk.RecordWriter) error { return c.err }}
			_, in := openFake(t, f, Options{Scrub: func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") }}, `{}`, nil)
			_, failure := in.Capture(t.Context(), CaptureRequest{}, &collected{})
			want := `"fake" (2, builtin:v9): capture: ` + c.want
			if failure == nil || failure.Ground != c.ground || failure.Error() != want {
				t.Errorf("got  %v\nwant %s (%s)", failure, want, c.ground)
			}
			if failure.Misconfigured != (c.name == "misconfigured") {
				t.Errorf("misconfigured = %v", failure.Misconfigured)
			}
		})
	}
}

func TestAPanicSaysWhereAndNotWhat(t *testing.T) {
	f := &fake{
		capture: func(context.Context, *sdk.CaptureRequest, *sdk.RecordWriter) error { panic("a record's value") },
		test:    func(*sdk.CaptureRequest) ([]sdk.Notice, error) { var m map[string]int; m["x"] = 1; return nil, nil },
	}
	_, in := openFake(t, f, Options{}, `{}`, nil)
	_, failure := in.Capture(t.Context(), CaptureRequest{}, &collected{})
	if failure == nil || failure.Ground != effect.AdapterFailed || !strings.Contains(failure.Detail, "capture: Capture panicked at memory_test.go:") || strings.Contains(failure.Detail, "record's") {
		t.Errorf("got %v", failure)
	}
	if _, failure = in.TestConnection(t.Context(), nil); failure == nil || !strings.Contains(failure.Detail, "TestConnection panicked at memory_test.go:") {
		t.Errorf("got %v", failure)
	}
	f.capture = func(context.Context, *sdk.CaptureRequest, *sdk.RecordWriter) error { return nil }
	if _, failure = in.Capture(t.Context(), CaptureRequest{}, &collected{}); failure != nil {
		t.Errorf("the next call failed too: %v", failure)
	}
}

func TestARefusedSectionIsMisconfigured(t *testing.T) {
	f := &fake{configure: func(sdk.Config) error { return sdk.Misconfigured("root is no directory") }}
	a, err := InMemory(f, "v9")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	_, failure := a.Configure(t.Context(), []byte(`{}`), nil)
	if failure == nil || !failure.Misconfigured || failure.Detail != `"fake" (2, builtin:v9): configure: root is no directory` {
		t.Errorf("got %+v", failure)
	}
}

func TestABindingToNothingFailsTheRead(t *testing.T) {
	f := &fake{capture: func(context.Context, *sdk.CaptureRequest, *sdk.RecordWriter) error { return nil }}
	_, in := openFake(t, f, Options{}, `{}`, nil)
	_, failure := in.Capture(t.Context(), CaptureRequest{Bindings: Bindings{"/x": value.NewLiteral("v")}}, &collected{})
	if failure == nil || failure.Detail != `"fake" (2, builtin:v9): capture: "/x" points to nothing in the section` {
		t.Errorf("got %v", failure)
	}
}

func TestNoticesOfATestAreHandedUp(t *testing.T) {
	f := &fake{test: func(*sdk.CaptureRequest) ([]sdk.Notice, error) {
		return []sdk.Notice{{Code: sdk.NoticeRoleCanWrite, Detail: "the role may insert"}}, nil
	}}
	_, in := openFake(t, f, Options{}, `{}`, nil)
	got, failure := in.TestConnection(t.Context(), nil)
	if failure != nil || len(got) != 1 || got[0].Code != "role_can_write" {
		t.Errorf("%v, %v", got, failure)
	}
}

func TestASinkThatRefusesEndsTheRead(t *testing.T) {
	ended := make(chan error, 1)
	f := &fake{capture: func(ctx context.Context, _ *sdk.CaptureRequest, w *sdk.RecordWriter) error {
		for {
			if err := w.Record(sdk.Field{Name: "t", Value: value.OfText(strings.Repeat("x", 100_000))}); err != nil {
				ended <- err
				return err
			}
		}
	}}
	_, in := openFake(t, f, Options{}, `{}`, nil)
	_, failure := in.Capture(t.Context(), CaptureRequest{}, &collected{refuse: sdk.TooLarge("over 1 GiB")})
	if failure == nil || failure.Ground != effect.EvidenceTooLarge {
		t.Errorf("got %v", failure)
	}
	if err := <-ended; err == nil {
		t.Error("the adapter was not told")
	}
}

func TestAReadOverItsTimeIsUnreachable(t *testing.T) {
	f := &fake{capture: func(ctx context.Context, _ *sdk.CaptureRequest, _ *sdk.RecordWriter) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	_, in := openFake(t, f, Options{}, `{}`, nil)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, failure := in.Capture(ctx, CaptureRequest{}, &collected{}); failure == nil || failure.Ground != effect.Unreachable || !strings.HasSuffix(failure.Detail, "no answer in time") {
		t.Errorf("got %v", failure)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, failure := in.Capture(ctx, CaptureRequest{}, &collected{}); failure == nil || failure.Ground != effect.Unreachable || !strings.HasSuffix(failure.Detail, "stopped by the caller") {
		t.Errorf("got %v", failure)
	}
}

func TestCapturesWaitForASlotOfTheAdapter(t *testing.T) {
	var now, most atomic.Int32
	f := &fake{max: 2, capture: func(context.Context, *sdk.CaptureRequest, *sdk.RecordWriter) error {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		return nil
	}}
	_, in := openFake(t, f, Options{}, `{}`, nil)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if _, failure := in.Capture(t.Context(), CaptureRequest{}, &collected{}); failure != nil {
				t.Error(failure)
			}
		})
	}
	wg.Wait()
	if most.Load() > 2 {
		t.Errorf("%d at once", most.Load())
	}
}

func TestAReleasedInstanceIsClosedAfterItsLastCapture(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	f := &fake{capture: func(context.Context, *sdk.CaptureRequest, *sdk.RecordWriter) error {
		close(entered)
		<-leave
		return nil
	}}
	a, in := openFake(t, f, Options{}, `{}`, nil)
	done := make(chan *Failure)
	go func() {
		_, failure := in.Capture(context.Background(), CaptureRequest{}, &collected{})
		done <- failure
	}()
	<-entered
	in.Release()
	in.Release()
	a.(*remote).followUps.Wait()
	if f.closed.Load() != 0 {
		t.Error("closed under a capture")
	}
	close(leave)
	if failure := <-done; failure != nil {
		t.Error(failure)
	}
	for f.closed.Load() == 0 { // the server closes it as the handler returns
		time.Sleep(time.Millisecond)
	}
	if f.closed.Load() != 1 {
		t.Errorf("closed %d times", f.closed.Load())
	}
}
