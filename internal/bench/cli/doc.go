// Command cli measures the command line as whole processes: how fast it starts,
// against an empty program with the same imports, and what "effectkit run"
// costs, against starting effectkit and running the command without it.
package main
