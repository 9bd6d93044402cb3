package faultserver

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Store is the back end's truth: one sqlite file. It is not safe for concurrent
// use.
type Store struct {
	db   *sql.DB
	path string
	// named are rowids by the names of seeded rows, and of "ours".
	named map[string]int64
	next  int64 // the next id
}

// OpenStore makes a new store in a file that is not there yet.
func OpenStore(path string) (*Store, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &Store{db: db, path: path}
	err = s.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
	for _, t := range tables {
		if err == nil {
			err = s.exec("CREATE TABLE " + t.name + " (" + columnList(t.columns) + ")")
		}
	}
	if err == nil {
		err = s.seed()
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return s, nil
}

func columnList(columns []string) string {
	var out []string
	for _, c := range columns {
		kind := "TEXT"
		if c == "id" {
			kind = "INTEGER"
		}
		out = append(out, c+" "+kind)
	}
	return strings.Join(out, ", ")
}

func (s *Store) seed() error {
	s.named, s.next = map[string]int64{}, 200
	return s.transaction(func(tx *sql.Tx) error {
		for _, one := range seed {
			rowid, err := insert(tx, one.table, one.row)
			if err != nil {
				return err
			}
			s.named[one.name] = rowid
		}
		return nil
	})
}

func (s *Store) exec(statement string, args ...any) error {
	_, err := s.db.ExecContext(context.Background(), statement, args...)
	return err
}

func (s *Store) transaction(f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// Apply does one step in one transaction. ours is the row that the write is
// about.
func (s *Store) Apply(step Step, ours Row) error {
	table := step.Table
	if table == "" {
		table = Observations
	}
	switch step.Op {
	case "insert":
		return s.insert(table, step, ours)
	case "update":
		columns, args := assignments(step.Row, ours)
		return s.exec("UPDATE "+table+" SET "+columns+" WHERE rowid = ?", append(args, s.named[step.Of])...)
	case "delete":
		return s.exec("DELETE FROM "+table+" WHERE rowid = ?", s.named[step.Of])
	case "rename_column":
		return s.exec(fmt.Sprintf("ALTER TABLE %s RENAME COLUMN %s TO %s", table, step.Row["from"], step.Row["to"]))
	case "move_away":
		err := os.Rename(s.path, s.path+".away")
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a second write finds it gone
		}
		return err
	case "restore_copy":
		return s.restoreCopy()
	}
	return fmt.Errorf("op %q is not known", step.Op)
}

func (s *Store) insert(table string, step Step, ours Row) error {
	row := Row{}
	if step.Like == "ours" {
		maps.Copy(row, ours)
	}
	row["id"] = s.next
	s.next++
	maps.Copy(row, step.Row)
	return s.transaction(func(tx *sql.Tx) error {
		if step.Of != "" {
			var id any
			if err := tx.QueryRow("SELECT id FROM "+table+" WHERE rowid = ?", s.named[step.Of]).Scan(&id); err != nil {
				return err
			}
			row["id"] = id
		}
		rowid, err := insert(tx, table, row)
		if err == nil && step.Like == "ours" {
			s.named["ours"] = rowid
		}
		return err
	})
}

func insert(tx *sql.Tx, table string, r Row) (rowid int64, err error) {
	columns, marks, args := []string{}, []string{}, []any{}
	for name, v := range r {
		columns, marks, args = append(columns, name), append(marks, "?"), append(args, v)
	}
	res, err := tx.Exec("INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES ("+strings.Join(marks, ", ")+")", args...)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// assignments are the fields that an update sets; "{key}" is the key of ours.
func assignments(r, ours Row) (columns string, args []any) {
	var parts []string
	for name, v := range r {
		if v == "{key}" {
			v = ours["key"]
		}
		parts, args = append(parts, name+" = ?"), append(args, v)
	}
	return strings.Join(parts, ", "), args
}

// restoreCopy puts a copy of the file in its place, as a restored backup is.
// The store goes on with the file that was there.
func (s *Store) restoreCopy() error {
	text, err := os.ReadFile(s.path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.path+".copy", text, 0o600); err != nil {
		return err
	}
	return os.Rename(s.path+".copy", s.path)
}

// Close closes the store and removes its files.
func (s *Store) Close() error {
	err := s.db.Close()
	for _, suffix := range []string{"", ".away", ".copy"} {
		_ = os.Remove(s.path + suffix)
	}
	return err
}
