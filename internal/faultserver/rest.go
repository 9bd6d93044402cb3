package faultserver

import (
	"fmt"
	"net/http"
	"path"
	"slices"
)

// askedREST reads /api/TABLE with the place in offset or cursor.
func askedREST(r *http.Request, _ string) (table string, from int) {
	q := r.URL.Query()
	return known(path.Base(r.URL.Path)), max(place(q.Get("offset")), place(q.Get("cursor")))
}

func known(table string) string {
	if slices.Contains([]string{Observations, Charges}, table) {
		return table
	}
	return ""
}

// writeREST writes {records, total, source}, with the next page in the style
// that the fault asks for.
func writeREST(h http.Header, l *list) any {
	out := map[string]any{"records": l.rows, "source": l.source}
	if l.total >= 0 && l.paging.Style != "offset" {
		out["total"] = l.total
	}
	next := ""
	if l.next >= 0 {
		next = fmt.Sprint(l.next)
	}
	at := l.origin + RESTPath + "/" + l.table + "?offset=" + next
	switch l.paging.Style {
	case "link":
		if next != "" {
			h.Set("Link", "<"+at+`>; rel="next"`)
		} else {
			h.Set("Link", "<"+l.origin+RESTPath+"/"+l.table+`>; rel="first"`)
		}
	case "next":
		out["next"] = nil
		if next != "" {
			out["next"] = at
		}
	case "cursor":
		out["next_cursor"] = nil
		if next != "" {
			out["next_cursor"] = next
		}
	}
	return out
}
