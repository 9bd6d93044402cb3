package deploy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// accepted is one file of testdata/accepted.txtar, which must load.
func accepted(t *testing.T, name string) *Deployment {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "accepted.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name == name {
			d, err := Parse(filepath.Join("/srv/app", name), f.Data)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	t.Fatalf("no file %s", name)
	return nil
}

func TestEveryAcceptedFileLoads(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "accepted.txtar"))
	if err != nil || len(archive.Files) == 0 {
		t.Fatal("no files", err)
	}
	for _, f := range archive.Files {
		t.Run(f.Name, func(t *testing.T) {
			d := accepted(t, f.Name)
			if len(d.Systems) == 0 || len(d.Systems[0].Candidates) == 0 {
				t.Errorf("no section in %+v", d)
			}
		})
	}
}

func TestEveryOptionIsRead(t *testing.T) {
	d := accepted(t, "everything.yaml")
	seconds := func(s float64) *time.Duration { d := time.Duration(s * float64(time.Second)); return &d }
	section := d.System("").Candidates[0]
	berlin, _ := time.LoadLocation("Europe/Berlin")

	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"folder", d.Dir, "/srv/app"},
		{"lock", d.Lock, "/srv/app/effectkit.lock"},
		{"policy", d.Policy, Policy{MinTier: effect.IndependentSession, RequireEffectsForIrreversible: true, Enforce: true}},
		{"state", d.State, State{Dir: "/srv/app/state", KeyEnv: "EFFECTKIT_STATE_KEY"}},
		{"plugins", []string{d.Plugins[0].Path, d.Plugins[1].Path}, []string{"/srv/app/bin", "/opt/adapters/effectkit-adapter-acme-ledger"}},
		{"isolate", section.Isolate, true},
		{"reads", section.MaxConcurrentReads, 64},
		{"evidence", section.Evidence, Evidence{Redact: []string{"ssn", "note"}}},
		{"the section's settling over the file's", section.Settle, Settle{SettleS: seconds(0), ReadTimeout: seconds(2.5)}},
		{"freshness", *section.Freshness, Freshness{
			Field: "updated_at", Window: time.Minute, SinceAction: true, Skew: 500 * time.Millisecond,
			Zone: berlin, EpochUnit: time.Millisecond, Pos: section.Freshness.Pos,
		}},
	} {
		if diff := cmp.Diff(c.want, c.got, cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })); diff != "" {
			t.Errorf("%s: %s", c.what, diff)
		}
	}
	if keys := section.Node.Members(); len(keys) != 1 || keys[0].Key != "sql_query" {
		t.Errorf("the adapter's part has %v", keys)
	}
}

func TestSectionsTakeWhatTheFileSaysForAll(t *testing.T) {
	d, err := Parse("d.yaml", []byte(`
settle: {settle_s: 1, irreversible_settle_s: 4}
freshness: {field: at, window_s: 60}
effects: {kind: sql}
systems:
  slow: {kind: rest, settle: {settle_s: 9}, freshness: {field: seen, window_s: 90}}
  patient: {kind: rest, settle: {irreversible_settle_s: 7, read_timeout_s: 3}}
`))
	if err != nil {
		t.Fatal(err)
	}
	plain, own := d.System(DefaultSystem).Candidates[0], d.System("slow").Candidates[0]
	if got := plain.Settle.Stability(effect.Irreversible); got != 4*time.Second {
		t.Errorf("settles for %v", got)
	}
	if plain.Freshness.Field != "at" || own.Freshness.Field != "seen" || plain.Freshness.Skew != DefaultSkew {
		t.Errorf("freshness %+v and %+v", plain.Freshness, own.Freshness)
	}
	// A section that writes settle_s means it for irreversible effects too.
	if got := own.Settle.Stability(effect.Irreversible); got != 9*time.Second {
		t.Errorf("settles for %v", got)
	}
	patient := d.System("patient").Candidates[0].Settle
	if got := []time.Duration{patient.Stability(""), patient.Stability(effect.Irreversible), patient.ReadBudget()}; !slices.Equal(got, []time.Duration{time.Second, 7 * time.Second, 3 * time.Second}) {
		t.Errorf("settles for %v, want the file's settle_s and the section's others", got)
	}
	if d.System("nobody") != nil {
		t.Error("found a system that the file does not name")
	}
}

func TestSystemsKeepTheirOrder(t *testing.T) {
	d := accepted(t, "systems.yaml")
	var names []string
	for _, s := range d.Systems {
		names = append(names, s.Name)
	}
	if diff := cmp.Diff([]string{"default", "mailbox", "back_office.2"}, names); diff != "" {
		t.Error(diff)
	}
	office := d.System("back_office.2").Candidates
	if office[1].Evidence.Keep == nil || len(office[1].Evidence.Keep) != 0 {
		t.Errorf("an empty keep list became %#v; it keeps nothing, which no list does not say", office[1].Evidence.Keep)
	}
	if office[0].Evidence.Keep != nil {
		t.Errorf("no keep list became %#v", office[0].Evidence.Keep)
	}
	if got := office[1].Pos; got.Line == 0 || got.Path != "systems.back_office.2.candidates[1]" && got.Path != `systems["back_office.2"].candidates[1]` {
		t.Errorf("the second candidate stands at %+v", got)
	}
}

func TestFreshnessUnderTheKitsNamesForGraphQL(t *testing.T) {
	section := accepted(t, "graphql.yaml").Systems[0].Candidates[0]
	if f := section.Freshness; f == nil || f.Field != "updatedAt" || f.Window != time.Minute || f.Skew != DefaultSkew {
		t.Errorf("freshness %+v", section.Freshness)
	}
	if keys := section.Node.Members(); len(keys) != 0 {
		t.Errorf("the adapter's part has %v", keys)
	}
}

func TestScalarsOfASectionKeepTheirText(t *testing.T) {
	d, err := Parse("d.yaml", []byte("effects: {kind: sql, sql_query_params: {code: 0012, when: 2026-01-02, yes: yes}}"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range d.Systems[0].Candidates[0].Node.Member("sql_query_params").Members() {
		if want := map[string]string{"code": "0012", "when": "2026-01-02", "yes": "yes"}[m.Key]; m.Value.Text() != want {
			t.Errorf("%s is %q, want %q", m.Key, m.Value.Text(), want)
		}
	}
}

func TestLoadSaysWhyAFileCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	none := filepath.Join(dir, "none.yaml")
	_, err := Load(none)
	if want := fmt.Sprintf("%q: the deployment file cannot be read: no such file or directory", none); !errors.Is(err, os.ErrNotExist) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Load(dir); err == nil || err.Error() != fmt.Sprintf("%q: the deployment file cannot be read: is a directory", dir) {
		t.Errorf("a folder: got %v", err)
	}
	big := filepath.Join(t.TempDir(), "big.yaml")
	if err := os.WriteFile(big, make([]byte, source.MaxBytes+100), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(big); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	archives, _ := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	more, _ := filepath.Glob(filepath.Join("testdata", "refused", "*.txtar"))
	for _, path := range append(archives, more...) {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(file.Data, strings.HasSuffix(file.Name, ".json"))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, isJSON bool) {
		name := "d.yaml"
		if isJSON {
			name = "d.json"
		}
		d, err := Parse(name, data)
		if err == nil {
			for _, s := range d.Systems {
				for _, c := range s.Candidates {
					if c.Kind == "" || c.Node == nil || c.Node.Member("kind") != nil {
						t.Errorf("section %+v", c)
					}
				}
			}
			return
		}
		var problems source.Problems
		if !errors.As(err, &problems) || len(problems) == 0 {
			t.Fatalf("got %v, want problems", err)
		}
		// YAML knows more line breaks than editors do.
		lines := 1 + strings.Count(strings.NewReplacer("\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(string(data)), "\n")
		for _, p := range problems {
			if p.Pos.File != name || p.Pos.Line < 0 || p.Pos.Line > lines || p.Pos.Column < 0 {
				t.Errorf("%v stands outside a file of %d lines", p, lines)
			}
		}
	})
}
