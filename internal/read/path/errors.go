package path

import "fmt"

// SyntaxError is a path that does not parse. Whoever wrote it mends it.
type SyntaxError struct {
	Path    string
	Problem string
}

// Error names the path and what is wrong with it.
func (e *SyntaxError) Error() string { return fmt.Sprintf("path %q: %s", e.Path, e.Problem) }

// DoubtError is an answer in which a path cannot be followed without guessing.
// It names the path, never a value: the caller makes a gap of it.
type DoubtError struct {
	Path    string
	Problem string
}

// Error names the path and the doubt.
func (e *DoubtError) Error() string { return fmt.Sprintf("path %q: %s", e.Path, e.Problem) }
