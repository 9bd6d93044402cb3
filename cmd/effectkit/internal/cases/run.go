package cases

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the longest line that is read, in bytes.
const MaxLine = 64 << 20

// Request is one file of cases.
type Request struct {
	In  io.Reader
	Out io.Writer // one answer a line, as JSON
	// Problem is told of each broken line, its number from 1.
	Problem func(line int, err error)
	// Note is told what a line most likely forgot to say (see [Notes]); nil where
	// nobody wants to know. The line is judged all the same.
	Note func(line int, text string)
	// Check compares each answer with the case's want, which must be there.
	Check bool
}

// Totals are how a file of cases went.
type Totals struct {
	Judged int
	// Differ is how many answers are not the wanted ones.
	Differ int
	// Broken is how many lines could not be judged.
	Broken int
}

// Run judges every line. The error is one of reading or writing; broken lines
// are counted.
func Run(req Request) (Totals, error) {
	var t Totals
	r := bufio.NewReaderSize(req.In, 1<<16)
	w := bufio.NewWriter(req.Out)
	for n := 1; ; n++ {
		text, long, err := readLine(r)
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return t, errors.Join(err, w.Flush())
		}
		if long || len(text) > 0 {
			if err := t.line(req, w, n, text, long); err != nil {
				return t, err
			}
		}
		if end || r.Buffered() == 0 { // whoever pipes case by case sees each answer
			if err := w.Flush(); err != nil || end {
				return t, err
			}
		}
	}
}

// line answers one case. A mistake in the case is told, not returned.
func (t *Totals) line(req Request, w io.Writer, n int, text []byte, long bool) error {
	answer, notes, err := Answer{}, []string(nil), error(errLong)
	if !long {
		answer, notes, err = one(text, req.Check)
	}
	if err != nil {
		t.Broken++
		req.Problem(n, err)
		return nil
	}
	for _, note := range notes {
		if req.Note != nil {
			req.Note(n, note)
		}
	}
	t.Judged++
	if answer.Agrees != nil && !*answer.Agrees {
		t.Differ++
	}
	return json.NewEncoder(w).Encode(answer)
}

var errLong = fmt.Errorf("the line is longer than %d MiB", MaxLine>>20)

// readLine reads one line of any length up to the cap, less the space around
// it. A longer one is read to its end and dropped. io.EOF comes with the last.
func readLine(r *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > MaxLine {
			long, line = true, nil
		}
		if !long {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), long, err
		}
	}
}
