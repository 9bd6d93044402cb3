package redact

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

// Redaction never changes a verdict: both snapshots and the contract blinded
// are judged as they are plain.
func TestABlindedJudgementIsThePlainOne(t *testing.T) {
	rules := New(deploy.Evidence{Redact: []string{"a", "doc.ssn", "id"}})
	b := value.NewBlinder([]byte("a key of the deployment's"))
	confirmed := 0
	for seed := range uint64(6000) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		w := &lawWorld{t: t, rnd: rnd}
		req := judge.Request{Effect: w.contract(), Before: w.snapshot(), Mode: effect.Delta}
		req.After = w.grown(req.Before)
		plain := judge.Judge(req)

		hidden := req
		var err [2]error
		hidden.Before, err[0] = rules.Blind(b, req.Before)
		hidden.After, err[1] = rules.Blind(b, req.After)
		if err[0] != nil || err[1] != nil {
			t.Fatal(err)
		}
		hidden.Effect = rules.BlindBound(b, req.Effect)
		got := judge.Judge(hidden)
		if got.Ground != plain.Ground || !slices.Equal(got.Grounds, plain.Grounds) || got.Evidence.Counts != plain.Evidence.Counts {
			t.Fatalf("seed %d: %v %+v, blinded %v %+v", seed, plain.Grounds, plain.Evidence.Counts, got.Grounds, got.Evidence.Counts)
		}
		if plain.Decision == effect.Confirmed {
			confirmed++
		}
	}
	if confirmed < 100 {
		t.Errorf("only %d of the worlds were confirmed: the law is hardly tried", confirmed)
	}
}

// lawWorld makes small worlds in which much is alike.
type lawWorld struct {
	t   *testing.T
	rnd *rand.Rand
}

// texts are literals that equal values of several kinds.
var texts = []string{"1", "1.0", "true", `{"ssn":1}`, "2026-03-03T10:00:00Z", "2026-03-03 10:00:00+00", "MQ==", ""}

func (w *lawWorld) value() value.Value {
	at := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	values := []value.Value{
		{}, value.NullValue(), value.OfText("1"), value.OfInt(1), value.OfFloat64(1), value.OfBool(true), value.OfText("true"),
		value.OfBytes([]byte("1")), value.OfTime(at, "2026-03-03 10:00:00+00"), value.OfTimeText("2026-03-03T11:00:00+01:00"),
		js(w.t, `{"ssn":1}`), js(w.t, `{"ssn":1.0,"x":2}`), js(w.t, `{"x":2}`), value.OfText(""),
	}
	return values[w.rnd.IntN(len(values))]
}

func (w *lawWorld) literal() value.Literal {
	if w.rnd.IntN(8) == 0 {
		return value.NullLiteral()
	}
	return value.NewLiteral(texts[w.rnd.IntN(len(texts))])
}

func (w *lawWorld) selector() effect.BoundSelector {
	s := effect.BoundSelector{{Field: "a", Literal: w.literal()}}
	if w.rnd.IntN(3) == 0 {
		s = append(s, effect.Want{Field: "doc", Literal: w.literal()})
	}
	return s
}

func (w *lawWorld) contract() *effect.Bound {
	kinds := effect.Kinds()
	e := &effect.Bound{
		Kind: kinds[w.rnd.IntN(len(kinds))], Match: w.selector(), IdentityField: "id", ExpectedCount: w.rnd.IntN(2),
		KeyField: "doc", ForbidCollateralLoss: w.rnd.IntN(2) == 0,
	}
	e.IdentityRequired = e.Kind.Exact() || w.rnd.IntN(2) == 0
	switch e.Kind {
	case effect.RecordWritten:
		e.CountNewOnly = w.rnd.IntN(2) == 0
		if e.ExpectedCount > 0 && w.rnd.IntN(3) == 0 {
			key := w.literal()
			e.Key = &key
		}
	case effect.FieldEquals:
		e.Field, e.Value, e.ExpectedCount = "a", w.literal(), 1
	case effect.ExactNewSet:
		e.Match, e.NewRecords, e.ExpectedCount = nil, []effect.BoundSelector{w.selector()}, 1
	case effect.ExactDelta:
		e.Match, e.Added = nil, []effect.BoundSelector{w.selector()}
	}
	e.ForbidCollateralChange = e.Kind != effect.ExactDelta && w.rnd.IntN(3) == 0
	return e
}

// record is an identity and two fields.
type record struct{ id, a, doc value.Value }

func (w *lawWorld) records(n int) []record {
	out := make([]record, n)
	for i := range out {
		out[i] = record{value.OfInt(int64(i + 1)), w.value(), w.value()}
	}
	return out
}

func (w *lawWorld) snapshot() *judge.Snapshot { return w.build(w.records(w.rnd.IntN(3))) }

// grown is a later snapshot: some records gone, some altered, some new.
func (w *lawWorld) grown(before *judge.Snapshot) *judge.Snapshot {
	var out []record
	for _, b := range before.Records {
		for row := range b.Rows() {
			r := record{b.Value(row, "id"), b.Value(row, "a"), b.Value(row, "doc")}
			switch w.rnd.IntN(8) {
			case 0:
				continue
			case 1:
				r.a = w.value()
			}
			out = append(out, r)
		}
	}
	for i := range w.rnd.IntN(3) {
		out = append(out, record{value.OfInt(int64(10 + i)), w.value(), w.value()})
	}
	return w.build(out)
}

func (w *lawWorld) build(records []record) *judge.Snapshot {
	var b value.Builder
	for _, r := range records {
		for name, v := range map[string]value.Value{"id": r.id, "a": r.a, "doc": r.doc} {
			if v.IsMissing() {
				continue
			}
			if err := b.Set(name, v); err != nil {
				w.t.Fatal(err)
			}
		}
		b.EndRecord()
	}
	return &judge.Snapshot{Reachable: true, Complete: true, Records: []*value.Batch{b.Take()}}
}
