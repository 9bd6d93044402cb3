package files

import (
	"fmt"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Tally counts what a walk could not take as a file, so that a folder of a
// thousand broken entries is a few sentences. It names no file: names are
// records' values.
type Tally struct {
	Temporary  int // under a name that says they are still being written
	Moving     int // written to, replaced or gone while they were read
	Unmarked   int // without the marker that says they are whole
	Links      int
	Folders    int // with a name that fits the pattern
	Devices    int // pipes, sockets and devices
	Unreadable int // entries that could not be opened or read
	Unlisted   int // folders that could not be listed
	TooLong    int // longer than may be read
	Ambiguous  int // names that differ in their Unicode form alone
	Undated    int // whose age the clock's uncertainty could decide
}

// Report writes a gap for each count that is not zero.
func (t *Tally) Report(w *sdk.RecordWriter) {
	for _, g := range []struct {
		n        int
		kind     value.GapKind
		advisory bool
		what     string
	}{
		{t.Temporary, value.GapInFlight, false, "under a temporary name"},
		{t.Moving, value.GapInFlight, false, "written to or replaced while being read"},
		{t.Unmarked, value.GapInFlight, false, "without the marker that says it is whole"},
		{t.Links, value.GapUncrossable, false, "a link, which is not followed"},
		{t.Devices, value.GapUncrossable, false, "a pipe, socket or device, which is not opened"},
		{t.Unreadable, value.GapUnobserved, false, "not readable"},
		{t.Unlisted, value.GapUnobserved, false, "in a folder that cannot be listed"},
		{t.TooLong, value.GapTruncated, false, "longer than may be read"},
		{t.Ambiguous, value.GapUnobserved, false, "with a name that another differs from in its Unicode form alone"},
		{t.Undated, value.GapUnobserved, false, "of an age that the clocks' difference could decide"},
		{t.Folders, value.GapUnobserved, true, "a folder with a name that the pattern matches"},
	} {
		if g.n == 0 {
			continue
		}
		detail := fmt.Sprintf("%s: %s", count(g.n), g.what)
		if g.advisory {
			w.Advise(g.kind, detail)
		} else {
			w.Gap(g.kind, detail)
		}
	}
}

func count(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
