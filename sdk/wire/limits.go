package wire

import (
	"fmt"

	"github.com/effectkit/effectkit/value"
)

// MaxMessage is the longest message, in bytes, that either side takes: a batch
// of [value.MaxBatchBytes] of content and a quarter as much for its framing.
const MaxMessage = value.MaxBatchBytes + value.MaxBatchBytes/4

// TransportBuffer is how many bytes a connection reads and writes at once: a
// batch crosses in a few calls of the system.
const TransportBuffer = 256 << 10

// MaxGaps is how many gaps a trailer carries. A reader with more says so in
// its last one.
const MaxGaps = 1000

// MaxDetail is the longest sentence, in bytes, of a gap, a notice or a
// failure; what is longer is cut.
const MaxDetail = 2048

// malformed says what is not as the contract has it, and where. It is a
// [value.ErrMalformed]. Names of fields may stand in it, values never do.
func malformed(format string, args ...any) error {
	return malformedError(fmt.Sprintf(format, args...))
}

type malformedError string

func (e malformedError) Error() string { return "malformed: " + string(e) }

func (e malformedError) Is(target error) bool { return target == value.ErrMalformed }
