// Package graphql reads records by one GraphQL query: the kind graphql.
//
// # The query
//
// It is parsed when the section is loaded. It holds one operation, and that is
// a query; no other operation stands beside it, whatever operation it would be
// sent with; no fragment is on a mutation or a subscription; nothing asks for
// an answer in parts (@defer, @stream, @live). Values come in as variables of
// the types that the query declares, and are never pasted into its text.
//
// # What an answer must be
//
// One JSON answer whose data has a list or a connection at
// graphql_records_path. Errors beside the data make it unreadable, or, with
// graphql_partial: gap, a read with a gap. A list that is null is no empty
// list.
//
// # When a list is whole
//
// A connection (edges or nodes) is whole when its pageInfo says that no page
// follows, or its totalCount equals its rows; pages are followed where the
// query gives the argument after as a variable. A connection asked for without
// pageInfo is not known to be whole. A plain list follows the rules of the
// kind rest: one that is as long as a page may be is not known to be whole.
package graphql
