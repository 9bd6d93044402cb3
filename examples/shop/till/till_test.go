package till

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func rows(t *testing.T, path string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Query(`SELECT ref || ' ' || customer || ' ' || sku || ' ' || coalesce(qty, '-') FROM orders ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	var out []string
	for found.Next() {
		var s string
		if err := found.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// What each way does to the shop, beside what it says.
func TestWays(t *testing.T) {
	const theirs, ours = "A-15 c-1 ink 3|A-16 c-2 pen 10", "A-17 c-1 pen 2"
	tests := []struct {
		way, want string
		status    int
	}{
		{"clean", theirs + "|" + ours, 0},
		{"double", theirs + "|" + ours + "|" + ours, 0},
		{"phantom", theirs, 0},
		{"partial", theirs + "|A-17 c-1 pen -", 0},
		{"lost-update", "A-15 c-1 ink 3|A-16 c-2 pen 1|" + ours, 0},
		{"lost-row", "A-16 c-2 pen 10|" + ours, 0},
		{"wrong-customer", theirs + "|A-17 c-2 pen 2", 0},
		{"time-out", theirs + "|" + ours, 75},
		{"refused", theirs, 1},
	}
	for _, tt := range tests {
		t.Run(tt.way, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "a shop?.sqlite")
			if err := Init(db); err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			status := Main([]string{"--how", tt.way, "order", db, "A-17", "c-1", "pen", "2"}, &out, &errs)
			if status != tt.status {
				t.Errorf("status %d, want %d: %s", status, tt.status, &errs)
			}
			if saved := out.String() == "order A-17 saved\n"; saved != (tt.status == 0) {
				t.Errorf("it says %q with status %d", &out, status)
			}
			if got := rows(t, strings.ReplaceAll(db, "?", "%3f")); !slices.Equal(got, strings.Split(tt.want, "|")) {
				t.Errorf("the shop holds %q, want %q", got, tt.want)
			}
		})
	}
}

func TestGoneTakesTheDatabaseAway(t *testing.T) {
	db := filepath.Join(t.TempDir(), "shop.sqlite")
	if err := Init(db); err != nil {
		t.Fatal(err)
	}
	if status := Main([]string{"--how", "gone", "order", db, "A-17", "c-1", "pen", "2"}, &bytes.Buffer{}, &bytes.Buffer{}); status != 0 {
		t.Errorf("status %d", status)
	}
	if _, err := os.Stat(db); !os.IsNotExist(err) {
		t.Errorf("the database is still there: %v", err)
	}
	if got := rows(t, db+".gone"); len(got) != 3 {
		t.Errorf("it holds %q", got)
	}
}

func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{{}, {"order"}, {"--how", "odd", "order", "db", "r", "c", "s", "1"}, {"order", "db", "r", "c", "s", "x"}, {"--no"}} {
		var errs bytes.Buffer
		if Main(args, &bytes.Buffer{}, &errs) == 0 || errs.Len() == 0 {
			t.Errorf("%q: no complaint", args)
		}
	}
}
