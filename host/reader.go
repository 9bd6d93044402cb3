package host

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"slices"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/redact"
	"github.com/effectkit/effectkit/host/internal/snapshot"

	"golang.org/x/sync/semaphore"
)

// reader is one configured section of one system. It is safe for concurrent
// use.
type reader struct {
	system   string
	section  deploy.Section
	entry    *entry
	instance adapter.Instance
	// config is the section as JSON, secrets by the names of their variables.
	config []byte
	exprs  map[string]effect.Expr
	rules  *redact.Rules
	// slots bound the reads that run at once; those that wait come first come
	// first served.
	slots *semaphore.Weighted
}

// bind resolves the section's expressions.
func (r *reader) bind(params effect.Params, seen map[string]bool) (adapter.Bindings, []Problem) {
	bindings := make(adapter.Bindings, len(r.exprs))
	var problems []Problem
	for _, pointer := range slices.Sorted(maps.Keys(r.exprs)) {
		l, err := r.exprs[pointer].Resolve(params)
		if err != nil {
			problems = append(problems, unbound(err, params, seen)...)
			continue
		}
		bindings[pointer] = l
	}
	return bindings, problems
}

// identity is a keyed digest of who reads what: kind, digest, configuration
// and bindings, and never an instance. No value can be found from it.
func (r *reader) identity(key []byte, bindings adapter.Bindings) string {
	mac := hmac.New(sha256.New, key)
	put := func(part string) {
		_ = binary.Write(mac, binary.BigEndian, uint64(len(part))) // a hash takes everything
		mac.Write([]byte(part))
	}
	id := r.entry.adapter.Identity()
	for _, part := range []string{"reader", id.Kind, id.Digest, string(r.config)} {
		put(part)
	}
	for _, pointer := range slices.Sorted(maps.Keys(bindings)) {
		put(pointer)
		if l := bindings[pointer]; l.IsNull() {
			put("null")
		} else {
			put("text")
			put(l.Text())
		}
	}
	return "hmac-sha256:" + hex.EncodeToString(mac.Sum(nil))
}

func (r *reader) info(identity string) ReaderInfo {
	id := r.entry.adapter.Identity()
	info := ReaderInfo{
		Kind: id.Kind, Version: id.Version, Digest: id.Digest, Identity: identity,
		Tier: r.tier(), Assurance: Locked, Isolated: r.section.Isolate,
	}
	if id.Unverified {
		info.Assurance = Unverified
	}
	return info
}

func (r *reader) tier() effect.Tier {
	if r.instance == nil {
		return effect.Tier(r.entry.adapter.Describe().Tier)
	}
	return r.instance.Tier()
}

// reading is one capture of a reader.
type reading struct {
	bindings adapter.Bindings
	fields   []string
	identity string
	holding  *snapshot.Holding
	baseline bool
	clock    Clock
}

// taken is what a capture came to. snapshot is never nil.
type taken struct {
	snapshot   *snapshot.Snapshot
	start, end time.Time
	// failure is nil when the snapshot is readable.
	failure *adapter.Failure
}

// read captures once, within the reader's own time and behind those that came
// before. It does not fail: an unreadable snapshot says why.
func (r *reader) read(ctx context.Context, q reading) taken {
	if err := r.slots.Acquire(ctx, 1); err != nil {
		now := q.clock.Now()
		return unread(now, now, &adapter.Failure{Ground: effect.Unreachable, Detail: "stopped by the caller"})
	}
	defer r.slots.Release(1)
	ctx, cancel := context.WithTimeout(ctx, r.section.Settle.ReadBudget())
	defer cancel()
	c := q.holding.Collect(q.baseline)
	start := q.clock.Now()
	trailer, f := r.instance.Capture(ctx, adapter.CaptureRequest{Bindings: q.bindings, Fields: q.fields}, c)
	end := q.clock.Now()
	if f != nil {
		c.Discard()
		return unread(start, end, f)
	}
	s, err := c.Finish(trailer)
	if err != nil {
		return unread(start, end, &adapter.Failure{Ground: effect.AdapterFailed, Detail: err.Error()})
	}
	s.CapturedAt, s.Reader = start, q.identity
	return taken{snapshot: s, start: start, end: end}
}

func unread(start, end time.Time, f *adapter.Failure) taken {
	s := snapshot.Unreadable(f.Ground, f.Detail)
	s.CapturedAt = start
	return taken{snapshot: s, start: start, end: end, failure: f}
}
