package faultserver

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func newTestFolder(t *testing.T, face, fault string) (*Folder, *time.Time) {
	t.Helper()
	all, err := FolderFaults()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(f Fault) bool { return f.Name == fault })
	if i < 0 {
		t.Fatalf("there is no fault %q", fault)
	}
	now := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	f := NewFolder(t.TempDir(), func() time.Time { return now })
	if err := f.Load(Run{Fault: all[i], Face: face, Key: "k-1"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f, &now
}

func TestWhatFaultsDoToAFolder(t *testing.T) {
	for _, face := range []string{"file", "email"} {
		for fault, want := range map[string]struct {
			added, removed, changed, side int
			ours                          bool // one that is added is whole and ours
		}{
			"clean":                {1, 0, 0, 0, true},
			"nothing":              {},
			"late":                 {1, 0, 0, 0, true},
			"wrong_recipient":      {1, 0, 0, 0, false},
			"duplicate":            {2, 0, 0, 0, true},
			"over_write":           {32, 0, 0, 0, true},
			"partial_then_whole":   {1, 0, 0, 0, true},
			"truncated":            {1, 0, 0, 0, false},
			"temporary_then_final": {1, 0, 0, 0, true},
			"temporary_for_ever":   {1, 0, 0, 0, false},
			"flap":                 {},
			"overwrites_another":   {1, 0, 1, 0, true},
			"removes_another":      {1, 1, 0, 0, true},
			"side_surface":         {1, 0, 0, 1, true},
			"link_escape":          {1, 0, 0, 0, false},
			"unreadable":           {1, 0, 0, 0, true},
			"credential_refused":   {1, 0, 0, 0, true},
			"unreachable_after":    {1, 0, 0, 0, true},
			"restored_copy":        {1, 0, 0, 0, true},
		} {
			t.Run(face+"/"+fault, func(t *testing.T) {
				f, _ := newTestFolder(t, face, fault)
				before, err := f.Truth()
				if err != nil {
					t.Fatal(err)
				}
				f.Act()
				after, err := f.Finish()
				if err != nil {
					t.Fatal(err)
				}
				d := after.Compare(before, "main")
				side := len(after.Compare(before, "side").Added)
				if len(d.Added) != want.added || len(d.Removed) != want.removed || len(d.Changed) != want.changed || side != want.side {
					t.Errorf("%d added, %d removed, %d changed, %d beside", len(d.Added), len(d.Removed), len(d.Changed), side)
				}
				ours := slices.ContainsFunc(d.Added, func(r Record) bool {
					return r.Row["to"] == "claims@partner.example" && r.Row["total"] == "12.50" && r.Row["key"] == "k-1" && r.Row["age"] == "fresh"
				})
				if ours != want.ours {
					t.Errorf("ours is there: %v, want %v: %v", ours, want.ours, d.Added)
				}
			})
		}
	}
}

func TestADocumentStandsThereInPartUntilItsTime(t *testing.T) {
	f, now := newTestFolder(t, "document", "partial_then_whole")
	f.Act()
	path := filepath.Join(f.Root("main"), "claim.json")
	half, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.Advance(now.Add(799 * time.Millisecond))
	if again, _ := os.ReadFile(path); len(again) != len(half) {
		t.Fatal("whole before its time")
	}
	f.Advance(now.Add(800 * time.Millisecond))
	whole, err := os.ReadFile(path)
	if err != nil || string(whole) != DocumentText("document", IntendedDocument("k-1")) {
		t.Errorf("%q %v", whole, err)
	}
}

func TestTheTruthTellsABrokenDocumentFromAWholeOne(t *testing.T) {
	for _, face := range []string{"document", "email"} {
		text := DocumentText(face, IntendedDocument("k-1"))
		if r := parseDocument(face, text); r["key"] != "k-1" || r["total"] != "12.50" {
			t.Errorf("%s: %v", face, r)
		}
		for _, broken := range []string{text[:len(text)/2], "", text + text, text[1:]} {
			if r := parseDocument(face, broken); r["broken"] == nil {
				t.Errorf("%s: %q passes for whole: %v", face, broken, r)
			}
		}
	}
}
