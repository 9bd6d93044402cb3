package till

import (
	"database/sql"
	"flag"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Order is one row of the shop.
type Order struct {
	Ref, Customer, SKU string
	Qty                int
}

// Main is the program: "init DB", or "order DB REF CUSTOMER SKU QTY", with
// --how naming one of [Ways]. It gives the exit status.
func Main(args []string, stdout, stderr io.Writer) int {
	fl := flag.NewFlagSet("shop", flag.ContinueOnError)
	fl.SetOutput(stderr)
	how := fl.String("how", "clean", "how the order goes: "+strings.Join(Ways(), ", "))
	if err := fl.Parse(args); err != nil {
		return 64
	}
	if err := command(fl.Args(), *how, stdout); err != nil {
		fmt.Fprintln(stderr, "shop:", err)
		if status, ok := err.(exitStatus); ok {
			return status.code
		}
		return 1
	}
	return 0
}

// exitStatus is a failure that the program admits to.
type exitStatus struct {
	code int
	text string
}

func (e exitStatus) Error() string { return e.text }

func command(args []string, how string, stdout io.Writer) error {
	switch {
	case len(args) == 2 && args[0] == "init":
		return Init(args[1])
	case len(args) == 6 && args[0] == "order":
		var o Order
		if _, err := fmt.Sscan(args[5], &o.Qty); err != nil {
			return fmt.Errorf("%q is no quantity", args[5])
		}
		o.Ref, o.Customer, o.SKU = args[2], args[3], args[4]
		return place(args[1], o, how, stdout)
	}
	return exitStatus{64, "usage: shop init DB | shop [--how WAY] order DB REF CUSTOMER SKU QTY"}
}

func place(db string, o Order, how string, stdout io.Writer) error {
	i := slices.IndexFunc(ways, func(w way) bool { return w.name == how })
	if i < 0 {
		return exitStatus{64, fmt.Sprintf("%q is no way to place an order", how)}
	}
	err := ways[i].place(db, o)
	if err == nil {
		fmt.Fprintf(stdout, "order %s saved\n", o.Ref)
	}
	return err
}

// Init makes a shop with the orders of two colleagues in it.
func Init(db string) error {
	return write(db,
		statement{text: `CREATE TABLE orders (
			id INTEGER PRIMARY KEY, ref TEXT, customer TEXT, sku TEXT, qty INTEGER)`},
		insert(Order{"A-15", "c-1", "ink", 3}),
		insert(Order{"A-16", "c-2", "pen", 10}),
	)
}

type statement struct {
	text string
	args []any
}

func insert(o Order) statement {
	return statement{`INSERT INTO orders (ref, customer, sku, qty) VALUES (?, ?, ?, ?)`, []any{o.Ref, o.Customer, o.SKU, o.Qty}}
}

// write runs statements in one transaction.
func write(path string, list ...statement) error {
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: "_pragma=busy_timeout(5000)"}).String()
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, s := range list {
		if _, err := tx.Exec(s.text, s.args...); err != nil {
			return err
		}
	}
	return tx.Commit()
}
