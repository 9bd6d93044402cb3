// Package httpread is the HTTP reader that the rest, graphql and fhir adapters
// share. It answers with a whole JSON document, or says why there is none.
//
// What it promises:
//
//   - A read ends with its context, body and waits included; a body, its parts
//     and the number of pages are capped.
//   - Nothing ambient is used: no proxy, cookie or netrc of the environment.
//   - Credentials go to the origin of base_url and nowhere else, and never
//     unencrypted but to this machine. A redirect or a next link to another
//     origin is not followed.
//   - An answer that is cached, partial, cut short, not JSON, or a log-in page
//     is never taken for an empty list.
//   - No detail that it reports carries a path, a query, a body or a secret.
//
// A list over several pages is read to its end by [Walk] under one consistency
// check. What one page says about the next is the adapters' to tell.
//
// It judges nothing, keeps nothing between reads but connections and an OAuth
// token, and it never polls: the host does.
package httpread
