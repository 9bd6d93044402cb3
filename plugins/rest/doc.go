// Package rest reads lists of records from JSON over HTTP: the kind rest.
//
// # When a list is whole
//
// A list is whole when the answer says so: every page to the one without a
// next, a total that the rows number, has_more: false, next: null. A list that
// says nothing of the sort is whole unless it is as long as a page may be: as
// many rows as the request asked for (limit, per_page, $top, …), or a length
// at which systems cut lists when nobody asks (10, 15, 20, 25, 30, 40, 50,
// 100, 200, 250, …). Such a list may go on, so that nothing is confirmed over
// it. Then ask for a longer page in records_path, declare how the system pages,
// or write paging: {style: none}, which vouches that one answer is everything.
//
// Next links (Link header, a URL in the body) are followed without being
// declared, to the origin of base_url alone. Cursors, page numbers and offsets
// are followed when paging declares them; an undeclared sign that more follows
// is a gap, and so are a total that disagrees, a circle, and a list that
// changed while its pages were read.
//
// # What an answer must be
//
// JSON, and the list where records_key says. An error beside the list, such as
// {"error": …} or {"status": "error"}, is no answer; a sign that the answer is
// partial, such as {"timed_out": true}, is a gap. error_when and
// incomplete_when add signs of one's own.
//
// # Placeholders
//
// {name} in records_path stands for path_params.name, bound for the place it
// stands in: a path segment, a query value, or a text inside the JSON of a
// query value. A value never changes the shape of what it is put into.
package rest
