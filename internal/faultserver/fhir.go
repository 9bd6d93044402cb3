package faultserver

import (
	"fmt"
	"io"
	"net/http"
	"path"
)

// resourceTypes are the tables as FHIR has them.
var resourceTypes = map[string]string{"Observation": Observations, "ChargeItem": Charges}

func askedFHIR(r *http.Request, _ string) (table string, from int) {
	return resourceTypes[path.Base(r.URL.Path)], place(r.URL.Query().Get("_page"))
}

// writeFHIR writes a searchset (FHIR R4, search).
func writeFHIR(_ http.Header, l *list) any {
	kind := "Observation"
	if l.table == Charges {
		kind = "ChargeItem"
	}
	base := l.origin + FHIRPath + "/" + kind
	entries := []any{}
	for _, r := range l.rows {
		entries = append(entries, map[string]any{
			"resource": resource(kind, r), "search": map[string]any{"mode": "match"},
		})
	}
	links := []any{map[string]any{"relation": "self", "url": base}}
	if l.next >= 0 {
		links = append(links, map[string]any{"relation": "next", "url": fmt.Sprintf("%s?_page=%d", base, l.next)})
	}
	bundle := map[string]any{"resourceType": "Bundle", "type": "searchset", "entry": entries, "link": links}
	if l.total >= 0 {
		bundle["total"] = l.total
	}
	return bundle
}

// elements are where FHIR has a column.
var elements = map[string]func(v any) (string, any){
	"id":      func(v any) (string, any) { return "id", fmt.Sprint(v) },
	"patient": func(v any) (string, any) { return "subject", map[string]any{"reference": v} },
	"key":     func(v any) (string, any) { return "identifier", []any{map[string]any{"value": v}} },
	"note":    func(v any) (string, any) { return "valueString", v },
	"item":    func(v any) (string, any) { return "code", map[string]any{"text": v} },
}

// resource is a row as FHIR has it: what is null is left out.
func resource(kind string, r Row) map[string]any {
	out := map[string]any{"resourceType": kind}
	for column, v := range r {
		if v == nil {
			continue
		}
		if as := elements[column]; as != nil {
			column, v = as(v)
		}
		out[column] = v
	}
	return out
}

// metadata is the CapabilityStatement, which says which system answers.
func (b *Backend) metadata(w http.ResponseWriter, f *face) {
	b.mu.Lock()
	source := b.source()
	if alter := b.altered(f.name, 1); alter.source != "" {
		source = alter.source
	}
	b.mu.Unlock()
	w.Header().Set("Content-Type", f.contentType)
	_, _ = io.WriteString(w, encode(map[string]any{
		"resourceType": "CapabilityStatement", "fhirVersion": "4.0.1",
		"implementation": map[string]any{"url": source},
	}))
}
