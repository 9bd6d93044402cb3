package matrix

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func play(t *testing.T, o Options) []Tally {
	t.Helper()
	tallies, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return tallies
}

// The whole matrix is make fault-matrix.
func TestEveryFaultComesOutRight(t *testing.T) {
	tallies := play(t, Options{Seeds: 1, Workers: 2, Contracts: []string{"insert"}})
	if s := Scored(tallies, nil); !s.Clean() || s.Wrong == 0 || s.Visible == 0 {
		var out bytes.Buffer
		Explain(&out, tallies)
		t.Errorf("%+v\n%s", s, out.String())
	}
}

func TestTheSameSeedsComeOutAlike(t *testing.T) {
	o := Options{Seeds: 4, Faces: []string{"rest"}, Faults: []string{"flap", "late_duplicate", "never_settles"}, Contracts: []string{"set"}}
	var tables [2]bytes.Buffer
	for i := range tables {
		if err := WriteTable(&tables[i], play(t, o)); err != nil {
			t.Fatal(err)
		}
	}
	if tables[0].String() != tables[1].String() {
		t.Errorf("%s\n%s", &tables[0], &tables[1])
	}
}

// liar is an adapter of the kind sql that does not read.
type liar struct {
	sdk.Adapter
	rows [][]value.Value // of every read but the first
}

func (l *liar) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var s struct {
		Query    string `json:"sql_query"`
		Database string `json:"sqlite_database"`
	}
	if err := cfg.Decode(&s); err != nil || strings.Contains(s.Query, "charges") {
		return &lie{}, err
	}
	return &lie{rows: l.rows}, nil
}

type lie struct {
	rows  [][]value.Value
	reads int
}

func (*lie) Fields() []value.Field { return nil }
func (*lie) TestConnection(context.Context, *sdk.CaptureRequest) ([]sdk.Notice, error) {
	return nil, nil
}

func (l *lie) Capture(_ context.Context, _ *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	w.Source("nowhere")
	names := []string{"id", "patient", "status", "note", "key"}
	fields := make([]value.Field, len(names))
	for i, name := range names {
		fields[i].Name = name
	}
	if err := w.Fields(fields...); err != nil {
		return err
	}
	if l.reads++; l.reads == 1 {
		return nil
	}
	for _, row := range l.rows {
		if err := w.Row(row...); err != nil {
			return err
		}
	}
	return nil
}

func TestAnAdapterThatDoesNotReadIsFoundOut(t *testing.T) {
	text := value.OfText
	invented := [][]value.Value{{value.OfInt(200), text("Patient/P-9"), text("final"), text("evening"), text("k-1000")}}
	for name, c := range map[string]struct {
		fault string
		rows  [][]value.Value
		wrong func(Score) int
	}{
		"it sees nothing where something was written": {"wrong_record", nil, func(s Score) int { return s.FalseAbsences }},
		"it sees nothing where all is right":          {"clean", nil, func(s Score) int { return s.OverHalts }},
		"it invents what was to be written":           {"ignored", invented, func(s Score) int { return s.Silent }},
		"it finds another ground than the fault's":    {"optimistic", invented, func(s Score) int { return s.Unexpected }},
	} {
		t.Run(name, func(t *testing.T) {
			adapters := func(Clock) []sdk.Adapter { return []sdk.Adapter{&liar{Adapter: sql.New(), rows: c.rows}} }
			tallies := play(t, Options{Seeds: 1, Faces: []string{"sql"}, Faults: []string{c.fault}, Contracts: []string{"delta"}, Adapters: adapters})
			s := Scored(tallies, nil)
			if c.wrong(s) != 1 || s.Clean() {
				t.Errorf("%+v", s)
			}
			var out bytes.Buffer
			if err := WriteTable(&out, tallies); err != nil || !strings.Contains(out.String(), "WRONG") {
				t.Errorf("%s %v", &out, err)
			}
		})
	}
}

func TestAMatrixOfNothingIsAnError(t *testing.T) {
	if _, err := Run(context.Background(), Options{Seeds: 1, Faults: []string{"claen"}}); err == nil {
		t.Error("no error")
	}
}

func TestEveryBuiltInKindWithASystemOfRecordHasAFace(t *testing.T) {
	for _, a := range builtin.All() {
		kind := a.Describe().Kind
		if kind == "onscreen" {
			continue
		}
		if !picked(Faces(), kind) {
			t.Errorf("%q has no face in the matrix", kind)
		}
	}
}
