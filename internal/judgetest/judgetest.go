package judgetest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
)

// Reader is an adapter and its section, to be read at an address.
type Reader struct {
	Adapter sdk.Adapter
	// Section is JSON without base_url, which is Base; "" for a reader that has
	// none.
	Section string
	Base    string
	Secrets map[string]string
	Params  map[string]string
}

// Capture reads once.
func (r Reader) Capture(t testing.TB) *judge.Snapshot {
	t.Helper()
	var keys map[string]json.RawMessage
	if err := json.Unmarshal([]byte(r.Section), &keys); err != nil {
		t.Fatalf("the section of the test: %v", err)
	}
	if r.Base != "" {
		keys["base_url"], _ = json.Marshal(r.Base)
	}
	text, _ := json.Marshal(keys)
	return snapshot(sdktest.Capture(context.Background(), sdktest.Request{
		Adapter: r.Adapter, Section: string(text), Secrets: r.Secrets, Params: r.Params,
	}))
}

// snapshot is a capture as the judge takes it.
func snapshot(res *sdktest.Result) *judge.Snapshot {
	s := &judge.Snapshot{Reader: "test"}
	if res.Err != nil {
		s.Reason, s.Detail = effect.AdapterFailed, res.Err.Error()
		if re := sdk.AsReadError(res.Err); re != nil {
			switch re.Reason {
			case sdk.ReasonUnreachable:
				s.Reason = effect.Unreachable
			case sdk.ReasonCredentialRefused:
				s.Reason = effect.CredentialRefused
			case sdk.ReasonTooLarge:
				s.Reason = effect.EvidenceTooLarge
			}
		}
		return s
	}
	s.Reachable, s.Complete = true, true
	s.Gaps, s.Source, s.Records = res.Trailer.Gaps, res.Trailer.Source, res.Batches
	if res.Header.FieldsKnown {
		s.Fields = res.Header.Fields
	}
	return s
}

// Verdict is the decision and its ground over two captures, by a contract in
// YAML.
func Verdict(t testing.TB, contract string, params effect.Params, before, after *judge.Snapshot) string {
	t.Helper()
	e, err := effect.ParseEffect("contract", []byte(contract))
	if err != nil {
		t.Fatal(err)
	}
	bound, err := e.Bind(params, "")
	if err != nil {
		t.Fatal(err)
	}
	j := judge.Judge(judge.Request{Effect: bound, Before: before, After: after})
	return string(j.Decision) + " " + string(j.Ground)
}
