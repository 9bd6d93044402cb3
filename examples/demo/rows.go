package main

import "github.com/effectkit/effectkit/effect"

// row is one way in which an order goes, and the one right answer.
type row struct {
	way   string // of the shop program
	title string
	want  answer
}

// answer is what a row came to.
type answer struct {
	status  int // of the program, as it was seen by its parent
	ground  effect.Ground
	outcome effect.Outcome
	exit    int // of effectkit
}

const (
	proceed   = effect.Proceed
	halted    = effect.HaltedBeforeEffect
	reconcile = effect.ReconciliationRequired
)

var rows = []row{
	{"clean", "the order is placed", answer{0, effect.GroundConfirmed, proceed, 0}},
	{"double", "it is submitted twice", answer{0, effect.Duplicate, reconcile, 2}},
	{"phantom", "says saved, writes nothing", answer{0, effect.Missing, halted, 10}},
	{"refused", "fails, writes nothing", answer{1, effect.Missing, halted, 10}},
	{"partial", "the quantity is lost", answer{0, effect.WrongValue, reconcile, 2}},
	{"lost-update", "overwrites a colleague's order", answer{0, effect.CollateralChange, reconcile, 2}},
	{"lost-row", "deletes a colleague's order", answer{0, effect.CollateralLoss, reconcile, 2}},
	{"wrong-customer", "goes to another customer", answer{0, effect.WrongValue, reconcile, 2}},
	{"time-out", "is written, then times out", answer{75, effect.GroundConfirmed, proceed, 0}},
	{"late-duplicate", "a second one 300 ms later", answer{0, effect.Duplicate, reconcile, 2}},
	{"late", "is left to a child process", answer{0, effect.MissingUnproven, reconcile, 2}},
	{"gone", "the database goes away", answer{0, effect.Unreachable, reconcile, 2}},
}
