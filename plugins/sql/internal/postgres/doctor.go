package postgres

import (
	"context"
	"errors"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
)

// canWrite asks whether the role could write to anything of the database that
// is not the system's own, make roles, or act on the server itself; a role that
// it may take with SET ROLE counts.
const canWrite = `SELECT
	EXISTS (SELECT 1 FROM pg_catalog.pg_roles r WHERE pg_has_role(current_user, r.oid, 'MEMBER')
		AND (r.rolsuper OR r.rolcreaterole OR r.rolreplication OR r.rolname IN
			('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend')))
	OR has_database_privilege(current_database(), 'CREATE')
	OR EXISTS (SELECT 1 FROM pg_catalog.pg_namespace n
		WHERE n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'CREATE'))
	OR EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'USAGE')
		AND CASE WHEN c.relkind IN ('r', 'p', 'v', 'f')
			THEN has_any_column_privilege(c.oid, 'INSERT, UPDATE') OR has_table_privilege(c.oid, 'DELETE, TRUNCATE')
			WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, 'UPDATE, USAGE') END)`

// Test implements [engine.Engine]: it compiles the query in a read-only
// transaction and asks what the role may do.
func (e *Engine) Test(ctx context.Context, r *engine.Request) (notices []sdk.Notice, err error) {
	err = e.within(ctx, func(s *session) error {
		if _, err := s.Exec(ctx, begin(ctx, "on")).ReadAll(); err != nil {
			return err
		}
		_, types := bind(r.Args)
		statement, err := s.Prepare(ctx, "", r.SQL, types)
		if err != nil {
			return err
		}
		names := make([]string, len(statement.Fields))
		for i, f := range statement.Fields {
			names[i] = f.Name
		}
		if err := engine.Distinct(names); err != nil {
			return err
		}
		rows := s.ExecParams(ctx, canWrite, nil, nil, nil, nil).Read()
		if rows.Err != nil {
			return rows.Err
		}
		if len(rows.Rows) != 1 {
			return errors.New("no answer about the role")
		}
		if isTrue(rows.Rows[0][0]) {
			notices = append(notices, sdk.Notice{
				Code:   sdk.NoticeRoleCanWrite,
				Detail: "the role may write to tables, sequences or schemas of the database: use one that has SELECT alone",
			})
		}
		return nil
	})
	if err == nil && !e.at.Protected() {
		notices = append(notices, sdk.Notice{
			Code:   engine.NoticeNotEncrypted,
			Detail: "the connection to the PostgreSQL server is not encrypted, or the server is not checked: use sslmode verify-full",
		})
	}
	return notices, err
}
