package postgres

import (
	"fmt"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// identified says which system answers, from a row of the identification. The
// system identifier is made by initdb and the database's by CREATE DATABASE; a
// recovery to a point in time and a promotion begin a new timeline.
func identified(row [][]byte, w *sdk.RecordWriter) {
	system, database, timeline := row[0], row[1], row[2]
	source := fmt.Sprintf("postgresql:%s:%s:%s", system, database, timeline)
	standby := isTrue(row[3])
	if standby {
		source += fmt.Sprintf(":standby:%s", row[4])
	}
	w.Source(source)
	current, known := instant(string(row[5]))
	if known {
		w.AsOf(current)
	}
	switch {
	case standby && known:
		w.Advise(value.GapInFlight, "the server is a standby, which shows the primary as of "+current.Format(time.RFC3339))
	case standby:
		w.Advise(value.GapInFlight, "the server is a standby and does not say how far it has replayed")
	}
}

// instant reads the text of a timestamptz in ISO style and UTC.
func instant(text string) (time.Time, bool) {
	t, err := time.Parse("2006-01-02 15:04:05.999999-07", text)
	return t.UTC(), err == nil
}
