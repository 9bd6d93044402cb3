package judge

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// vector is one line of a vector file.
type vector struct {
	Name     string
	Effect   json.RawMessage
	Before   json.RawMessage
	After    json.RawMessage
	Siblings []json.RawMessage
	Mode     effect.Mode
	Want     struct{ Verdict, Result, Outcome, Ground string }
}

func (v vector) request(t testing.TB) Request {
	t.Helper()
	must := func(s *Snapshot, err error) *Snapshot {
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		return s
	}
	r := Request{Effect: parseBound(t, v.Effect), Before: must(ParseSnapshot(v.Before)), After: must(ParseSnapshot(v.After)), Mode: v.Mode}
	for _, s := range v.Siblings {
		r.Siblings = append(r.Siblings, parseSelector(t, s))
	}
	return r
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	f, err := os.Open("testdata/judge.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []vector
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("line %d: %v", len(out)+1, err)
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEveryVectorAgrees(t *testing.T) {
	vectors := readVectors(t)
	if len(vectors) != 349 {
		t.Fatalf("%d vectors, want 349", len(vectors))
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			j := Judge(v.request(t))
			got := [4]string{string(j.Decision), string(j.Result()), string(j.Result().Outcome()), string(j.Ground)}
			if want := [4]string{v.Want.Verdict, v.Want.Result, v.Want.Outcome, v.Want.Ground}; got != want {
				t.Errorf("%v, want %v\n%s\neffect %s\nbefore %s\nafter %s\nsiblings %s", got, want, j.Reason, v.Effect, v.Before, v.After, v.Siblings)
			}
		})
	}
}

// parseBound reads the JSON of a contract without the checks of package effect.
func parseBound(t testing.TB, data []byte) *effect.Bound {
	t.Helper()
	var c struct {
		Kind          effect.Kind       `json:"kind"`
		Match         json.RawMessage   `json:"match"`
		Risk          effect.Risk       `json:"risk"`
		IdentityField *string           `json:"identity_field"`
		ExpectedCount *int              `json:"expected_count"`
		CountNewOnly  bool              `json:"count_new_only"`
		AllowRemoval  bool              `json:"allow_removal"`
		Key           json.RawMessage   `json:"idempotency_key"`
		KeyField      *string           `json:"key_field"`
		ExpectChange  *bool             `json:"expect_change"`
		Field         string            `json:"field"`
		Value         json.RawMessage   `json:"value"`
		NewRecords    []json.RawMessage `json:"new_records"`
		Added         []json.RawMessage `json:"added"`
		Removed       []json.RawMessage `json:"removed"`
		Changed       []struct{ Match, Set json.RawMessage }
		Loss          *bool    `json:"forbid_collateral_loss"`
		Change        *bool    `json:"forbid_collateral_change"`
		IgnoreFields  []string `json:"ignore_fields"`
	}
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	e := effect.Effect{
		Kind: c.Kind, Risk: c.Risk, IdentityField: c.IdentityField, ExpectedCount: c.ExpectedCount, CountNewOnly: c.CountNewOnly,
		AllowRemoval: c.AllowRemoval, KeyField: c.KeyField, ExpectChange: c.ExpectChange, Field: c.Field,
		ForbidCollateralLoss: c.Loss, ForbidCollateralChange: c.Change, IgnoreFields: c.IgnoreFields,
	}
	selectors := func(list []json.RawMessage) (out []effect.Selector) {
		for _, s := range list {
			out = append(out, declared(t, s))
		}
		return out
	}
	e.Match, e.NewRecords, e.Added, e.Removed = declared(t, c.Match), selectors(c.NewRecords), selectors(c.Added), selectors(c.Removed)
	for _, change := range c.Changed {
		e.Changed = append(e.Changed, effect.Change{Match: declared(t, change.Match), Set: declared(t, change.Set)})
	}
	if c.Key != nil {
		key := expression(t, c.Key)
		e.IdempotencyKey = &key
	}
	if c.Value != nil {
		v := expression(t, c.Value)
		e.Value = &v
	}
	b, err := e.Bind(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func declared(t testing.TB, data []byte) (out effect.Selector) {
	t.Helper()
	if data == nil {
		return nil
	}
	v, err := value.OfJSON(string(data))
	if err != nil {
		t.Fatal(err)
	}
	members, _ := v.Members()
	for _, m := range members {
		out = append(out, effect.Pair{Field: m.Name, Want: expressionOf(t, m.Value)})
	}
	return out
}

func expression(t testing.TB, data []byte) effect.Expr {
	t.Helper()
	v, err := value.ParseJSON(data)
	if err != nil {
		t.Fatal(err)
	}
	return expressionOf(t, v)
}

func expressionOf(t testing.TB, v value.Value) effect.Expr {
	t.Helper()
	members, ok := v.Members()
	if !ok {
		return effect.Literal(v.Text())
	}
	switch {
	case len(members) == 1 && members[0].Name == "null":
		return effect.Null()
	case len(members) == 1 && members[0].Name == "literal":
		return effect.Literal(members[0].Value.Text())
	}
	t.Fatalf("not an expression: %s", v.Text())
	return effect.Expr{}
}

func parseSelector(t testing.TB, data []byte) (out effect.BoundSelector) {
	t.Helper()
	for _, p := range declared(t, data) {
		l, err := p.Want.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, effect.Want{Field: p.Field, Literal: l})
	}
	return out
}

var _ = fmt.Sprint
var _ = time.Time{}
