package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
	"github.com/effectkit/effectkit/internal/bench/ratio"
	"github.com/effectkit/effectkit/plugins/rest"
	"github.com/effectkit/effectkit/sdk"
)

const (
	effects  = 200
	parallel = 4
	// reads is how often the host reads for a confirmation: once, and once more
	// to see that it is stable.
	reads = 2
	// distance is how long the server takes: a database's answer, and a network.
	distance = 5 * time.Millisecond
)

// shop serves one order per path.
func shop() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(distance)
		id := strings.TrimPrefix(r.URL.Path, "/orders/")
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `[{"id":%s,"customer":"c%s","note":"%s"}]`, id, id, strings.Repeat("x", 200))
	}))
}

const contract = `{version: 1, steps: [{id: s, effects: [{kind: record_written, match: {id: {param: id}}}]}]}`

// deployment writes a file with the section that reads a shop, settled at once.
func deployment(dir, base string) string {
	file := filepath.Join(dir, "deployment.yaml")
	ratio.Must(os.WriteFile(file, []byte(`version: 1
settle: {settle_s: 0}
effects:
  kind: rest
  base_url: `+base+`
  records_path: /orders/{id}
  path_params: {id: {param: id}}
`), 0o600))
	return file
}

// records compares reading many records of one deployment, each with its own
// parameter, with as many plain requests: once by the adapter alone, and once
// as effects through the host, which reads twice for a confirmation and waits
// between two reads as long as the last one took.
func records(table *ratio.Table) {
	server := shop()
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
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: parallel, MaxConnsPerHost: parallel}}
	defer client.CloseIdleConnections()
	get := func(times int) func() {
		return func() {
			for range times {
				each(func(id string) error { return fetch(client, server.URL+"/orders/"+id) })
			}
		}
	}
	inst, _ := configure(rest.New(), section(server.URL, "{\"param\":\"id\"}"))
	defer inst.(io.Closer).Close()
	table.Measure(fmt.Sprintf("capture %d records, %d at once, to net/http", effects, parallel), 1.5, get(1), func() {
		each(func(id string) error {
			capture(inst, sdk.NewConfig([]byte(section(server.URL, id)), nil), 1)
			return nil
		})
	})
	table.Measure(fmt.Sprintf("%d effects settled, %d at once, to 3 times net/http", effects, parallel), 1.5, get(reads+1), func() {
		each(func(id string) error {
			out, err := h.ReadBack(context.Background(), host.ReadBackRequest{
				BeginRequest: host.BeginRequest{Step: &bundle.Steps[0], Params: effect.Params{"id": id}},
			})
			if err == nil && !out.Proceed() {
				err = fmt.Errorf("effect %s does not proceed: %+v", id, out)
			}
			return err
		})
	})
}

// section is the section in JSON, its parameter bound or not.
func section(base, id string) string {
	return fmt.Sprintf(`{"base_url":%q,"records_path":"/orders/{id}","path_params":{"id":%s}}`, base, id)
}

func fetch(client *http.Client, url string) error {
	res, err := client.Get(url)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return err
}

func each(do func(id string) error) {
	var g errgroup.Group
	g.SetLimit(parallel)
	for i := range effects {
		g.Go(func() error { return do(strconv.Itoa(i + 1)) })
	}
	ratio.Must(g.Wait())
}
