package schema

import (
	"testing"

	"github.com/effectkit/effectkit/effect/source"
)

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compile(shop); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	s, err := Compile(shop)
	if err != nil {
		b.Fatal(err)
	}
	n, _ := source.Read("d.yaml", []byte("query: SELECT 1\nquery_params: {a: {param: p}, b: x}\npassword_env: DB_PASSWORD\n"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Check(Request{Kind: "shop", Node: n, Pos: n.Pos, Dir: "/srv"}); err != nil {
			b.Fatal(err)
		}
	}
}
