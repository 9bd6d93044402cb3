package host

import (
	_ "embed"
	"encoding/json"
	"time"

	"github.com/effectkit/effectkit/effect"
)

// OutcomeJSONSchema is the JSON Schema (draft 2020-12) of an outcome's JSON. It
// refers to effect.VerdictSchema by its $id.
//
//go:embed schema/outcome.schema.json
var OutcomeJSONSchema string

// outcomeJSON is the one form of an outcome outside of a process. Every key is
// always there.
type outcomeJSON struct {
	Schema      string         `json:"schema"`
	Step        string         `json:"step"`
	Outcome     effect.Outcome `json:"outcome"`
	Proceed     bool           `json:"proceed"`
	Mode        effect.Mode    `json:"mode"`
	ActorEnded  bool           `json:"actor_ended"`
	Reads       int            `json:"reads"`
	DurationS   float64        `json:"duration_s"`
	Effects     []effectJSON   `json:"effects"`
	NotLookedAt []string       `json:"not_looked_at"`
	Notices     []noticeJSON   `json:"notices"`
	Next        string         `json:"next"`
}

type effectJSON struct {
	Verdict      effect.Verdict `json:"verdict"`
	Kind         effect.Kind    `json:"kind"`
	System       string         `json:"system"`
	Implied      bool           `json:"implied"`
	Probe        string         `json:"probe"`
	ContractHash string         `json:"contract_hash"`
	ValuesHMAC   string         `json:"values_hmac"`
	Reader       readerJSON     `json:"reader"`
	Reads        int            `json:"reads"`
	Unreadable   int            `json:"unreadable"`
	AfterActionS float64        `json:"after_action_s"`
	Freshness    string         `json:"freshness"`
}

type readerJSON struct {
	Kind      string    `json:"kind"`
	Version   string    `json:"version"`
	Digest    string    `json:"digest"`
	Identity  string    `json:"identity"`
	Tier      int       `json:"tier"`
	TierName  string    `json:"tier_name"`
	Assurance Assurance `json:"assurance"`
	Isolated  bool      `json:"isolated"`
}

type noticeJSON struct {
	Code   string `json:"code"`
	System string `json:"system"`
	Detail string `json:"detail"`
}

// MarshalJSON writes the outcome. What is written never says more than
// Proceed: an outcome made by hand that does not hold together requires
// reconciliation.
func (o Outcome) MarshalJSON() ([]byte, error) {
	out := outcomeJSON{
		Schema: OutcomeSchema, Step: o.Step, Outcome: o.Outcome, Proceed: o.Proceed(), Mode: o.Mode,
		ActorEnded: o.ActorEnded, Reads: o.Reads, DurationS: inSeconds(o.Duration),
		Effects: make([]effectJSON, len(o.Effects)), NotLookedAt: append([]string{}, o.NotLookedAt...),
		Notices: make([]noticeJSON, len(o.Notices)), Next: o.Next,
	}
	if !out.Proceed && out.Outcome != effect.HaltedBeforeEffect {
		out.Outcome = effect.ReconciliationRequired
	}
	for i, e := range o.Effects {
		out.Effects[i] = effectJSON{
			Verdict: e.Verdict, Kind: e.Kind, System: e.System, Implied: e.Implied, Probe: e.Probe,
			ContractHash: e.ContractHash, ValuesHMAC: e.ValuesHMAC,
			Reader: readerJSON{
				Kind: e.Reader.Kind, Version: e.Reader.Version, Digest: e.Reader.Digest, Identity: e.Reader.Identity,
				Tier: int(e.Reader.Tier), TierName: tierName(e.Reader.Tier), Assurance: e.Reader.Assurance, Isolated: e.Reader.Isolated,
			},
			Reads: e.Reads, Unreadable: e.Unreadable, AfterActionS: inSeconds(e.AfterAction), Freshness: e.Freshness,
		}
	}
	for i, n := range o.Notices {
		out.Notices[i] = noticeJSON(n)
	}
	return json.Marshal(out)
}

func inSeconds(d time.Duration) float64 { return d.Round(time.Millisecond).Seconds() }

func tierName(t effect.Tier) string {
	if t.Valid() {
		return t.String()
	}
	return ""
}
