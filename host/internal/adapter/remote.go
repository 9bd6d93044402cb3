package adapter

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/effectkit/effectkit/effect"
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/wire"

	"google.golang.org/grpc/stats"
)

// Options are what the host lays on top of the contract.
type Options struct {
	// Scrub takes known secrets out of a detail; nil changes nothing.
	Scrub func(string) string
	// Grace is how long a cancelled capture may still run before its process
	// counts as stuck; 0 is a second.
	Grace time.Duration
	// AnswerWithin bounds the calls that an adapter answers at once: Describe,
	// Running and Release. 0 is ten seconds.
	AnswerWithin time.Duration
	// Stats observes the calls; nil observes nothing.
	Stats stats.Handler
}

func (o Options) withDefaults() Options {
	if o.Scrub == nil {
		o.Scrub = func(s string) string { return s }
	}
	if o.Grace == 0 {
		o.Grace = time.Second
	}
	if o.AnswerWithin == 0 {
		o.AnswerWithin = 10 * time.Second
	}
	return o
}

// The calls of the contract, as failures name them.
const (
	callDescribe  = "describe"
	callConfigure = "configure"
	callTest      = "test connection"
	callCapture   = "capture"
)

// remote is the client of one adapter, wherever it runs.
type remote struct {
	process  Process
	identity Identity
	opts     Options
	about    sdk.Description
	cancels  bool // a cancelled capture ends, and Running says which did not
	captures atomic.Uint64

	closing   context.Context
	close     context.CancelFunc
	followUps sync.WaitGroup
	releases  sync.WaitGroup
}

// Open asks an adapter what it is and gives the host's view of it. The
// identity's Kind must be what the adapter says; its Version is taken from
// what the adapter says. On a failure the process is not closed.
func Open(ctx context.Context, p Process, id Identity, opts Options) (Adapter, *Failure) {
	r := &remote{process: p, identity: id, opts: opts.withDefaults()}
	r.closing, r.close = context.WithCancel(context.Background())
	ctx, cancel := context.WithTimeout(ctx, r.opts.AnswerWithin)
	defer cancel()
	var resp *adapterv1.DescribeResponse
	f := r.call(ctx, callDescribe, func(ctx context.Context, c adapterv1.AdapterClient) (err error) {
		resp, err = c.Describe(ctx, &adapterv1.DescribeRequest{Host: &adapterv1.Capabilities{Gaps: true, Source: true, Cancel: true}})
		return err
	})
	if f != nil {
		return nil, f
	}
	if resp.GetKind() != id.Kind {
		return nil, r.fail(callDescribe, broken("it says that its kind is %q, and was opened as %q", resp.GetKind(), id.Kind))
	}
	if t := effect.Tier(resp.GetTier()); !t.Valid() {
		return nil, r.fail(callDescribe, broken("it says that its tier is %d, not 1 to 4", resp.GetTier()))
	}
	r.identity.Version = resp.GetVersion()
	r.about = descriptionOf(resp)
	r.cancels = resp.GetCapabilities().GetCancel()
	return r, nil
}

func descriptionOf(m *adapterv1.DescribeResponse) sdk.Description {
	return sdk.Description{
		Kind: m.GetKind(), Version: wire.Sentence(m.GetVersion()), Title: wire.Sentence(m.GetTitle()),
		Tier: int(m.GetTier()), Schema: string(m.GetConfigSchema()),
		Capabilities: sdk.Capabilities{
			MaxConcurrent: int(m.GetCapabilities().GetMaxConcurrent()),
			Source:        m.GetCapabilities().GetSource(),
			Paging:        m.GetCapabilities().GetPaging(),
		},
	}
}

// Identity says which code reads.
func (r *remote) Identity() Identity { return r.identity }

// Describe is what the adapter said of itself when it was opened.
func (r *remote) Describe() sdk.Description { return r.about }

// Close ends the adapter and waits for what still asks after captures.
func (r *remote) Close() error {
	r.releases.Wait() // each within releaseWithin
	r.close()
	err := r.process.Close()
	r.followUps.Wait()
	return err
}

// call does one unary call in a process that runs.
func (r *remote) call(ctx context.Context, name string, do func(context.Context, adapterv1.AdapterClient) error) *Failure {
	lease, f := r.process.Acquire(ctx)
	if f != nil {
		return f
	}
	defer lease.Release()
	return r.callOn(ctx, lease, name, do)
}

func (r *remote) callOn(ctx context.Context, lease Lease, name string, do func(context.Context, adapterv1.AdapterClient) error) *Failure {
	if err := do(ctx, adapterv1.NewAdapterClient(lease.Conn())); err != nil {
		return r.failed(ctx, lease, name, err)
	}
	return nil
}

// failed is the failure of a call that ended with err.
func (r *remote) failed(ctx context.Context, lease Lease, name string, err error) *Failure {
	c := classify(ctx, err)
	if c.crash {
		if how := lease.Crash(); how != "" {
			c.detail = how
		}
	}
	return r.fail(name, c)
}

// fail gives a cause the adapter's name and digest, and takes secrets out.
func (r *remote) fail(call string, c cause) *Failure {
	return &Failure{
		Ground:        c.ground,
		Detail:        r.opts.Scrub(fmt.Sprintf("%s: %s: %s", r.identity, call, c.detail)),
		Misconfigured: c.misconfigured,
	}
}

// nextCapture names a capture within this host.
func (r *remote) nextCapture() string { return strconv.FormatUint(r.captures.Add(1), 10) }
