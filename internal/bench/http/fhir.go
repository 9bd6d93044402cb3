package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/internal/bench/ratio"
	"github.com/effectkit/effectkit/plugins/fhir"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

const (
	pages   = 100
	perPage = 1000
)

// searches compares a whole search with fetching and decoding the same pages.
func searches(table *ratio.Table) {
	bodies := make([][]byte, pages)
	tenth := make([][]byte, pages/10) // of a smaller store
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/fhir+json")
		if strings.HasSuffix(r.URL.Path, "/metadata") {
			_, _ = io.WriteString(w, `{"resourceType":"CapabilityStatement","software":{"name":"bench"}}`)
			return
		}
		n, _ := strconv.Atoi(r.URL.Query().Get("page"))
		if strings.HasPrefix(r.URL.Path, "/tenth/") {
			_, _ = w.Write(tenth[n])
			return
		}
		_, _ = w.Write(bodies[n])
	}))
	defer server.Close()
	for n := range bodies {
		bodies[n] = bundle(server.URL, n, pages)
	}
	for n := range tenth {
		tenth[n] = bundle(server.URL+"/tenth", n, len(tenth))
	}
	section := func(base string) string {
		return `{"base_url":"` + base + `","resource_type":"Observation",
		"field_paths":{"patient":"subject.reference","status":"status","code":"code.coding.where(system='urn:c').code","value":"valueQuantity.value","note":"valueString"}}`
	}
	inst, cfg := configure(fhir.New(), section(server.URL))
	defer inst.(io.Closer).Close()
	table.Measure(fmt.Sprintf("read %d FHIR resources over %d pages, to encoding/json", pages*perPage, pages), 1.2,
		func() {
			for n := range pages {
				res, err := http.Get(fmt.Sprintf("%s/Observation?page=%d", server.URL, n))
				ratio.Must(err)
				var bundle map[string]any
				ratio.Must(json.NewDecoder(res.Body).Decode(&bundle))
				res.Body.Close()
				if entries := bundle["entry"].([]any); len(entries) != perPage {
					ratio.Must(fmt.Errorf("%d entries", len(entries)))
				}
			}
		},
		func() { capture(inst, cfg, pages*perPage) })
	peak(table, section(server.URL), section(server.URL+"/tenth"), pages*perPage, 64)
}

func bundle(base string, n, pages int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `{"resourceType":"Bundle","type":"searchset","total":%d,"link":[{"relation":"self","url":"%s/Observation"}`, pages*perPage, base)
	if n+1 < pages {
		fmt.Fprintf(&b, `,{"relation":"next","url":"%s/Observation?page=%d"}`, base, n+1)
	}
	b.WriteString(`],"entry":[`)
	for i := range perPage {
		if i > 0 {
			b.WriteByte(',')
		}
		id := n*perPage + i
		fmt.Fprintf(&b, `{"fullUrl":"%s/Observation/o%d","resource":{"resourceType":"Observation","id":"o%d","meta":{"versionId":"1","lastUpdated":"2026-03-03T10:00:05.120Z"},`+
			`"status":"final","code":{"coding":[{"system":"urn:c","code":"bp-%d"},{"system":"urn:d","code":"x"}],"text":"blood pressure"},`+
			`"subject":{"reference":"Patient/%d"},"effectiveDateTime":"2026-03-03T10:00:00Z","valueQuantity":{"value":%d.5,"unit":"mmHg"},"valueString":"note number %d"},"search":{"mode":"match"}}`,
			base, id, id, i, i%500, 100+i%50, id)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

func configure(a sdk.Adapter, section string) (sdk.Instance, sdk.Config) {
	cfg := sdk.NewConfig([]byte(section), nil)
	inst, err := a.Configure(context.Background(), cfg)
	ratio.Must(err)
	return inst, cfg
}

// capture reads once and holds what came against what should.
func capture(inst sdk.Instance, cfg sdk.Config, rows int64) {
	w := sdk.NewRecordWriter(context.Background(), discard{})
	ratio.Must(inst.Capture(context.Background(), &sdk.CaptureRequest{Config: cfg}, w))
	trailer, err := w.Finish()
	ratio.Must(err)
	if w.Records() != rows || len(trailer.Gaps) > 0 {
		ratio.Must(fmt.Errorf("%d records of %d, gaps %v", w.Records(), rows, trailer.Gaps))
	}
}

// discard is a host that keeps nothing.
type discard struct{}

func (discard) Header(sdk.Header) error  { return nil }
func (discard) Batch(*value.Batch) error { return nil }
