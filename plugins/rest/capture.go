package rest

import (
	"context"
	"net/url"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Capture reads the list to its end.
func (in *instance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	var gaps httpread.Gaps
	read, ctx, cancel := in.client.NewRead(ctx, &gaps)
	defer cancel()
	first, err := in.address(req)
	if err != nil {
		return err
	}
	err = httpread.Walk(ctx, httpread.List{
		First:    first.String(),
		Fetch:    func(ctx context.Context, at string) (*httpread.Page, error) { return in.page(ctx, read, at, &gaps) },
		Emit:     func(row value.Node) error { return in.plan.fields.Write(row, w, &gaps) },
		Source:   w.Source,
		MaxPages: in.client.MaxPages(),
		MaxRows:  req.MaxRows,
		MaxBytes: req.MaxBytes,
	}, &gaps)
	if err != nil {
		return err
	}
	gaps.Write(w)
	w.AsOf(read.AsOf())
	return nil
}

// address is that of the first page, with every parameter in its place.
func (in *instance) address(req *sdk.CaptureRequest) (*url.URL, error) {
	var s section
	if err := req.Config.Decode(&s); err != nil {
		return nil, err
	}
	u, err := in.plan.template.bind(in.client.Base(), s.PathParams)
	if err != nil {
		return nil, err
	}
	for _, name := range sortedKeys(s.Query) {
		e := s.Query[name]
		if e.Null || e.Param != "" || e.Text == "" {
			return nil, sdk.Misconfigured("query.%s: it has no value, which systems read as no filter", name)
		}
		if u.RawQuery != "" {
			u.RawQuery += "&"
		}
		u.RawQuery += escapeQuery(name) + "=" + escapeQuery(e.Text)
	}
	return in.plan.paging.first(u), nil
}

// page reads one answer and what it says about the rest of the list.
func (in *instance) page(ctx context.Context, read *httpread.Read, at string, gaps *httpread.Gaps) (*httpread.Page, error) {
	u, err := url.Parse(at)
	if err != nil {
		return nil, sdk.Unreachable("the next page is not at a URL")
	}
	a, err := read.Do(ctx, httpread.Request{URL: u})
	if err != nil {
		return nil, err
	}
	rows, err := in.rows(a.Root)
	if err != nil {
		return nil, err
	}
	if name := in.plan.partIn(a.Root); name != "" {
		gaps.Add(value.GapTruncated, "the answer says that it is a part ("+name+")")
	}
	page := &httpread.Page{Rows: rows, Bytes: a.Bytes}
	s := readSignals(a.Root, a.Header, a.URL, len(rows))
	asked := in.plan.paging.askedSize(a.URL)
	if asked == 0 {
		asked = s.size
	}
	page.Full = httpread.FullPage(len(rows), asked)
	if err := in.plan.paging.settle(page, a, s, gaps); err != nil {
		return nil, err
	}
	page.Source, err = httpread.SourceOf(in.plan.source, a.Root, "source_path")
	return page, err
}

// rows are the records of an answer. An answer that reports an error has none,
// whatever stands at records_key.
func (in *instance) rows(root value.Node) ([]value.Node, error) {
	if name := in.plan.errorIn(root); name != "" {
		return nil, sdk.Unreachable("%s answered with an error in its body (%s)", in.client.Host(), name)
	}
	rows, ok, err := in.plan.key.Rows(root)
	switch key := in.plan.key.String(); {
	case err != nil:
		return nil, sdk.Unreachable("records_key: %v", err)
	case !ok && key == "":
		return nil, sdk.Unreachable("the answer is not a list; name the list in it with records_key")
	case !ok:
		return nil, sdk.Unreachable("the answer has no list at records_key %q", key)
	}
	for _, row := range rows {
		if !row.IsObject() {
			return nil, sdk.Unreachable("the list holds something that is not an object")
		}
	}
	return rows, nil
}
