package faultserver

// The tables of the back end.
const (
	Observations = "observations"
	// Charges is the side surface: nothing that an actor does here may write
	// to it.
	Charges = "charges"
)

// tables are the columns of each table. id is no key, so that a fault can leave
// it out or use one twice; the store tells rows apart by their rowid.
var tables = []struct {
	name    string
	columns []string
}{
	{Observations, []string{"id", "patient", "status", "note", "key"}},
	{Charges, []string{"id", "patient", "item"}},
}

// seed are the rows that stand before the write, by the names that steps have
// for them. The patient of ours has two, so that a loss, a change and a reused
// identity have a row to happen to.
var seed = []struct {
	name, table string
	row         Row
}{
	{"stranger", Observations, Row{"id": int64(101), "patient": "Patient/P-1", "status": "final", "note": "steady", "key": "k-101"}},
	{"colleague", Observations, Row{"id": int64(102), "patient": "Patient/P-9", "status": "final", "note": "morning", "key": "k-102"}},
	{"older", Observations, Row{"id": int64(103), "patient": "Patient/P-9", "status": "amended", "note": "last week", "key": "k-103"}},
	{"bystander", Observations, Row{"id": int64(104), "patient": "Patient/P-4", "status": "final", "note": "asleep", "key": "k-104"}},
	{"large", Observations, Row{"id": int64(9007199254740993), "patient": "Patient/P-5", "status": "final", "note": "ünïcode ☃", "key": "k-105"}},
	{"nameless", Observations, Row{"id": int64(106), "patient": "Patient/P-6", "status": "final", "note": nil, "key": nil}},
	{"charge", Charges, Row{"id": int64(1), "patient": "Patient/P-1", "item": "bed"}},
}

// Intended is the row that the actor wants to be written.
func Intended(key string) Row {
	return Row{"patient": "Patient/P-9", "status": "final", "note": "evening", "key": key}
}
