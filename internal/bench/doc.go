// Command bench runs every benchmark, each a process of its own, and ends with
// 1 when a figure of any is over its target. Every figure is a ratio to a
// baseline of the same run: the median of seven pairs that take turns.
package main
