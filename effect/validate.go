package effect

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/effectkit/effectkit/effect/source"
)

// Validate tells whether the contract can be judged (SEMANTICS 4.6). The error
// is [Problems], all of them, with the places of an effect that was parsed. It
// is for effects made in code: the parsers have called it.
func (e *Effect) Validate() error { return e.problems().Err() }

// problems are all that is wrong. Of a parsed effect, what its parser has
// reported is not said again: a key that was written and could not be read.
func (e *Effect) problems() Problems {
	v := validator{e: e}
	v.kind()
	v.misplaced()
	v.common()
	v.counts()
	v.values()
	return v.report.Problems()
}

type validator struct {
	e      *Effect
	report source.Report
}

// parsed tells whether a parser has seen the effect's values already.
func (v *validator) parsed() bool { return v.e.places != nil }

// at is where a key's value stands; for one that does not, the effect itself.
func (v *validator) at(key string) Position {
	if at, ok := v.e.places[key]; ok {
		return at.value
	}
	if !v.parsed() {
		return v.e.Pos.Key(key)
	}
	return v.e.Pos
}

func (v *validator) add(key, message, hint string) { v.report.Add(v.at(key), message, hint) }

// missing notes a key that is not there. One that is and could not be read has
// been reported.
func (v *validator) missing(key, hint string) {
	if v.parsed() && v.written(key) {
		return
	}
	v.report.Add(v.e.Pos, fmt.Sprintf("%q is missing", key), hint)
}

func (v *validator) kind() {
	switch {
	case v.e.Kind == "":
		v.missing(keyKind, "write "+source.OneOf(words(Kinds())))
	case !slices.Contains(Kinds(), v.e.Kind):
		v.add(keyKind, fmt.Sprintf("%q is not a kind of effect", v.e.Kind), source.DidYouMean(string(v.e.Kind), words(Kinds())))
	}
}

// written tells whether a key was given: by its place in a file, by its value
// in an effect made in code.
func (v *validator) written(key string) bool {
	if v.parsed() {
		_, ok := v.e.places[key]
		return ok
	}
	e := v.e
	switch key {
	case keyExpectedCount:
		return e.ExpectedCount != nil
	case keyCountNewOnly:
		return e.CountNewOnly
	case keyAllowRemoval:
		return e.AllowRemoval
	case keyIdempotencyKey:
		return e.IdempotencyKey != nil
	case keyKeyField:
		return e.KeyField != nil
	case keyExpectChange:
		return e.ExpectChange != nil
	case keyField:
		return e.Field != ""
	case keyValue:
		return e.Value != nil
	case keyNewRecords:
		return e.NewRecords != nil
	case keyAdded:
		return e.Added != nil
	case keyRemoved:
		return e.Removed != nil
	case keyChanged:
		return e.Changed != nil
	case keyForbidCollateralLoss:
		return e.ForbidCollateralLoss != nil
	case keyForbidCollateralChange:
		return e.ForbidCollateralChange != nil
	}
	return false
}

func (v *validator) misplaced() {
	if !slices.Contains(Kinds(), v.e.Kind) {
		return
	}
	for _, row := range keyKinds {
		why := misplaced(row.key, v.e.Kind)
		if why == "" || !v.written(row.key) {
			continue
		}
		pos := v.at(row.key)
		if at, ok := v.e.places[row.key]; ok {
			pos = at.key
		}
		v.report.Add(pos, why, "take it out")
	}
}

func (v *validator) common() {
	e := v.e
	if e.Risk != "" && !slices.Contains(Risks(), e.Risk) {
		v.add(keyRisk, fmt.Sprintf("%q is not a risk", e.Risk), source.DidYouMean(string(e.Risk), words(Risks())))
	}
	if e.Timeout != nil && (*e.Timeout <= 0 || *e.Timeout > MaxTimeout) {
		v.add(keyTimeout, "is out of bounds", timeoutBounds)
	}
	if e.NeedsOperatorConfirmation {
		v.add(keyNeedsConfirmation, "is true: the effect is a placeholder", "a person must complete the effect and take the key out")
	}
	v.name(keySystem, &e.System, e.System == "")
	v.name(keyField, &e.Field, e.Field == "")
	v.name(keyIdentityField, e.IdentityField, false)
	v.name(keyKeyField, e.KeyField, false)
	for i := range e.IgnoreFields {
		v.name(keyIgnoreFields, &e.IgnoreFields[i], false)
	}
}

// name notes a name that is empty or not UTF-8.
func (v *validator) name(key string, name *string, mayBeEmpty bool) {
	switch {
	case name == nil:
	case *name == "" && !mayBeEmpty:
		v.add(key, "is empty", "")
	case !utf8.ValidString(*name):
		v.add(key, "is not UTF-8", "")
	}
}

func (v *validator) counts() {
	e := v.e
	if e.ExpectedCount == nil {
		if e.Kind == ExactNewSet {
			v.missing(keyExpectedCount, fmt.Sprintf("write the number of new_records, expected_count: %d", len(e.NewRecords)))
		}
		return
	}
	switch n := *e.ExpectedCount; {
	case n < 0:
		v.add(keyExpectedCount, "is below 0", "0 asserts that no record matches")
	case e.Kind == ExactNewSet && v.parsed() && e.NewRecords == nil && v.written(keyNewRecords):
		// It is no list, which its parser has said.
	case e.Kind == ExactNewSet && n != len(e.NewRecords):
		v.add(keyExpectedCount, fmt.Sprintf("is %d, but new_records has %d", n, len(e.NewRecords)), "make them agree")
	case e.Kind == FieldEquals && n != 1:
		v.add(keyExpectedCount, "must be 1: field_equals wants exactly one record", "leave the key out")
	case e.Kind == RecordWritten && n == 0 && e.IdempotencyKey != nil:
		v.add(keyIdempotencyKey, "a key with an expected_count of 0", "an absence has no key; name the records in match")
	}
}
