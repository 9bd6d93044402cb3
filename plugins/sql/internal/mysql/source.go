package mysql

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// identify says which system answers and, for a replica, how current it is.
func identify(ctx context.Context, s *session, w *sdk.RecordWriter) error {
	variables, err := s.rows(ctx, `SHOW GLOBAL VARIABLES WHERE Variable_name IN
		('server_uuid', 'server_uid', 'server_id', 'hostname', 'port', 'datadir', 'read_only')`)
	if err != nil {
		return err
	}
	row, err := s.row(ctx, "SELECT DATABASE()")
	if err != nil {
		return err
	}
	v := variables.pairs()
	parts := []string{v["server_uuid"], v["server_uid"], v["server_id"], v["hostname"], v["port"], v["datadir"], row[0]}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	w.Source("mysql:" + hex.EncodeToString(sum[:16]))
	now, err := time.Parse("2006-01-02 15:04:05.999999", s.began)
	if err != nil {
		return sdk.Unreachable("%s does not tell the time", server)
	}
	return replica(ctx, s, w, now, v["read_only"])
}

// replica says that the server replays another one's writes, and how far.
func replica(ctx context.Context, s *session, w *sdk.RecordWriter, now time.Time, readOnly string) error {
	status, err := s.rows(ctx, "SHOW REPLICA STATUS")
	var my *mysql.MySQLError
	if errors.As(err, &my) && my.Number == 1064 { // before MySQL 8.0.22 and MariaDB 10.5.1
		status, err = s.rows(ctx, "SHOW SLAVE STATUS")
	}
	switch {
	case errors.As(err, &my) && (readOnly == "ON" || readOnly == "1"):
		w.Advise(value.GapInFlight, "the server is read-only and may be a replica; this role may not see whether it is")
		return nil
	case errors.As(err, &my):
		w.AsOf(now)
		return nil
	case err != nil:
		return err
	case len(status.values) == 0:
		w.AsOf(now)
		return nil
	}
	behind, known := behind(status)
	if !known {
		w.Advise(value.GapInFlight, "the server is a replica and does not say how far it has replayed")
		return nil
	}
	asOf := now.Add(-time.Duration(behind) * time.Second)
	w.AsOf(asOf)
	w.Advise(value.GapInFlight, "the server is a replica, which shows its source as of "+asOf.Format(time.RFC3339))
	return nil
}

// behind is how far the last of a replica's sources is ahead, in seconds; known
// is false when one of them does not say.
func behind(status *table) (seconds uint64, known bool) {
	for i := range status.values {
		n, err := strconv.ParseUint(status.get(i, "Seconds_Behind_Source")+status.get(i, "Seconds_Behind_Master"), 10, 32)
		if err != nil {
			return 0, false
		}
		seconds = max(seconds, n)
	}
	return seconds, true
}
