package value

// Field names a column that a read can produce. Kind is Missing where the
// adapter knows the name alone.
type Field struct {
	Name string
	Kind Kind
}

// GapKind says what sort of thing a read could not see.
type GapKind string

// The gap kinds (SEMANTICS 3).
const (
	GapTruncated   GapKind = "truncated"   // a limit or a broken list cut the read short
	GapUnobserved  GapKind = "unobserved"  // something in scope was not read, or did not parse
	GapUncrossable GapKind = "uncrossable" // a boundary that this read may not cross
	GapRedacted    GapKind = "redacted"    // the system hides a part from this reader
	GapInFlight    GapKind = "in_flight"   // something is still being written
	GapElsewhere   GapKind = "elsewhere"   // a surface that this read does not cover at all
)

// Valid tells whether k is one of the kinds above.
func (k GapKind) Valid() bool {
	switch k {
	case GapTruncated, GapUnobserved, GapUncrossable, GapRedacted, GapInFlight, GapElsewhere:
		return true
	}
	return false
}

// Gap says what a read could not see. A snapshot with an impeaching gap is not
// complete: no shortfall, absence or loss is claimed over it.
type Gap struct {
	Kind GapKind
	// Detail is a sentence for a person. It carries no record's values and no
	// secret.
	Detail string
	// Advisory is true for a gap that does not impeach. The zero value impeaches.
	Advisory bool
}

// Impeaching tells whether the gap keeps its snapshot from being complete.
func (g Gap) Impeaching() bool { return !g.Advisory }
