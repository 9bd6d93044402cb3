package matrix

import (
	"testing"

	"github.com/effectkit/effectkit/internal/faultserver"
)

func TestTheTruthUnderEachContract(t *testing.T) {
	type row = faultserver.Row
	claim := families[0].claim("rest", "k-1")
	ours := func(change row) row {
		out := row{"id": int64(200)}
		for name, v := range claim.ours {
			out[name] = v
		}
		for name, v := range change {
			out[name] = v
		}
		return out
	}
	theirs := row{"id": int64(2), "patient": "Patient/P-1", "note": "x", "key": "k-2"}
	same := row{"id": int64(1), "patient": "Patient/P-9", "note": "x", "key": "k-0"}
	before := faultserver.Truth{faultserver.Observations: {{Rowid: 1, Row: same}, {Rowid: 2, Row: theirs}}, faultserver.Charges: nil}
	list := func(rows ...row) faultserver.Truth {
		out := faultserver.Truth{faultserver.Charges: nil}
		for i, r := range rows {
			if r != nil {
				out[faultserver.Observations] = append(out[faultserver.Observations], faultserver.Record{Rowid: int64(i + 1), Row: r})
			}
		}
		return out
	}
	side := list(same, theirs, ours(nil))
	side[faultserver.Charges] = []faultserver.Record{{Rowid: 1, Row: row{"id": int64(1)}}}
	for name, c := range map[string]struct {
		after              faultserver.Truth
		insert, set, delta bool
	}{
		"ours alone":                              {list(same, theirs, ours(nil)), true, true, true},
		"nothing":                                 {list(same, theirs), false, false, false},
		"ours twice":                              {list(same, theirs, ours(nil), ours(row{"id": int64(201)})), false, false, false},
		"ours with another note":                  {list(same, theirs, ours(row{"note": ""})), false, false, false},
		"ours without an identity":                {list(same, theirs, ours(row{"id": nil})), false, false, false},
		"ours under an identity of another":       {list(same, theirs, ours(row{"id": int64(2)})), false, false, false},
		"ours under an identity that is free now": {list(same, nil, ours(row{"id": int64(2)})), false, false, false},
		"ours and a row of another patient":       {list(same, theirs, ours(nil), row{"id": int64(3), "patient": "Patient/P-1"}), true, true, false},
		"ours and another row of the patient":     {list(same, theirs, ours(nil), row{"id": int64(3), "patient": "Patient/P-9"}), false, false, false},
		"ours, and a row of the patient gone":     {list(nil, theirs, ours(nil)), false, false, false},
		"ours, and another patient's gone":        {list(same, nil, ours(nil)), false, true, false},
		"ours, and another patient's altered":     {list(same, row{"id": int64(2), "patient": "Patient/P-1", "note": "y", "key": "k-2"}, ours(nil)), false, true, false},
		"ours, and another's moved here":          {list(same, row{"id": int64(2), "patient": "Patient/P-9", "note": "x", "key": "k-2"}, ours(nil)), false, false, false},
		"ours and a charge":                       {side, false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			for contract, want := range map[string]bool{"insert": c.insert, "set": c.set, "delta": c.delta} {
				if got := claim.right(contract, before, c.after); got != want {
					t.Errorf("%s: %v, want %v", contract, got, want)
				}
			}
		})
	}
}
