package faultserver

import (
	"maps"
	"slices"
)

// Record is one row of the truth. Rowid tells it apart whatever its id is.
type Record struct {
	Rowid int64
	Row   Row
}

// Truth is everything that the store has, by table and in the order of
// insertion.
type Truth map[string][]Record

// Truth reads the store itself.
func (s *Store) Truth() (Truth, error) {
	out := Truth{}
	for _, t := range tables {
		rows, err := s.db.Query("SELECT rowid AS store_rowid, * FROM " + t.name + " ORDER BY rowid")
		if err != nil {
			return nil, err
		}
		columns, err := rows.Columns()
		if err != nil {
			return nil, err
		}
		out[t.name] = nil
		for rows.Next() {
			values := make([]any, len(columns))
			into := make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				return nil, err
			}
			rec := Record{Rowid: values[0].(int64), Row: Row{}}
			for i, name := range columns[1:] {
				rec.Row[name] = values[i+1]
			}
			out[t.name] = append(out[t.name], rec)
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Difference is what happened to a table from one truth to another.
type Difference struct {
	Added, Removed []Record
	// Changed are rows as they were, and as they are.
	Changed []Change
}

// Change is one row that has other fields than it had.
type Change struct{ Before, After Record }

// None tells whether nothing happened.
func (d Difference) None() bool { return len(d.Added)+len(d.Removed)+len(d.Changed) == 0 }

// Compare tells what happened to a table since before.
func (t Truth) Compare(before Truth, table string) Difference {
	var d Difference
	for _, now := range t[table] {
		i := slices.IndexFunc(before[table], func(r Record) bool { return r.Rowid == now.Rowid })
		switch {
		case i < 0:
			d.Added = append(d.Added, now)
		case !maps.Equal(before[table][i].Row, now.Row):
			d.Changed = append(d.Changed, Change{before[table][i], now})
		}
	}
	for _, was := range before[table] {
		if !slices.ContainsFunc(t[table], func(r Record) bool { return r.Rowid == was.Rowid }) {
			d.Removed = append(d.Removed, was)
		}
	}
	return d
}
