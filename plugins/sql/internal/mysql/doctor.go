package mysql

import (
	"context"
	"strings"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
)

// Test implements [engine.Engine]: it compiles the query and reads the grants.
func (e *Engine) Test(ctx context.Context, r *engine.Request) (notices []sdk.Notice, err error) {
	err = e.within(ctx, func(s *session) error {
		st, err := s.PrepareContext(ctx, r.SQL)
		if err != nil {
			return err
		}
		if err := st.Close(); err != nil {
			return err
		}
		grants, err := s.rows(ctx, "SHOW GRANTS")
		if err != nil {
			return err
		}
		for _, row := range grants.values {
			if !readsOnly(row[0]) {
				notices = append(notices, sdk.Notice{
					Code:   sdk.NoticeRoleCanWrite,
					Detail: "the role is granted more than to read: use one that has SELECT alone",
				})
				return nil
			}
		}
		return nil
	})
	if err == nil && !e.at.Protected() {
		notices = append(notices, sdk.Notice{
			Code:   engine.NoticeNotEncrypted,
			Detail: "the connection to the MariaDB or MySQL server is not encrypted, or the server is not checked: use sslmode verify-full",
		})
	}
	return notices, err
}

// reading are the privileges that let nobody change anything.
var reading = map[string]bool{
	"SELECT": true, "USAGE": true, "SHOW VIEW": true, "SHOW DATABASES": true, "PROCESS": true,
	"REPLICATION CLIENT": true, "BINLOG MONITOR": true, "SLAVE MONITOR": true, "REPLICA MONITOR": true,
}

// readsOnly tells whether a line of SHOW GRANTS grants reading alone. What it
// does not understand, such as a role, it takes for more.
func readsOnly(grant string) bool {
	rest, ok := strings.CutPrefix(grant, "GRANT ")
	if !ok {
		return strings.HasPrefix(grant, "SET DEFAULT ROLE ")
	}
	list, object, ok := strings.Cut(rest, " ON ")
	if !ok || strings.Contains(object, "GRANT OPTION") {
		return false
	}
	granted := privileges(list)
	for _, p := range granted {
		if !reading[p] {
			return false
		}
	}
	return len(granted) > 0
}

// privileges splits a list at the commas outside of brackets, and drops the
// columns in brackets. It is nil for a list that was cut short, as by a column
// whose name holds an ON.
func privileges(list string) []string {
	var out []string
	depth := 0
	var word strings.Builder
	for _, c := range list + "," {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(word.String()))
			word.Reset()
		case depth == 0:
			word.WriteRune(c)
		}
	}
	if depth != 0 {
		return nil
	}
	return out
}
