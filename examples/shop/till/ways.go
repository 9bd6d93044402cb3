package till

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// way is one way of placing an order. What it returns is what the program
// believes, not what happened.
type way struct {
	name  string
	place func(db string, o Order) error
}

// Ways are the names of all ways.
func Ways() []string {
	out := make([]string, len(ways))
	for i, w := range ways {
		out[i] = w.name
	}
	return out
}

// The list is filled at start-up, since one way starts the program again.
var ways []way

func init() {
	ways = []way{
		{"clean", func(db string, o Order) error {
			return write(db, insert(o))
		}},
		{"double", func(db string, o Order) error {
			return write(db, insert(o), insert(o))
		}},
		{"phantom", func(string, Order) error {
			return nil // says that it saved
		}},
		{"partial", func(db string, o Order) error {
			return write(db, statement{`INSERT INTO orders (ref, customer, sku) VALUES (?, ?, ?)`, []any{o.Ref, o.Customer, o.SKU}})
		}},
		{"lost-update", func(db string, o Order) error {
			return write(db, insert(o), statement{`UPDATE orders SET qty = 1 WHERE ref = 'A-16'`, nil})
		}},
		{"lost-row", func(db string, o Order) error {
			return write(db, insert(o), statement{`DELETE FROM orders WHERE ref = 'A-15'`, nil})
		}},
		{"wrong-customer", func(db string, o Order) error {
			o.Customer = "c-2"
			return write(db, insert(o))
		}},
		{"time-out", func(db string, o Order) error {
			if err := write(db, insert(o)); err != nil {
				return err
			}
			return exitStatus{75, "no answer from the payment gateway, giving up"}
		}},
		{"refused", func(string, Order) error {
			return exitStatus{1, "the order was refused"}
		}},
		{"late-duplicate", func(db string, o Order) error {
			if err := write(db, insert(o)); err != nil {
				return err
			}
			return later(300*time.Millisecond, db, o)
		}},
		{"late", func(db string, o Order) error {
			return later(20*time.Second, db, o)
		}},
		{"gone", func(db string, o Order) error {
			if err := write(db, insert(o)); err != nil {
				return err
			}
			return os.Rename(db, db+".gone")
		}},
	}
}

// later leaves a process behind, in a session of its own, that places the order
// once more.
func later(delay time.Duration, db string, o Order) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command("sh", "-c", `sleep "$1"; shift; exec "$@"`, "later",
		strconv.FormatFloat(delay.Seconds(), 'f', 3, 64),
		self, "order", db, o.Ref, o.Customer, o.SKU, strconv.Itoa(o.Qty))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd.Start()
}
