package faultserver

import (
	"errors"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// Backend is a store with its faces and the fault that it plays out. It is an
// [http.Handler]; give it a server of its own. It is safe for concurrent use.
type Backend struct {
	opts Options

	mu     sync.Mutex
	run    Run
	runs   int
	store  *Store
	frames []frame
	// written is when the actor wrote; zero before. A write that is refused
	// counts.
	written time.Time
	pending []due
	keys    map[string]bool
	failed  error
}

// Options are what a back end is made of.
type Options struct {
	// Dir is a folder for the store's files.
	Dir string
	// Now is the time; the caller moves it and calls [Backend.Advance].
	Now func() time.Time
	// Pass lets time pass for whoever waits for the back end. It may call
	// Advance.
	Pass func(time.Duration)
	// Elsewhere is the address of the other origin, under which this same
	// handler answers as a system that has ours.
	Elsewhere string
}

// Run is one fault that is played out for one reader.
type Run struct {
	Fault Fault
	// Face is the reader's: rest, graphql, fhir or sql.
	Face string
	// Key is that of ours.
	Key string
	// Shift is added to the time of every step.
	Shift time.Duration
	// Latency is what every answer to the reader takes.
	Latency time.Duration
	// Waits is true for a reader that cannot wait on the caller's clock: when
	// it is asked to come back later, that time passes at once.
	Waits bool
}

// frame is what every table held from an instant on.
type frame struct {
	at     time.Time
	tables Truth
}

// New makes a back end that has no store yet: call Load.
func New(o Options) *Backend { return &Backend{opts: o} }

// Load starts over: a fresh store, and a fault to play out on it.
func (b *Backend) Load(r Run) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.store != nil {
		if err := b.store.Close(); err != nil {
			return err
		}
	}
	b.runs++
	store, err := OpenStore(b.database())
	if err != nil {
		return err
	}
	b.store, b.run, b.failed = store, r, nil
	b.frames, b.pending, b.written, b.keys = nil, nil, time.Time{}, map[string]bool{}
	return b.remember(b.opts.Now())
}

// Database is the path of the store's file, the SQL face. It stays the same
// from run to run.
func (b *Backend) Database() string { return b.database() }

func (b *Backend) database() string { return filepath.Join(b.opts.Dir, "store.db") }

// Advance applies every step that is due. The caller calls it whenever the
// clock has moved.
func (b *Backend) Advance(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.advance(now)
}

func (b *Backend) advance(now time.Time) {
	for len(b.pending) > 0 && !b.pending[0].at.After(now) {
		next := b.pending[0]
		b.pending = b.pending[1:]
		err := b.store.Apply(next.step, Intended(b.run.Key))
		if err == nil {
			err = b.remember(next.at)
		}
		b.failed = errors.Join(b.failed, err)
	}
}

// remember keeps what the store holds, for readers of an older state.
func (b *Backend) remember(at time.Time) error {
	t, err := b.store.Truth()
	b.frames = append(b.frames, frame{at: at, tables: t})
	return err
}

// Finish applies all that is still to come, and gives the truth at the end.
func (b *Backend) Finish() (Truth, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.pending) > 0 {
		b.advance(b.pending[len(b.pending)-1].at)
	}
	t, err := b.store.Truth()
	return t, errors.Join(b.failed, err)
}

// Truth reads the store itself, as it is now.
func (b *Backend) Truth() (Truth, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.store.Truth()
}

// Close closes the store and removes its files.
func (b *Backend) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.store == nil {
		return nil
	}
	return b.store.Close()
}

// at is what a table held at an instant.
func (b *Backend) at(when time.Time, table string) []Record {
	rows := b.frames[0].tables[table]
	for _, f := range b.frames[1:] {
		if f.at.After(when) {
			break
		}
		rows = f.tables[table]
	}
	return rows
}

// since is how long ago the write was, in milliseconds; below 0 before
// it.
func (b *Backend) since() int64 {
	if b.written.IsZero() {
		return -1
	}
	return b.opts.Now().Sub(b.written).Milliseconds()
}

// source names the system that answers.
func (b *Backend) source() string { return "store-" + strconv.Itoa(b.runs) }
