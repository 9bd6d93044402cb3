package host_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"

	_ "modernc.org/sqlite"
)

// A runner that books an order, and asks the shop's database whether it landed.
func Example() {
	ctx, shop := context.Background(), openShop()
	defer shop.Close()
	deployment, err := host.ParseDeployment(shop.path("deployment.yaml"), []byte(`
version: 1
effects: {kind: sql, sqlite_database: shop.db, sql_query: "SELECT id, ref, qty FROM orders", settle: {settle_s: 0}}
state: {dir: state}
`))
	check(err)
	bundle, err := effect.ParseBundle("order.yaml", []byte(`
version: 1
steps:
  - effects: [{kind: exact_new_set, match: {}, new_records: [{ref: {param: ref}, qty: "2"}], expected_count: 1}]
`))
	check(err)

	h, err := host.Open(ctx, deployment, host.Options{Builtins: builtin.All()})
	check(err)
	defer h.Close()
	s, err := h.Begin(ctx, host.BeginRequest{Step: bundle.Step(""), Params: effect.Params{"ref": "A-17"}})
	check(err)
	defer s.Close()
	s.ActionStarted()
	shop.book("A-17", 2)
	s.ActionEnded()
	out, err := s.Verify(ctx, host.VerifyRequest{ActorEnded: true})
	if err == nil && out.Proceed() {
		fmt.Println("booked, once, and nothing else")
	}
	// Output: booked, once, and nothing else
}

// shop is the system that the example acts on.
type shop struct {
	dir string
	db  *sql.DB
}

func openShop() *shop {
	dir, err := os.MkdirTemp("", "shop")
	check(err)
	s := &shop{dir: dir}
	s.db, err = sql.Open("sqlite", s.path("shop.db"))
	check(err)
	_, err = s.db.Exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, ref TEXT NOT NULL, qty INTEGER NOT NULL)")
	check(err)
	return s
}

func (s *shop) path(name string) string { return filepath.Join(s.dir, name) }

func (s *shop) book(ref string, qty int) {
	_, err := s.db.Exec("INSERT INTO orders (ref, qty) VALUES (?, ?)", ref, qty)
	check(err)
}

func (s *shop) Close() {
	_ = s.db.Close()
	_ = os.RemoveAll(s.dir)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
