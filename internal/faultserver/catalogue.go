package faultserver

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"
)

//go:embed faults/store.yaml
var storeFaults []byte

//go:embed faults/folder.yaml
var folderFaults []byte

//go:embed faults/transport.yaml
var transportFaults []byte

// Faults are all faults of the back end: those of the store first, then those
// between the records and their reader, one for each fault that it is tried
// over.
func Faults() ([]Fault, error) {
	store, err := parse("faults/store.yaml", storeFaults)
	if err != nil {
		return nil, err
	}
	transport, err := parse("faults/transport.yaml", transportFaults)
	if err != nil {
		return nil, err
	}
	out := store
	for _, f := range transport {
		if len(f.Over) == 0 {
			out = append(out, f)
		}
		for _, name := range f.Over {
			i := slices.IndexFunc(store, func(base Fault) bool { return base.Name == name })
			if i < 0 {
				return nil, fmt.Errorf("%q is tried over %q, which is no fault of the store", f.Name, name)
			}
			out = append(out, f.over(store[i]))
		}
	}
	return out, nil
}

// FolderFaults are all faults of folders and mailboxes.
func FolderFaults() ([]Fault, error) { return parse("faults/folder.yaml", folderFaults) }

// over is the fault with the write of another.
func (f Fault) over(base Fault) Fault {
	f.Name += "/" + base.Name
	f.Screen, f.Client, f.Answer = base.Screen, base.Client, base.Answer
	f.Steps = base.Steps
	return f
}

var ops = []string{
	"insert", "update", "delete", "rename_column", "move_away", "restore_copy", // of a store
	"deliver", "complete", "remove", "deny_root", "remove_root", "replace_root", // of a folder
}

// parse reads faults and refuses those that cannot mean anything.
func parse(file string, text []byte) ([]Fault, error) {
	var out []Fault
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var errs []error
	seen := map[string]bool{}
	for _, f := range out {
		switch {
		case f.Name == "" || f.About == "":
			errs = append(errs, fmt.Errorf("%s: a fault without a name, or %q without a sentence about it", file, f.Name))
		case seen[f.Name]:
			errs = append(errs, fmt.Errorf("%s: %q twice", file, f.Name))
		case len(f.Over) > 0 && len(f.Steps) > 0:
			errs = append(errs, fmt.Errorf("%s: %q: a fault that is tried over others has no steps of its own, but meanwhile", file, f.Name))
		case len(f.Over) == 0 && f.Screen != Saved && f.Screen != Failed:
			errs = append(errs, fmt.Errorf("%s: %q: screen %q", file, f.Name, f.Screen))
		}
		seen[f.Name] = true
		for _, s := range slices.Concat(f.Steps, f.Meanwhile) {
			if !slices.Contains(ops, s.Op) {
				errs = append(errs, fmt.Errorf("%s: %q: op %q is none of %q", file, f.Name, s.Op, ops))
			}
		}
	}
	return out, errors.Join(errs...)
}
