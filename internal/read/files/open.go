package files

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/effectkit/effectkit/sdk"
)

// OpenFolder is [OpenLocal] with its errors as an adapter answers them: a
// root that is a file is misconfigured, one that may not be read a refused
// credential, and one that is not there unreachable. A folder that cannot be
// seen is never an empty one.
func OpenFolder(root string) (Tree, error) {
	t, err := OpenLocal(root)
	if err != nil {
		return nil, RootError(err)
	}
	return t, nil
}

// TryFolder opens a root and closes it: what an adapter's TestConnection does.
func TryFolder(root string) error {
	t, err := OpenFolder(root)
	if err != nil {
		return err
	}
	return t.Close()
}

// RootError maps what opening or listing a root failed with to a read error.
func RootError(err error) error {
	switch {
	case sdk.AsReadError(err) != nil:
		return err
	case errors.Is(err, ErrTooMany):
		return sdk.TooLarge("the root holds %v", ErrTooMany).WithCause(err)
	case errors.Is(err, fs.ErrNotExist):
		return sdk.Unreachable("the root is not there; create the folder, or mend root").WithCause(err)
	case errors.Is(err, fs.ErrPermission):
		return sdk.CredentialRefused("the root may not be read by this user").WithCause(err)
	case errors.Is(err, syscall.ENOTDIR):
		return sdk.Misconfigured("the root is not a folder").WithCause(err)
	}
	return sdk.Unreachable("the root could not be read").WithCause(err)
}
