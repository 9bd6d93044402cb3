package adapter

import (
	"context"
	"sync"

	"github.com/effectkit/effectkit/effect"
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/wire"
	"github.com/effectkit/effectkit/value"
)

// instance is one configured reader. What it was configured with stays here,
// so that it can be configured again in a process that was started later.
type instance struct {
	remote  *remote
	section []byte
	secrets map[string]string
	fields  []value.Field
	tier    effect.Tier
	slots   chan struct{} // nil where captures have no limit

	mu       sync.Mutex
	ids      map[uint64]*configured // by generation
	released bool
}

// configured is the instance in one process. Its lock is held while it is
// being configured, so that calls at once configure once.
type configured struct {
	mu sync.Mutex
	id string
}

// Configure makes an instance.
func (r *remote) Configure(ctx context.Context, section []byte, secrets map[string]string) (Instance, *Failure) {
	in := &instance{remote: r, section: section, secrets: secrets, ids: map[uint64]*configured{}}
	if n := r.about.Capabilities.MaxConcurrent; n > 0 {
		in.slots = make(chan struct{}, n)
	}
	lease, f := r.process.Acquire(ctx)
	if f != nil {
		return nil, f
	}
	defer lease.Release()
	resp, f := in.configure(ctx, lease)
	if f != nil {
		return nil, f
	}
	fields, err := wire.FieldsFromProto(resp.GetFields(), resp.GetFieldsKnown())
	if err != nil {
		return nil, r.fail(callConfigure, broken("%v", err))
	}
	in.fields = fields
	in.tier = effect.Tier(r.about.Tier)
	if t := effect.Tier(resp.GetTier()); t != 0 {
		if !t.Valid() || t < in.tier {
			return nil, r.fail(callConfigure, broken("the instance claims tier %s, its adapter %s at best", t, in.tier))
		}
		in.tier = t
	}
	in.ids[lease.Generation()] = &configured{id: resp.GetInstance()}
	return in, nil
}

func (in *instance) configure(ctx context.Context, lease Lease) (resp *adapterv1.ConfigureResponse, f *Failure) {
	f = in.remote.callOn(ctx, lease, callConfigure, func(ctx context.Context, c adapterv1.AdapterClient) (err error) {
		resp, err = c.Configure(ctx, &adapterv1.ConfigureRequest{Config: in.section, Secrets: in.secrets})
		return err
	})
	if f == nil && resp.GetInstance() == "" {
		f = in.remote.fail(callConfigure, broken("it made an instance without a name"))
	}
	return resp, f
}

// in is the instance's name in a lease's process, configured there where it is
// not yet.
func (in *instance) in(ctx context.Context, lease Lease) (string, *Failure) {
	in.mu.Lock()
	c := in.ids[lease.Generation()]
	if c == nil {
		c = &configured{}
		in.ids[lease.Generation()] = c
	}
	for g := range in.ids { // older processes are gone, or on their way
		if g < lease.Generation() {
			delete(in.ids, g)
		}
	}
	in.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.id != "" {
		return c.id, nil
	}
	resp, f := in.configure(ctx, lease)
	if f != nil {
		return "", f
	}
	c.id = resp.GetInstance()
	return c.id, nil
}

// Fields are those known before a read.
func (in *instance) Fields() []value.Field { return in.fields }

// Tier is the instance's own, or its adapter's.
func (in *instance) Tier() effect.Tier { return in.tier }

// TestConnection asks the adapter to try.
func (in *instance) TestConnection(ctx context.Context, bindings Bindings) ([]sdk.Notice, *Failure) {
	lease, f := in.remote.process.Acquire(ctx)
	if f != nil {
		return nil, f
	}
	defer lease.Release()
	id, f := in.in(ctx, lease)
	if f != nil {
		return nil, f
	}
	var notices []sdk.Notice
	f = in.remote.callOn(ctx, lease, callTest, func(ctx context.Context, c adapterv1.AdapterClient) error {
		resp, err := c.TestConnection(ctx, &adapterv1.TestConnectionRequest{Instance: id, Bindings: wire.BindingsToProto(bindings)})
		for _, n := range resp.GetNotices() {
			notices = append(notices, sdk.Notice{
				Code:   wire.Sentence(n.GetCode()),
				Detail: in.remote.opts.Scrub(wire.Sentence(n.GetDetail())),
			})
		}
		return err
	})
	return notices, f
}

// Release forgets the instance in the process that runs. It starts none for
// that, and a process that does not answer loses nothing.
func (in *instance) Release() {
	in.mu.Lock()
	ids := in.ids
	in.ids = map[uint64]*configured{}
	done := in.released
	in.released = true
	in.mu.Unlock()
	if done {
		return
	}
	in.remote.release(ids)
}
