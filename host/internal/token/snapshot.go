package token

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

// Caps of what is read back. What a seal holds was written by us; the caps
// keep a mistake of ours from taking all memory.
const (
	maxPart = 256 << 20
)

var errMalformed = errors.New("the stored baseline does not read back")

// WriteJSON writes one JSON value behind its length.
func WriteJSON(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writePart(w, text)
}

// ReadJSON reads what WriteJSON wrote.
func ReadJSON(r io.Reader, into any) error {
	text, err := readPart(r)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func writePart(w io.Writer, part []byte) error {
	if err := binary.Write(w, binary.LittleEndian, uint64(len(part))); err != nil {
		return err
	}
	_, err := w.Write(part)
	return err
}

func readPart(r io.Reader) ([]byte, error) {
	var n uint64
	if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
		return nil, err
	}
	if n > maxPart {
		return nil, errMalformed
	}
	part := make([]byte, n)
	_, err := io.ReadFull(r, part)
	return part, err
}

// head is a snapshot without its records.
type head struct {
	Complete    bool
	Gaps        []value.Gap
	Fields      []value.Field
	FieldsKnown bool
	Source      string
	CapturedAt  time.Time
	AsOf        time.Time
	Reader      string
	Batches     int
}

// WriteSnapshot writes a readable snapshot.
func WriteSnapshot(w io.Writer, s *judge.Snapshot) error {
	err := WriteJSON(w, head{
		Complete: s.Complete, Gaps: s.Gaps, Fields: s.Fields, FieldsKnown: s.Fields != nil, Source: s.Source,
		CapturedAt: s.CapturedAt, AsOf: s.AsOf, Reader: s.Reader, Batches: len(s.Records),
	})
	var buf []byte
	for _, b := range s.Records {
		if err != nil {
			return err
		}
		buf = b.AppendFlat(buf[:0])
		err = writePart(w, buf)
	}
	return err
}

// ReadSnapshot reads what WriteSnapshot wrote. Its records go to each, and are
// not in the snapshot.
func ReadSnapshot(r io.Reader, each func(*value.Batch) error) (*judge.Snapshot, error) {
	var h head
	if err := ReadJSON(r, &h); err != nil {
		return nil, err
	}
	s := &judge.Snapshot{
		Reachable: true, Complete: h.Complete, Gaps: h.Gaps, Fields: h.Fields, Source: h.Source,
		CapturedAt: h.CapturedAt, AsOf: h.AsOf, Reader: h.Reader,
	}
	if h.FieldsKnown && s.Fields == nil {
		s.Fields = []value.Field{}
	}
	for range h.Batches {
		part, err := readPart(r)
		if err != nil {
			return nil, err
		}
		b, err := value.ParseFlat(part)
		if err != nil {
			return nil, err
		}
		if err := each(b); err != nil {
			return nil, err
		}
	}
	return s, nil
}
