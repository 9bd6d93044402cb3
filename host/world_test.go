package host

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

var epoch = time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)

// fakeClock moves only when someone sleeps.
type fakeClock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *fakeClock { return &fakeClock{now: epoch} }

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(max(d, 0))
	return ctx.Err()
}

// row is one record of the world: texts, "\x00" for null, and values as they
// are.
type row map[string]any

// event is one thing that happens to a table, so many milliseconds after the
// action started.
type event struct {
	atMS int
	op   string // insert, update, delete, fail, mend, source, swap, gap, asof, panic
	id   string
	row  row
	err  error
}

// table is one system of record that a script plays out on.
type table struct {
	rows   map[string]row
	fields []value.Field // nil: not known before a read
	source string
	script []event
}

// world is a fake adapter kind: its sections name tables.
type world struct {
	clock *fakeClock
	mu    sync.Mutex
	// action is zero until the action starts.
	action time.Time
	tables map[string]*table
	reads  int
	// seen are the bindings and secrets that reads came with.
	seen      []string
	trace     []string
	describe  func(*sdk.Description)
	tierOf    map[string]int
	notices   []sdk.Notice
	configure error
	// during is called in the middle of each read, where not nil.
	during func()
}

func newWorld() *world {
	return &world{clock: newClock(), tables: map[string]*table{}, tierOf: map[string]int{}}
}

// orders is a world with one table, "orders", of a bystander.
func orders(script ...event) *world {
	w := newWorld()
	w.tables["orders"] = &table{source: "db-1", rows: map[string]row{
		"1": {"ref": "A-1", "qty": "1", "key": "k-0", "note": "bystander"},
	}, script: script}
	return w
}

const worldSchema = `{"type":"object","required":["table"],"additionalProperties":false,"properties":{
	"table":{"type":"string"},
	"patient":{"x-effectkit-expr":true,"type":"string"},
	"password_env":{"type":"string","x-effectkit-secret":true}}}`

func (w *world) Describe() sdk.Description {
	d := sdk.Description{Kind: "sql", Version: "1", Title: "a fake", Tier: 1, Schema: worldSchema}
	if w.describe != nil {
		w.describe(&d)
	}
	return d
}

func (w *world) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var c worldConfig
	if err := cfg.Decode(&c); err != nil {
		return nil, err
	}
	return &worldReader{world: w, table: c.Table}, w.configure
}

type worldConfig struct {
	Table    string    `json:"table"`
	Patient  *sdk.Expr `json:"patient"`
	Password string    `json:"password_env"`
}

type worldReader struct {
	world *world
	table string
}

func (r *worldReader) Fields() []value.Field {
	if t := r.world.tables[r.table]; t != nil {
		return t.fields
	}
	return nil
}

func (r *worldReader) Tier() int { return max(r.world.tierOf[r.table], 1) }

func (r *worldReader) TestConnection(context.Context, *sdk.CaptureRequest) ([]sdk.Notice, error) {
	if t := r.world.tables[r.table]; t == nil {
		return nil, sdk.Unreachable("no table of that name")
	}
	return r.world.notices, nil
}

// act starts the action: its script plays from now on.
func (w *world) act() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.action = w.clock.Now()
}

func (r *worldReader) Capture(ctx context.Context, req *sdk.CaptureRequest, out *sdk.RecordWriter) error {
	w := r.world
	w.mu.Lock()
	w.reads++
	w.trace = traceOf(ctx)
	if c := (worldConfig{}); req.Config.Decode(&c) == nil && c.Patient != nil {
		w.seen = append(w.seen, c.Patient.Text)
	}
	w.seen = append(w.seen, req.Config.Secret("/password_env"))
	t := w.tables[r.table]
	state := t.at(w.action, w.clock.Now())
	during := w.during
	w.mu.Unlock()
	if during != nil {
		during()
	}
	return state.write(t, out)
}

// tableState is a table at one moment.
type tableState struct {
	rows   map[string]row
	source string
	swap   string // the source that answers at the end of a read
	gap    string
	asOf   time.Time
	err    error
	panics bool
}

func (t *table) at(action, now time.Time) tableState {
	s := tableState{rows: map[string]row{}, source: t.source}
	for id, r := range t.rows {
		s.rows[id] = maps.Clone(r)
	}
	if action.IsZero() {
		return s
	}
	for _, e := range t.script {
		if now.Sub(action) < time.Duration(e.atMS)*time.Millisecond {
			break
		}
		switch e.op {
		case "insert":
			s.rows[e.id] = maps.Clone(e.row)
		case "update":
			maps.Copy(s.rows[e.id], e.row)
		case "delete":
			delete(s.rows, e.id)
		case "fail":
			s.err = e.err
		case "mend":
			s.err = nil
		case "source":
			s.source = e.id
		case "swap":
			s.swap = e.id
		case "gap":
			s.gap = e.id
		case "asof":
			s.asOf = now
		case "panic":
			s.panics = true
		}
	}
	return s
}

func (s *tableState) write(t *table, out *sdk.RecordWriter) error {
	if s.panics {
		panic("CANARY in a panic")
	}
	if s.err != nil {
		return s.err
	}
	if t.fields != nil {
		if err := out.Fields(t.fields...); err != nil {
			return err
		}
	}
	out.Source(s.source)
	if s.gap != "" {
		out.Gap(value.GapTruncated, s.gap)
	}
	out.AsOf(s.asOf)
	for _, id := range slices.Sorted(maps.Keys(s.rows)) {
		fields := []sdk.Field{{Name: "id", Value: value.OfText(id)}}
		for _, name := range slices.Sorted(maps.Keys(s.rows[id])) {
			v, ok := s.rows[id][name].(value.Value)
			if !ok {
				v = value.OfText(fmt.Sprint(s.rows[id][name]))
			}
			if name == "id" {
				fields[0].Value = v
				continue
			}
			fields = append(fields, sdk.Field{Name: name, Value: v})
		}
		if err := out.Record(fields...); err != nil {
			return err
		}
	}
	if s.swap != "" {
		out.Source(s.swap)
	}
	return nil
}

const oneSystem = "version: 1\neffects:\n  kind: sql\n  table: orders\n"

// openWorld opens a host over a world.
func openWorld(t testing.TB, w *world, deployment string, change ...func(*Options)) *Host {
	t.Helper()
	h, err := tryOpen(t, w, deployment, change...)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	return h
}

func tryOpen(t testing.TB, w *world, deployment string, change ...func(*Options)) (*Host, error) {
	t.Helper()
	d, err := ParseDeployment("deployment.yaml", []byte(deployment))
	if err != nil {
		t.Fatalf("deployment: %v", err)
	}
	env := map[string]string{"XDG_STATE_HOME": t.TempDir()}
	o := Options{
		Builtins: []sdk.Adapter{w}, Clock: w.clock, SpillDir: t.TempDir(),
		LookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
	}
	for _, f := range change {
		f(&o)
	}
	h, err := Open(t.Context(), d, o)
	if err == nil {
		t.Cleanup(func() {
			if err := h.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
		})
	}
	return h, err
}

// bundle parses a bundle of one step.
func bundle(t testing.TB, text string) *effect.Step {
	t.Helper()
	b, err := effect.ParseBundle("bundle.yaml", []byte(text))
	if err != nil {
		t.Fatalf("bundle: %v", err)
	}
	return &b.Steps[0]
}

// begin starts a step that must not be refused.
func begin(t testing.TB, h *Host, step *effect.Step, params effect.Params) *Session {
	t.Helper()
	s, err := h.Begin(t.Context(), BeginRequest{Step: step, Params: params})
	if err != nil {
		t.Fatalf("begin: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// actAndVerify plays the world's script and verifies.
func actAndVerify(t testing.TB, w *world, s *Session) Outcome {
	t.Helper()
	s.ActionStarted()
	w.act()
	s.ActionEnded()
	out, err := s.Verify(t.Context(), VerifyRequest{ActorEnded: true})
	if err != nil {
		t.Fatalf("verify: %v", err)
	}
	return out
}

// stopAfter is a context that ends once so many milliseconds have passed since
// the action, at the next read.
func stopAfter(t testing.TB, w *world, ms int) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(t.Context())
	w.during = func() {
		if w.clock.Now().Sub(w.action) >= time.Duration(ms)*time.Millisecond {
			cancel()
		}
	}
	return ctx, cancel
}
