package main

import (
	"slices"
	"testing"
)

func TestAFlagIsTakenOutWithItsValue(t *testing.T) {
	for name, c := range map[string]struct{ args, want []string }{
		"as one argument":     {[]string{"-seeds=2", "-effectkit=x"}, []string{"-seeds=2"}},
		"as two":              {[]string{"--effectkit", "x", "-seeds", "2"}, []string{"-seeds", "2"}},
		"where there is none": {[]string{"-fault", "effectkit"}, []string{"-fault", "effectkit"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := withoutFlag(c.args, "effectkit"); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
