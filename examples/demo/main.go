package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	effectkit := flag.String("effectkit", "bin/effectkit", "the effectkit to show")
	shop := flag.String("shop", "bin/shop", "the program that places the orders")
	flag.Parse()
	if err := demo(*effectkit, *shop); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func demo(effectkit, shop string) error {
	dir, err := os.MkdirTemp("", "effectkit-demo-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := runner{effectkit: effectkit, shop: shop, dir: dir}
	got, err := d.all(rows)
	if err != nil {
		return err
	}
	fmt.Print(table(rows, got))
	if n := wrong(rows, got); n > 0 {
		return fmt.Errorf("%d of %d rows are not right", n, len(rows))
	}
	return nil
}
