package secret

import (
	"errors"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"

	"github.com/google/go-cmp/cmp"
)

func lookup(env map[string]string) Lookup {
	return func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
}

func TestResolveGivesEachPlaceItsSecret(t *testing.T) {
	key := "-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkq\n-----END PRIVATE KEY-----\n"
	got, err := Resolve(map[string]Variable{
		"/password_env":   {Name: "DB_PASSWORD"},
		"/auth/value_env": {Name: "TOKEN"},
		"/key_env":        {Name: "KEY"},
	}, lookup(map[string]string{"DB_PASSWORD": "hunter 2", "TOKEN": "x", "KEY": key, "OTHER": "y"}))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"/password_env": "hunter 2", "/auth/value_env": "x", "/key_env": key}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatCannotBeASecretIsRefusedByItsVariablesName(t *testing.T) {
	const canary = "c4n4ry"
	for want, value := range map[string]string{
		"ends in a line break":         canary + "\n",
		"starts with a line break":     "\r\n" + canary,
		"starts or ends with a space":  canary + "\u00a0",
		"is blank":                     " \t\u200b",
		"is empty":                     "",
		"has a control character":      canary + "\x00" + canary,
		"is not UTF-8":                 canary + "\xff",
		"is longer than 16384 bytes":   strings.Repeat(canary, 3000),
		"has a control character in":   canary + "\n" + canary,
		"starts or ends with a space;": " -----BEGIN KEY-----" + canary,
	} {
		t.Run(want, func(t *testing.T) {
			_, err := Resolve(map[string]Variable{"/x": {Name: "DB_PASSWORD", Pos: at(3)}}, lookup(map[string]string{"DB_PASSWORD": value}))
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "d.yaml:3:1: x_env: the variable DB_PASSWORD ") {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), canary) {
				t.Errorf("the value shows in %v", err)
			}
		})
	}
}

func TestAllMissingVariablesAreNamedAtOnce(t *testing.T) {
	_, err := Resolve(map[string]Variable{
		"/b": {Name: "SECOND", Pos: at(7)}, "/a": {Name: "FIRST", Pos: at(2)},
	}, lookup(nil))
	var problems source.Problems
	if !errors.As(err, &problems) || len(problems) != 2 {
		t.Fatalf("got %v", err)
	}
	const want = "d.yaml:2:1: x_env: the variable FIRST is not set; set it where effectkit is started\n" +
		"d.yaml:7:1: x_env: the variable SECOND is not set; set it where effectkit is started"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}

func at(line int) effect.Position {
	return effect.Position{File: "d.yaml", Line: line, Column: 1, Path: "x_env"}
}
