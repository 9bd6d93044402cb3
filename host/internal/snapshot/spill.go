package snapshot

import (
	"bufio"
	"fmt"
	"os"
	"sync"

	"github.com/effectkit/effectkit/value"

	"golang.org/x/sys/unix"
)

// spill is a snapshot's records in a file that no name leads to.
type spill struct {
	file *os.File
	w    *bufio.Writer
	buf  []byte
	ends []int64 // where each batch ends
	size int64
}

func newSpill(dir string) (*spill, error) {
	f, err := os.CreateTemp(dir, "effectkit-snapshot-") // mode 0600
	if err != nil {
		return nil, fmt.Errorf("no file for a large snapshot: %w", err)
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, fmt.Errorf("no unlinked file for a large snapshot: %w", err)
	}
	return &spill{file: f, w: bufio.NewWriterSize(f, 1<<20)}, nil
}

// write appends a batch in its flat form, whose length is a multiple of four.
func (s *spill) write(b *value.Batch) error {
	s.buf = b.AppendFlat(s.buf[:0])
	if _, err := s.w.Write(s.buf); err != nil {
		return fmt.Errorf("a large snapshot could not be stored: %w", err)
	}
	s.size += int64(len(s.buf))
	s.ends = append(s.ends, s.size)
	return nil
}

// open maps the file and reads the batches in place. release unmaps them; they
// must not be used after it.
func (s *spill) open() (batches []*value.Batch, release func(), err error) {
	defer s.file.Close() // the mapping outlives it
	if err := s.w.Flush(); err != nil {
		return nil, nil, fmt.Errorf("a large snapshot could not be stored: %w", err)
	}
	s.buf, s.w = nil, nil
	data, err := unix.Mmap(int(s.file.Fd()), 0, int(s.size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("a large snapshot could not be mapped: %w", err)
	}
	release = sync.OnceFunc(func() { _ = unix.Munmap(data) })
	batches = make([]*value.Batch, len(s.ends))
	from := int64(0)
	for i, end := range s.ends {
		if batches[i], err = value.ParseFlat(data[from:end:end]); err != nil {
			release()
			return nil, nil, fmt.Errorf("a large snapshot was altered on disk: %w", err)
		}
		from = end
	}
	return batches, release, nil
}

func (s *spill) discard() { _ = s.file.Close() }
