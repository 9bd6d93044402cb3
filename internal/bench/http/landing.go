package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
	"github.com/effectkit/effectkit/internal/bench/ratio"
	"github.com/effectkit/effectkit/plugins/rest"
	"github.com/effectkit/effectkit/sdk"
)

const (
	landsAfter = 300 * time.Millisecond
	// allowance is how much later than the record, its stability and one read a
	// verdict may come.
	allowance = 50 * time.Millisecond
)

// landing measures how long after a late record its verdict comes, settled at
// once.
func landing(table *ratio.Table) {
	var lands atomic.Int64 // in Unix nanoseconds; 0 for never
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(distance)
		w.Header().Set("Content-Type", "application/json")
		if at := lands.Load(); at != 0 && time.Now().UnixNano() >= at {
			_, _ = io.WriteString(w, `[{"id":7}]`)
			return
		}
		_, _ = io.WriteString(w, `[]`)
	}))
	defer server.Close()
	dir, err := os.MkdirTemp("", "effectkit-bench-")
	ratio.Must(err)
	defer os.RemoveAll(dir)
	d, err := host.LoadDeployment(deployment(dir, server.URL))
	ratio.Must(err)
	h, err := host.Open(context.Background(), d, host.Options{Builtins: []sdk.Adapter{rest.New()}})
	ratio.Must(err)
	defer h.Close()
	bundle, err := effect.ParseBundle("bundle.yaml", []byte(contract))
	ratio.Must(err)
	var late []time.Duration
	for range ratio.Pairs {
		lands.Store(0)
		s, err := h.Begin(context.Background(), host.BeginRequest{Step: &bundle.Steps[0], Params: effect.Params{"id": "7"}})
		ratio.Must(err)
		s.ActionStarted()
		s.ActionEnded()
		at := time.Now().Add(landsAfter)
		lands.Store(at.UnixNano())
		out, err := s.Verify(context.Background(), host.VerifyRequest{ActorEnded: true})
		ratio.Must(err)
		late = append(late, time.Since(at))
		if !out.Proceed() {
			ratio.Must(fmt.Errorf("a late record is not confirmed: %+v", out))
		}
		ratio.Must(s.Close())
	}
	slices.Sort(late)
	median, allowed := late[len(late)/2], allowance+distance
	table.Line("a verdict after its record lands, to 50 ms and one read", allowed.String(), median.Round(100*time.Microsecond).String(),
		float64(median)/float64(allowed), 1)
}
