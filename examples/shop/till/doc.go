// Package till is the shop program: one small database of orders, and a list of
// ways in which placing an order can go wrong. Tests run it as a command.
package till
