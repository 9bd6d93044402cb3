package effect

import (
	"fmt"
	"slices"

	"github.com/effectkit/effectkit/effect/source"
)

// The keys of an effect, as files write them.
const (
	keyKind                   = "kind"
	keySystem                 = "system"
	keyMatch                  = "match"
	keyRisk                   = "risk"
	keyProbe                  = "probe"
	keyTimeout                = "timeout_s"
	keyIdentityField          = "identity_field"
	keyExpectedCount          = "expected_count"
	keyCountNewOnly           = "count_new_only"
	keyAllowRemoval           = "allow_removal"
	keyIdempotencyKey         = "idempotency_key"
	keyKeyField               = "key_field"
	keyExpectChange           = "expect_change"
	keyField                  = "field"
	keyValue                  = "value"
	keyNewRecords             = "new_records"
	keyAdded                  = "added"
	keyRemoved                = "removed"
	keyChanged                = "changed"
	keyForbidCollateralLoss   = "forbid_collateral_loss"
	keyForbidCollateralChange = "forbid_collateral_change"
	keyIgnoreFields           = "ignore_fields"
	keyNeedsConfirmation      = "needs_operator_confirmation"
)

// keyKinds is the one table of an effect's keys: which kinds take them. nil is
// every kind.
var keyKinds = []struct {
	key   string
	kinds []Kind
}{
	{keyKind, nil}, {keySystem, nil}, {keyMatch, nil}, {keyRisk, nil}, {keyProbe, nil},
	{keyTimeout, nil}, {keyIdentityField, nil}, {keyIgnoreFields, nil}, {keyNeedsConfirmation, nil},
	{keyExpectedCount, []Kind{RecordWritten, ExactNewSet, FieldEquals}},
	{keyCountNewOnly, []Kind{RecordWritten}},
	{keyAllowRemoval, []Kind{RecordWritten}},
	{keyIdempotencyKey, []Kind{RecordWritten, FieldEquals}},
	{keyKeyField, []Kind{RecordWritten, FieldEquals}},
	{keyExpectChange, []Kind{RecordWritten, FieldEquals}},
	{keyField, []Kind{FieldEquals}},
	{keyValue, []Kind{FieldEquals}},
	{keyNewRecords, []Kind{ExactNewSet}},
	{keyAdded, []Kind{ExactDelta}},
	{keyRemoved, []Kind{ExactDelta}},
	{keyChanged, []Kind{ExactDelta}},
	{keyForbidCollateralLoss, []Kind{RecordWritten, FieldEquals, ExactNewSet}},
	{keyForbidCollateralChange, []Kind{RecordWritten, FieldEquals, ExactNewSet}},
}

// effectKeys are all keys of an effect.
var effectKeys = func() []string {
	out := make([]string, len(keyKinds))
	for i, row := range keyKinds {
		out[i] = row.key
	}
	return out
}()

// misplaced says why a key cannot stand in an effect of a kind; "" when it can.
func misplaced(key string, kind Kind) string {
	for _, row := range keyKinds {
		if row.key != key || row.kinds == nil || slices.Contains(row.kinds, kind) {
			continue
		}
		return fmt.Sprintf("%q belongs to %s, not to %s", key, source.OneOf(words(row.kinds)), kind)
	}
	return ""
}

// words are strings of one kind as plain strings.
func words[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}
