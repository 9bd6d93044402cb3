// Package schema holds an adapter's section to the JSON Schema (draft 2020-12)
// that the adapter described itself with, and finds what in the section is an
// expression, the name of a secret's variable, or a path.
//
// Three marks say so, on a property's schema: "x-effectkit-expr": true,
// "x-effectkit-secret": true and "x-effectkit-path": true. They are found in a
// pass of their own over properties, additionalProperties, items, $ref, oneOf,
// anyOf and allOf, and refused anywhere else, where they would be overlooked.
//
// A key that no property, pattern or additionalProperties of the schema names
// is refused: a misspelt option must never be a missing one.
//
// Messages name keys and what the schema asks for. They never quote a value,
// which may be a secret in the wrong place. The package opens nothing and
// resolves no secret and no parameter.
package schema
