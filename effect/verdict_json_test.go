package effect_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// must unwraps what a test made of good input.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// everyValue is an evidence field of every kind, and its JSON.
var everyValue = []struct {
	name  string
	field effect.EvidenceField
	want  string
}{
	{"a null", field(value.NullValue()), `null`},
	{"a bool", field(value.OfBool(true)), `true`},
	{"an int", field(value.OfInt(-7)), `-7`},
	{"an int beyond a double", field(value.OfInt(9007199254740993)), `9007199254740993`},
	{"an int beyond 64 bits", field(value.OfBigInt(new(big.Int).Lsh(big.NewInt(1), 70))), `1180591620717411303424`},
	{"a decimal keeps its zeros", field(must(value.OfDecimalText("1.50"))), `{"$decimal":"1.50"}`},
	{"a float", field(value.OfFloat64(0.1)), `0.1`},
	{"a whole float stays one", field(value.OfFloat64(3)), `3.0`},
	{"a large float", field(value.OfFloat64(1e22)), `1e+22`},
	{"not a number", field(value.OfFloat64(math.NaN())), `{"$float":"NaN"}`},
	{"infinity", field(value.OfFloat64(math.Inf(-1))), `{"$float":"-Infinity"}`},
	{"a text", field(value.OfText("a \"b\" <é>\u2028\n")), `"a \"b\" \u003cé\u003e\u2028\n"`},
	{"a text that is not UTF-8", field(value.OfText("caf\xe9")), `{"$text":"Y2Fm6Q=="}`},
	{"bytes", field(value.OfBytes([]byte{0, 255})), `{"$bytes":"AP8="}`},
	{"a time keeps its text", field(value.OfTimeText("2026-03-03T10:00:00.50+02:00")), `{"$time":"2026-03-03T10:00:00.50+02:00"}`},
	{"an object", field(must(value.OfJSON(`{"b": 1.50, "a": [1]}`))), `{"b":1.50,"a":[1]}`},
	{"an object that looks like a tag", field(must(value.OfJSON(`{"$decimal": "1"}`))), `{"$json":"{\"$decimal\": \"1\"}"}`},
	{"a long text", field(value.OfText(strings.Repeat("x", value.MaxInline+1))),
		`{"$digest":{"kind":"text","length":262145,"sha256":"9408817bc040328d1c403ff97e94cea3dfd3a361b2fb7ecc7af75ff3a5157139"}}`},
	{"a field that the record lacks", field(value.Value{}), `{"$missing":true}`},
	{"a redacted value", effect.EvidenceField{Name: "f", Redacted: true}, `{"$redacted":true}`},
	{"a redacted value that was left in", effect.EvidenceField{Name: "f", Redacted: true, Value: value.OfText("secret")}, `{"$redacted":true}`},
}

func field(v value.Value) effect.EvidenceField { return effect.EvidenceField{Name: "f", Value: v} }

// validate notes where JSON is not what a schema describes.
func validate(t *testing.T, schema *jsonschema.Schema, text []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%s\n%v", text, err)
	}
}

func TestEveryKindOfValueIsWrittenExactly(t *testing.T) {
	schema := compile(t, effect.VerdictSchema)
	for _, c := range everyValue {
		v := effect.NewVerdict("", effect.WrongValue)
		v.Evidence.Records = []effect.EvidenceRecord{{Role: "wrong_value", Side: "after", Fields: []effect.EvidenceField{c.field}}}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(c.name, err)
		}
		validate(t, schema, text)
		if want := `"fields":{"f":` + c.want + `}`; !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s: %s, want %s", c.name, text, want)
		}
	}
}

func TestAVerdictIsWrittenWhole(t *testing.T) {
	v := effect.NewVerdict("2 records match, 1 was expected", effect.Duplicate, effect.CollateralLoss)
	v.Evidence = effect.Evidence{
		Counts: effect.Counts{Expected: 1, Observed: 2, Before: 3, After: 4, MatchedBefore: 1, BystandersRemoved: 1},
		Records: []effect.EvidenceRecord{
			{Role: "duplicate", Side: "after", Fields: []effect.EvidenceField{
				{Name: "id", Value: value.OfInt(7)}, {Name: "a b", Value: value.OfText("x")}, {Name: "id", Value: value.OfInt(8)},
			}},
			{Role: "collateral_loss", Side: "before"},
		},
		Gaps:         []value.Gap{{Kind: value.GapElsewhere, Detail: "the archive", Advisory: true}, {Kind: value.GapTruncated}},
		NotEvaluated: []string{"forbid_collateral_loss"},
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	validate(t, compile(t, effect.VerdictSchema), text)
	golden(t, "testdata/verdict.json", append(text, '\n'))
}

// golden compares with a file, or writes it under -update.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestTheJSONNeverSaysMoreThanTheResult(t *testing.T) {
	schema := compile(t, effect.VerdictSchema)
	for _, v := range []effect.Verdict{
		{},
		{Decision: effect.Confirmed},
		{Decision: effect.Confirmed, Ground: effect.Missing},
		{Decision: effect.Refuted},
		{Decision: effect.Refuted, Ground: effect.GroundConfirmed},
		{Ground: effect.GroundConfirmed},
		{Ground: effect.Missing},
	} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		validate(t, schema, text)
		for _, claim := range []string{`"verdict":"confirmed"`, `"proceed"`, `"halted_before_effect"`} {
			if bytes.Contains(text, []byte(claim)) {
				t.Errorf("%+v is written with %s", v, claim)
			}
		}
	}
}

func TestTheSchemaKnowsEveryGroundAndRefusesWhatDoesNotAgree(t *testing.T) {
	schema := compile(t, effect.VerdictSchema)
	for _, g := range effect.Grounds() {
		text, err := json.Marshal(effect.NewVerdict("", g))
		if err != nil {
			t.Fatal(err)
		}
		validate(t, schema, text)
		for old, lie := range map[string]string{
			`"outcome":"reconciliation_required"`: `"outcome":"proceed"`,
			`"result":"conflicting"`:              `"result":"refuted"`,
			`"verdict":"indeterminate"`:           `"verdict":"confirmed"`,
			`"schema":"effectkit.verdict/1"`:      `"schema":"effectkit.verdict/2"`,
		} {
			altered := strings.Replace(string(text), old, lie, 1)
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(altered))
			if err != nil {
				t.Fatal(err)
			}
			if altered != string(text) && schema.Validate(doc) == nil {
				t.Errorf("%s: the schema accepts %s", g, lie)
			}
		}
	}
}
