package main

import (
	"errors"
	"testing"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
)

func step(outcome effect.Outcome, grounds ...effect.Ground) host.Outcome {
	o := host.Outcome{Outcome: outcome}
	for _, g := range grounds {
		o.Effects = append(o.Effects, host.EffectOutcome{Verdict: effect.NewVerdict("", g)})
	}
	return o
}

func TestExitCodeOfAnOutcome(t *testing.T) {
	tests := []struct {
		name string
		o    host.Outcome
		want exit.Code
	}{
		{"the zero outcome", host.Outcome{}, exit.Reconcile},
		{"all confirmed", step(effect.Proceed, effect.GroundConfirmed), exit.Proceed},
		{"nothing written", step(effect.HaltedBeforeEffect, effect.Missing), exit.HaltedBeforeEffect},
		{"a conflict", step(effect.ReconciliationRequired, effect.Duplicate), exit.Reconcile},
		{"a proceed over nothing", step(effect.Proceed), exit.Reconcile},
		{"a proceed over a conflict", step(effect.Proceed, effect.GroundConfirmed, effect.Duplicate), exit.Reconcile},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := codeFor(tt.o); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

func TestWhenAnotherLookCouldSayMore(t *testing.T) {
	for _, g := range effect.Grounds() {
		want := g.Unreadable() || g == effect.Unsettled || g == effect.Stale || g == effect.CoverageGap || g == effect.MissingUnproven
		if got := worthAnother(step(effect.ReconciliationRequired, g)); got != want {
			t.Errorf("%s: %v", g, got)
		}
	}
	if !worthAnother(host.Outcome{}) {
		t.Error("nothing was looked at, and nobody is told to look")
	}
}

func TestWhatCouldNotBeLookedAtHalts(t *testing.T) {
	for _, err := range []error{
		errors.New("plain"),
		&host.Refusal{Problems: []host.Problem{{Code: host.CodeSecret, Message: "a"}, {Code: host.CodeUnreachable, Message: "b"}}},
	} {
		o := unverified("s", effect.Delta, err)
		if o.Proceed() || codeFor(o) != exit.Reconcile || len(o.Notices) == 0 || o.Next == "" {
			t.Errorf("%v: %+v", err, o)
		}
	}
}

// Before the action everything is a refusal, save a wrong command line.
func TestBeforeTheAction(t *testing.T) {
	if got := exit.Of(beforeAction(errors.New("x")), exit.Proceed); got != exit.Refused {
		t.Errorf("got %d", got)
	}
	if got := exit.Of(beforeAction(exit.With(exit.BadFile, errors.New("x"))), exit.Proceed); got != exit.Refused {
		t.Errorf("a bad file: got %d", got)
	}
	if got := exit.Of(beforeAction(exit.Usagef("x")), exit.Proceed); got != exit.Usage {
		t.Errorf("usage: got %d", got)
	}
}
