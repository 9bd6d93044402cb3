// Command http measures the adapters that read over HTTP against plain
// net/http, encoding/json and curl on this machine: a FHIR search of many pages,
// many records of one deployment, and one effect as a whole process. It exits 1
// when a ratio is over its target.
package main
