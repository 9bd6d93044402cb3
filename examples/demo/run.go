package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	_ "embed"

	"github.com/effectkit/effectkit/effect"
)

var (
	//go:embed deployment.yaml
	deployment []byte
	//go:embed bundle.yaml
	bundle []byte
)

// runner runs rows, each on a shop of its own.
type runner struct{ effectkit, shop, dir string }

// all runs the rows, a few at a time. The error is one of the demo's own.
func (d runner) all(rows []row) ([]answer, error) {
	got, errs := make([]answer, len(rows)), make([]error, len(rows))
	slots := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i, r := range rows {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			got[i], errs[i] = d.one(r)
			if errs[i] != nil {
				errs[i] = fmt.Errorf("%s: %w", r.way, errs[i])
			}
		})
	}
	wg.Wait()
	return got, errors.Join(errs...)
}

func (d runner) one(r row) (answer, error) {
	dir := filepath.Join(d.dir, r.way)
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(
		os.Mkdir(dir, 0o700),
		os.WriteFile(path("deployment.yaml"), deployment, 0o600),
		os.WriteFile(path("bundle.yaml"), bundle, 0o600),
	); err != nil {
		return answer{}, err
	}
	if out, err := exec.Command(d.shop, "init", path("shop.sqlite")).CombinedOutput(); err != nil {
		return answer{}, fmt.Errorf("%w: %s", err, out)
	}
	// The shell notes the program's status, which effectkit's own does not show.
	script := `"$@"; status=$?; echo $status >` + "'" + path("status") + "'" + `; exit $status`
	var log bytes.Buffer
	cmd := exec.Command(d.effectkit, "run",
		"--deployment", path("deployment.yaml"), "--bundle", path("bundle.yaml"),
		"--param", "ref=A-17", "--param", "customer=c-1", "--param", "qty=2",
		"--result", path("result.json"), "--",
		"sh", "-c", script, "sh", d.shop, "--how", r.way, "order", path("shop.sqlite"), "A-17", "c-1", "pen", "2")
	cmd.Stdout, cmd.Stderr = &log, &log
	err := cmd.Run()
	if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
		return answer{}, err
	}
	a := answer{exit: cmd.ProcessState.ExitCode()}
	if err := a.read(path("result.json"), path("status")); err != nil {
		return a, fmt.Errorf("%w\n%s", err, &log)
	}
	return a, nil
}

// read takes the outcome and the ground that leads from the result file.
func (a *answer) read(result, status string) error {
	text, err := os.ReadFile(status)
	if err == nil {
		_, err = fmt.Sscan(strings.TrimSpace(string(text)), &a.status)
	}
	if err != nil {
		return err
	}
	if text, err = os.ReadFile(result); err != nil {
		return err
	}
	var out struct {
		Outcome effect.Outcome `json:"outcome"`
		Effects []struct {
			Verdict struct {
				Ground effect.Ground `json:"ground"`
			} `json:"verdict"`
		} `json:"effects"`
	}
	if err := json.Unmarshal(text, &out); err != nil {
		return err
	}
	a.outcome = out.Outcome
	for _, e := range out.Effects {
		if g := e.Verdict.Ground; a.ground == "" || a.ground == effect.GroundConfirmed {
			a.ground = g
		}
	}
	return nil
}
