package judge

import (
	"testing"
	"time"

	"github.com/effectkit/effectkit/value"
)

func TestASnapshotIsReadWhole(t *testing.T) {
	s, err := ParseSnapshot([]byte(`{"reachable": true, "complete": true, "source": "db-1", "fields": ["id", "x"],
		"captured_at": "2026-11-30T10:00:00Z", "as_of": "2026-11-30T09:59:00Z",
		"gaps": [{"kind": "elsewhere", "detail": "mail is not read", "impeaching": false}, {"kind": "truncated"}],
		"records": [{"id": 9007199254740993, "x": {"$decimal": "1.50"}}, {"t": {"$time": "2026-11-30T10:00:00Z"}, "b": {"$bytes": "AP8="}},
			{"j": {"$decimal": 1}, "k": {"$time": "a", "x": 1}, "n": null}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if !s.Reachable || !s.Complete || s.Source != "db-1" || len(s.Fields) != 2 || s.Len() != 3 || s.Whole() {
		t.Errorf("%+v", s)
	}
	if !s.CapturedAt.Equal(time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)) || !s.AsOf.Equal(s.CapturedAt.Add(-time.Minute)) {
		t.Errorf("captured %v, as of %v", s.CapturedAt, s.AsOf)
	}
	if !s.Gaps[0].Advisory || s.Gaps[1].Advisory {
		t.Errorf("gaps %+v", s.Gaps)
	}
	side := newSide(s)
	for _, c := range []struct {
		record int
		field  string
		kind   value.Kind
		text   string
	}{
		{0, "id", value.Int, "9007199254740993"}, {0, "x", value.Decimal, "1.50"}, {1, "t", value.Time, "2026-11-30T10:00:00Z"},
		{1, "b", value.Bytes, "AP8="}, {2, "j", value.JSON, `{"$decimal": 1}`}, {2, "k", value.JSON, `{"$time": "a", "x": 1}`},
		{2, "n", value.Null, ""}, {2, "x", value.Missing, ""},
	} {
		if v := side.value(c.record, c.field); v.Kind() != c.kind || v.Text() != c.text {
			t.Errorf("%s: %s %q, want %s %q", c.field, v.Kind(), v.Text(), c.kind, c.text)
		}
	}
}

func TestTheNullSnapshotIsNone(t *testing.T) {
	if s, err := ParseSnapshot([]byte("null")); s != nil || err != nil {
		t.Errorf("%v, %v", s, err)
	}
	s, err := ParseSnapshot([]byte(`{}`))
	if err != nil || s.Readable() || s.Whole() {
		t.Errorf("an empty snapshot is readable or whole: %v", err)
	}
	if s, _ := ParseSnapshot([]byte(`{"fields": []}`)); s.Fields == nil {
		t.Error("no fields declared and fields not declared are one")
	}
}

func TestABrokenSnapshotIsRefusedByName(t *testing.T) {
	for text, want := range map[string]string{
		`[`:                      `the JSON text ends too early at byte 1`,
		`[]`:                     `a snapshot is an object or null`,
		`{"reachable": 1}`:       `snapshot: "reachable" is not true or false`,
		`{"complet": true}`:      `snapshot: "complet" is not a member of a snapshot; did you mean "complete"?`,
		`{"colour": true}`:       `snapshot: "colour" is not a member of a snapshot`,
		`{"reason": "tired"}`:    `snapshot: "reason" is none of unreachable, credential_refused, adapter_failed, evidence_too_large`,
		`{"source": 1}`:          `snapshot: "source" is not a text`,
		`{"as_of": "yesterday"}`: `snapshot: "as_of" is not a time of RFC 3339 with a zone`,
		`{"gaps": {}}`:           `snapshot: "gaps" is not an array`,
		`{"gaps": [{}]}`:         `snapshot: "gaps": element 0: a gap of an unknown kind`,
		`{"gaps": [1]}`:          `snapshot: "gaps": element 0: a gap is an object`,
		`{"gaps": [{"x": 1}]}`:   `snapshot: "gaps": element 0: "x" is not a member of a gap; write kind, detail or impeaching`,
		`{"fields": [1]}`:        `snapshot: "fields": element 0: a field is a name`,
		`{"records": 1}`:         `snapshot: "records" is not an array`,
		`{"records": [{}, [1]]}`: `snapshot: "records": element 1: a record is an object`,
		`{"records": [{"": 1}]}`: `snapshot: "records": element 0: a field without a name`,
		`{"records": [{"x": {"$decimal": "secret"}}]}`: `snapshot: "records": element 0: not a JSON number with an exponent of at most four digits`,
		`{"records": [{"x": {"$bytes": "secret!"}}]}`:  `snapshot: "records": element 0: a $bytes that is not standard base64`,
	} {
		if _, err := ParseSnapshot([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestABrokenCaseIsRefusedByName(t *testing.T) {
	good := `"effect": {"kind": "record_written", "match": {}}`
	for text, want := range map[string]string{
		`[]`:                            `a case is an object`,
		`{}`:                            `a case without "effect"`,
		`{` + good + `, "mode": "now"}`: `"mode" is none of delta, current_state`,
		`{` + good + `, "want": 1}`:     `"want" is not an object`,
		`{` + good + `, "want": {"veridct": ""}}`: `"want": "veridct" is not a member`,
		`{` + good + `, "befor": null}`:           `"befor" is not a member of a case; did you mean "before"?`,
	} {
		if _, err := ParseCase("f", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := ParseCase("f", []byte(`{"effect": {"kind": "record_written", "match": {"a": {"param": "p"}}}}`)); err == nil {
		t.Error("a case with a parameter was taken")
	}
}

func FuzzASnapshotNeverPanics(f *testing.F) {
	f.Add([]byte(`{"reachable": true, "records": [{"id": 1, "x": {"$time": "t"}}]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := ParseSnapshot(data); err == nil && s != nil {
			s.Whole()
			newSide(s)
		}
	})
}
