package snapshot

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// ErrTooLarge says that one snapshot went over its caps. It comes as the cause
// of an [sdk.ReadError], so that the ground is evidence_too_large.
var ErrTooLarge = errors.New("more is there than a snapshot may hold")

// Collector takes one capture. It is an [sdk.Sink] and not safe for concurrent
// use. Finish it or Discard it.
type Collector struct {
	holding  *Holding
	baseline bool

	header  sdk.Header
	batches []*value.Batch
	bytes   int64 // of batches in memory
	records int64
	spill   *spill
	err     error
}

// Collect starts a capture into a holding: the baseline, or a read after the
// action. At most one of each is alive at a time.
func (h *Holding) Collect(baseline bool) *Collector {
	return &Collector{holding: h, baseline: baseline}
}

// Header takes what is known before the first record.
func (c *Collector) Header(h sdk.Header) error {
	c.header = h
	return c.err
}

// Batch takes the next records. The error is [ErrTooLarge], or the spill
// file's.
func (c *Collector) Batch(b *value.Batch) error {
	if c.err != nil {
		return c.err
	}
	o := c.holding.store.opts
	c.records += int64(b.Rows())
	size := b.Size()
	if c.records > o.MaxRecords || c.total()+size > o.MaxBytes {
		c.err = sdk.TooLarge("a snapshot of over %d records or %d MiB", o.MaxRecords, o.MaxBytes>>20).WithCause(ErrTooLarge)
		return c.err
	}
	if c.spill == nil && c.room(size) {
		c.batches = append(c.batches, b)
		c.bytes += size
		return nil
	}
	c.err = c.toDisk(b)
	return c.err
}

func (c *Collector) total() int64 {
	if c.spill != nil {
		return c.spill.size
	}
	return c.bytes
}

// room tells whether size more bytes may stay in memory.
func (c *Collector) room(size int64) bool {
	need := c.bytes + size
	held := c.holding.after
	if c.baseline {
		held = c.holding.before
	}
	return need <= c.holding.store.opts.SpillOver && (need <= held || c.holding.grow(need-held, c.baseline))
}

// toDisk writes b to the spill file. The first time, what is in memory moves
// there before it, and its pages go back to the system: the mapping that takes
// their place would else come on top of them.
func (c *Collector) toDisk(b *value.Batch) error {
	if c.spill != nil {
		return c.spill.write(b)
	}
	s, err := newSpill(c.holding.store.opts.Dir)
	if err != nil {
		return err
	}
	c.spill = s
	for _, batch := range append(c.batches, b) {
		if err := s.write(batch); err != nil {
			return err
		}
	}
	c.batches, c.bytes = nil, 0
	debug.FreeOSMemory()
	return nil
}

// Snapshot is a finished capture. Release it when nothing refers to its
// records any more: spilled ones are unmapped then.
type Snapshot struct {
	judge.Snapshot
	// Replaced is true when another system answered at the end of the read than
	// at its start.
	Replaced bool
	release  func()
}

// Finish ends the capture. The error says that the capture is not one: the
// trailer's count differs, or the spill file cannot be read back.
func (c *Collector) Finish(t sdk.Trailer) (*Snapshot, error) {
	if c.err == nil && t.Records != uint64(c.records) {
		c.err = fmt.Errorf("%d records came and the trailer counts %d", c.records, t.Records)
	}
	release := func() {}
	if c.err == nil && c.spill != nil {
		c.batches, release, c.err = c.spill.open()
	}
	if c.err != nil {
		c.Discard()
		return nil, c.err
	}
	if c.baseline {
		c.holding.fit(c.bytes)
	}
	fields := c.header.Fields
	if c.header.FieldsKnown && fields == nil {
		fields = []value.Field{}
	}
	return &Snapshot{
		Snapshot: judge.Snapshot{
			Reachable: true, Complete: true, Gaps: t.Gaps, Fields: fields,
			Source: t.Source, AsOf: t.AsOf, Records: c.batches,
		},
		Replaced: c.header.Source != t.Source,
		release:  release,
	}, nil
}

// Discard gives up the capture.
func (c *Collector) Discard() {
	if c.spill != nil {
		c.spill.discard()
	}
	c.batches, c.bytes = nil, 0
	if c.baseline {
		c.holding.fit(0)
	}
}

// Unreadable is the snapshot of a read that failed.
func Unreadable(reason effect.Ground, detail string) *Snapshot {
	return &Snapshot{Snapshot: judge.Snapshot{Reason: reason, Detail: detail}, release: func() {}}
}

// Of makes a snapshot of records that need no release.
func Of(s judge.Snapshot) *Snapshot { return &Snapshot{Snapshot: s, release: func() {}} }

// Release ends the use of the records. More calls do nothing.
func (s *Snapshot) Release() {
	if s == nil || s.release == nil {
		return
	}
	s.release()
	s.release = nil
	s.Records = nil
}
