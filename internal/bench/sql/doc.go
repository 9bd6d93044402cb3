// Command sql measures the built-in sql adapter against database/sql: reading
// the same million rows of six columns from one sqlite file. It exits 1 when
// the ratio, the median of seven pairs in turn, is over its target.
package main
