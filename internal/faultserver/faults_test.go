package faultserver

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func faultNamed(t *testing.T, name string) Fault {
	t.Helper()
	all, err := Faults()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(f Fault) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("there is no fault %q", name)
	}
	return all[i]
}

// The faults that the fault server, the scenarios and the matrix have names
// for.
func TestEveryNamedFaultIsThere(t *testing.T) {
	all, err := Faults()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range strings.Fields(`clean partial optimistic duplicate double_click stale_overwrite timeout_after_write
		session_expired idempotent wrong_record update_instead_of_insert delete_target replace_target modify_bystander
		move_into_scope move_out_of_scope over_write late_write late_duplicate flap never_settles side_surface schema_drift
		null_identity duplicate_identity paged page_changes truncated_page total_disagrees truncated_body http_206
		replica_lag stale_cache wrong_content error_body status_429 status_503 cross_origin_redirect drip huge_body
		gzip_bomb duplicate_json_keys not_a_number credential_refused permission_filtered unreachable unreachable_after
		restored_copy`) {
		if !slices.ContainsFunc(all, func(f Fault) bool {
			name, _, _ := strings.Cut(f.Name, "/")
			return name == want || strings.HasPrefix(name, want+"_")
		}) {
			t.Errorf("no fault %q", want)
		}
	}
}

func TestFaultsThatMeanNothingAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an unknown key":       {"- {fault: a, about: b, screen: saved, stpes: []}", "field stpes not found"},
		"an unknown operation": {"- {fault: a, about: b, screen: saved, steps: [{op: upsert}]}", `op "upsert" is none of`},
		"a name twice":         {"- {fault: a, about: b, screen: saved}\n- {fault: a, about: b, screen: saved}", `"a" twice`},
		"no sentence":          {"- {fault: a, screen: saved}", "without a sentence"},
		"no screen":            {"- {fault: a, about: b}", `screen ""`},
		"steps over others":    {"- {fault: a, about: b, over: [c], steps: [{op: insert}]}", "but meanwhile"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parse("f.yaml", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestAScheduleIsInTheOrderOfTime(t *testing.T) {
	at := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	list := schedule([]Step{
		{Op: "update", AtMS: 250},
		{Op: "insert", AtMS: 100, Times: 3, EveryMS: 100, Row: Row{"note": "n{n}"}},
		{Op: "move_away", Faces: []string{"sql"}},
	}, "rest", at)
	var got []string
	for _, d := range list {
		note, _ := d.step.Row["note"].(string)
		got = append(got, d.at.Sub(at).String()+" "+d.step.Op+" "+note)
	}
	want := []string{"100ms insert n0", "200ms insert n1", "250ms update ", "300ms insert n2"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAPassageIsOnForItsTimeAndPlace(t *testing.T) {
	for name, c := range map[string]struct {
		passage Passage
		face    string
		since   int64
		page    int
		want    bool
	}{
		"from the write on":           {Passage{}, "rest", 0, 1, true},
		"not before the write":        {Passage{}, "rest", -1, 1, false},
		"before it when always":       {Passage{Always: true}, "rest", -1, 1, true},
		"not before its time":         {Passage{FromMS: 10}, "rest", 9, 1, false},
		"not after its time":          {Passage{UntilMS: 10}, "rest", 10, 1, false},
		"not on another face":         {Passage{Faces: []string{"fhir"}}, "rest", 0, 1, false},
		"not on another page":         {Passage{Page: 2}, "rest", 0, 1, false},
		"on its page":                 {Passage{Page: 2}, "rest", 0, 2, true},
		"always, but on its page":     {Passage{Page: 2, Always: true}, "rest", 0, 1, false},
		"always, but on its own face": {Passage{Faces: []string{"fhir"}, Always: true}, "rest", 0, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.passage.on(c.face, c.since, c.page); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
