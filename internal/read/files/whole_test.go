package files

import (
	"context"
	"errors"
	"testing"
)

// sizeless is a tree whose store gives every file the size 0, as some mounted
// ones do for what they make when it is read.
type sizeless struct{ Tree }

func (s sizeless) Open(ctx context.Context, name string) (File, error) {
	f, err := s.Tree.Open(ctx, name)
	return sizelessFile{f}, err
}

type sizelessFile struct{ File }

func (f sizelessFile) Opened() Info {
	i := f.File.Opened()
	i.Size = 0
	return i
}

func (f sizelessFile) Stat() (Info, error) {
	i, err := f.File.Stat()
	i.Size = 0
	return i, err
}

func TestAFileWhoseSizeIsNotSaidIsNotAnEmptyOne(t *testing.T) {
	tree, err := OpenLocal(plant(t, "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	if _, raw, err := Whole(t.Context(), tree, "a.txt", 100, false); err != nil || string(raw) != "a.txt" {
		t.Errorf("as it is: %q, %v", raw, err)
	}
	if _, raw, err := Whole(t.Context(), sizeless{tree}, "a.txt", 100, false); !errors.Is(err, ErrMoved) {
		t.Errorf("without a size: %q, %v", raw, err)
	}
}
