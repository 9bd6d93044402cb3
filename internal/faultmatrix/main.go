package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/effectkit/effectkit/internal/faultmatrix/matrix"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code, err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "faultmatrix:", err)
	}
	os.Exit(code)
}

func run(ctx context.Context) (code int, err error) {
	o := matrix.Options{Workers: runtime.GOMAXPROCS(0)}
	list := func(into *[]string) func(string) error {
		return func(text string) error { *into = append(*into, strings.Split(text, ",")...); return nil }
	}
	flag.IntVar(&o.Seeds, "seeds", 20, "runs a cell, in process")
	flag.IntVar(&o.IsolatedSeeds, "isolated", 2, "runs a cell, in processes of their own")
	flag.Func("face", "faces to play, with commas between", list(&o.Faces))
	flag.Func("fault", "faults to play", list(&o.Faults))
	flag.Func("contract", "contracts to play", list(&o.Contracts))
	flag.StringVar(&o.Self, "effectkit", "", "the effectkit executable; built where it is not given")
	flag.Parse()
	dir, err := os.MkdirTemp("", "faultmatrix-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	if o.Self == "" && o.IsolatedSeeds > 0 {
		if o.Self, err = build(ctx, dir); err != nil {
			return 1, err
		}
	}
	if os.Geteuid() == 0 {
		return unprivileged(ctx, o.Self, dir)
	}
	if o.SFTP, err = givenSFTP(); err != nil {
		return 1, err
	}
	if o.SFTP == nil {
		fmt.Println("the face sftp is not played: its server needs root to be started")
	}
	start := time.Now()
	tallies, err := matrix.Run(ctx, o)
	if err != nil {
		return 1, err
	}
	if err := matrix.WriteTable(os.Stdout, tallies); err != nil {
		return 1, err
	}
	fmt.Printf("in %.0f s\n", time.Since(start).Seconds())
	if s := matrix.Scored(tallies, nil); !s.Clean() {
		matrix.Explain(os.Stderr, tallies)
		return 1, nil
	}
	return 0, nil
}

// build builds the effectkit executable.
func build(ctx context.Context, dir string) (string, error) {
	self := filepath.Join(dir, "effectkit")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", self, "github.com/effectkit/effectkit/cmd/effectkit")
	cmd.Stderr = os.Stderr
	return self, cmd.Run()
}
