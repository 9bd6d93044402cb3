package faultserver

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// list is one page of a table, as a face is to write it.
type list struct {
	origin string // of the server that answers
	table  string
	rows   []Row
	source string
	paging Paging
	from   int // of the first row
	next   int // of the next page's first row; -1 for none
	total  int // -1 where it is not told
}

// face is one way of asking for a table.
type face struct {
	name        string
	contentType string
	// asked gives the table and the place of the page that a request asks for.
	asked func(r *http.Request, body string) (table string, from int)
	write func(w http.Header, l *list) any
}

// The paths of the faces below the server's address.
const (
	RESTPath    = "/api"
	GraphQLPath = "/graphql"
	FHIRPath    = "/fhir"
)

var faces = map[string]*face{
	RESTPath:    {name: "rest", contentType: "application/json", asked: askedREST, write: writeREST},
	GraphQLPath: {name: "graphql", contentType: "application/graphql-response+json; charset=utf-8", asked: askedGraphQL, write: writeGraphQL},
	FHIRPath:    {name: "fhir", contentType: "application/fhir+json", asked: askedFHIR, write: writeFHIR},
}

// ServeHTTP answers writes at /write and each face below its path.
func (b *Backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/write" {
		b.write(w, r)
		return
	}
	first, _, _ := strings.Cut(r.URL.Path[1:], "/")
	f := faces["/"+first]
	if f == nil {
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return
	}
	if f.name == "fhir" && strings.HasSuffix(r.URL.Path, "/metadata") {
		b.metadata(w, f)
		return
	}
	table, from := f.asked(r, string(body))
	if table == "" {
		http.NotFound(w, r)
		return
	}
	if table == Observations {
		b.mu.Lock()
		latency := b.run.Latency
		b.mu.Unlock()
		b.opts.Pass(latency)
	}
	b.answer(w, r, f, table, from)
}

// list makes the page of a table that a passage lets through.
func (b *Backend) list(f *face, origin, table string, from int) (*list, alteration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.advance(b.opts.Now())
	paging := b.run.Fault.Paging
	page := 1
	if paging.Size > 0 {
		page += from / paging.Size
	}
	var alter alteration
	if table == Observations {
		alter = b.altered(f.name, page)
	}
	records := b.at(b.opts.Now().Add(-alter.lag), table)
	rows := make([]Row, 0, len(records)+1)
	for _, r := range records {
		if alter.keeps(r.Row, b.run.Key) {
			rows = append(rows, r.Row)
		}
	}
	l := &list{origin: origin, table: table, source: b.source(), paging: paging, from: from, next: -1, total: len(rows)}
	if origin == b.opts.Elsewhere && table == Observations {
		ours := Intended(b.run.Key)
		ours["id"] = int64(200)
		rows = append(rows, ours)
		l.total++
	}
	if paging.NewestFirst {
		slices.Reverse(rows)
	}
	l.rows = rows[min(from, len(rows)):]
	if paging.Size > 0 && len(l.rows) > paging.Size {
		l.rows, l.next = l.rows[:paging.Size], from+paging.Size
	}
	alter.list(l)
	return l, alter
}

// place reads a page's place; 0 where there is none.
func place(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// encode is JSON without the escapes that HTML needs.
func encode(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // maps of texts and numbers always encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}
