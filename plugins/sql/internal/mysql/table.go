package mysql

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// table is a small answer of the server about itself, as texts; null is "".
type table struct {
	names  []string
	values [][]string
}

// rows reads a statement of ours to its end.
func (s *session) rows(ctx context.Context, statement string) (*table, error) {
	rows, err := s.QueryContext(ctx, statement, nil)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	t := &table{names: rows.Columns()}
	row := make([]driver.Value, len(t.names))
	for {
		err := rows.Next(row)
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		texts := make([]string, len(row))
		for i, v := range row {
			texts[i] = textOf(v)
		}
		t.values = append(t.values, texts)
	}
}

// get is a row's value of a column; "" when there is none.
func (t *table) get(row int, name string) string {
	for i, n := range t.names {
		if n == name {
			return t.values[row][i]
		}
	}
	return ""
}

// pairs reads a table of two columns, name and value.
func (t *table) pairs() map[string]string {
	out := map[string]string{}
	for _, row := range t.values {
		out[row[0]] = row[1]
	}
	return out
}

func textOf(v driver.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []byte:
		return string(v)
	case string:
		return v
	}
	return fmt.Sprint(v)
}
