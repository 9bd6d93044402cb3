package plugin

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"

	"google.golang.org/grpc"
)

// supervisor keeps one plugin running: it starts a process when a call needs
// one, again after a crash, and beside one that is stuck. It is an
// [adapter.Process].
type supervisor struct {
	identity adapter.Identity
	image    *Image
	opts     Options

	mu       sync.Mutex
	breaker  breaker
	next     uint64
	current  *running
	starting *starting
	all      map[*running]struct{}
	closed   bool
	stops    sync.WaitGroup
}

// starting is a start that is under way.
type starting struct {
	done    chan struct{}
	process *process
	err     error
}

// running is a process with the calls that use it.
type running struct {
	*process
	owner    *supervisor
	uses     int
	draining bool
	counted  bool // its crash is
	overdue  *time.Timer
}

// Launch starts a plugin and asks what it is. The image is closed with the
// adapter, or with a failure.
func Launch(ctx context.Context, id adapter.Identity, image *Image, o Options) (adapter.Adapter, *adapter.Failure) {
	o = o.withDefaults()
	s := &supervisor{identity: id, image: image, opts: o, all: map[*running]struct{}{}, breaker: breaker{now: o.Now}}
	a, f := adapter.Open(ctx, s, id, o.Adapter)
	if f != nil {
		_ = s.Close()
		return nil, f
	}
	return a, nil
}

// Acquire gives the process that new calls go to.
func (s *supervisor) Acquire(ctx context.Context) (adapter.Lease, *adapter.Failure) {
	for {
		s.mu.Lock()
		switch {
		case s.closed:
			s.mu.Unlock()
			return nil, s.fail("it was closed")
		case s.current != nil && s.current.alive():
			lease := s.lease(s.current)
			s.mu.Unlock()
			return lease, nil
		case s.starting == nil:
			s.retire(s.current)
			if why := s.breaker.open(); why != "" {
				s.mu.Unlock()
				return nil, s.fail(why)
			}
			if f := s.begin(); f != nil {
				s.mu.Unlock()
				return nil, f
			}
		}
		wait := s.starting
		s.mu.Unlock()
		select {
		case <-wait.done:
		case <-ctx.Done():
			return nil, &adapter.Failure{Ground: effect.Unreachable, Detail: s.opts.Scrub(
				fmt.Sprintf("%s: start: stopped while it was being started", s.identity))}
		}
		if wait.err != nil {
			return nil, s.fail(wait.err.Error())
		}
	}
}

// begin begins the next start. It needs the lock.
func (s *supervisor) begin() *adapter.Failure {
	s.next++
	p, err := newProcess(s.next, s.image, s.identity.Kind, s.opts)
	if err != nil {
		return s.fail(err.Error())
	}
	s.starting = &starting{done: make(chan struct{}), process: p}
	go s.start(s.starting)
	return nil
}

// start makes the next process. It runs beside the calls that wait for it, so
// that one of them may leave.
func (s *supervisor) start(st *starting) {
	defer close(st.done)
	st.err = st.process.start(s.opts.StartTimeout)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starting = nil
	if st.err != nil {
		s.breaker.crashed(st.err.Error())
		return
	}
	r := &running{process: st.process, owner: s}
	s.all[r] = struct{}{}
	if s.closed {
		s.drop(r)
		return
	}
	s.current = r
	s.stops.Go(func() { s.watch(r) })
}

// watch counts a process that ends without being asked to.
func (s *supervisor) watch(r *running) {
	select {
	case <-r.stopping:
	case <-r.runner.exited:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.count(r)
	}
}

// count counts a crash, once. It needs the lock.
func (s *supervisor) count(r *running) {
	select {
	case <-r.stopping:
		return
	default:
	}
	if r.counted {
		return
	}
	r.counted = true
	how := r.crash()
	s.breaker.crashed(how)
	s.opts.Logger.Error("a plugin's process ended", "plugin", s.identity.String(), "how", how)
}

// lease needs the lock.
func (s *supervisor) lease(r *running) adapter.Lease {
	r.uses++
	return &lease{running: r}
}

// Running gives the process that runs, and starts none.
func (s *supervisor) Running() (adapter.Lease, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.current == nil || !s.current.alive() {
		return nil, false
	}
	return s.lease(s.current), true
}

// retire lets go of a process that has ended, once no call uses it. It needs
// the lock.
func (s *supervisor) retire(r *running) {
	if r == nil {
		return
	}
	s.current = nil
	s.count(r)
	r.draining = true
	if r.uses == 0 {
		s.drop(r)
	}
}

// drop stops a process. It needs the lock.
func (s *supervisor) drop(r *running) {
	if _, ok := s.all[r]; !ok {
		return
	}
	delete(s.all, r)
	if r.overdue != nil {
		r.overdue.Stop()
	}
	s.stops.Go(func() { r.stop(s.opts.StopTimeout) })
}

// Close ends every process within the time that stopping may take.
func (s *supervisor) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	if s.starting != nil {
		s.starting.process.kill()
	}
	wait := s.starting
	for r := range s.all {
		s.drop(r)
	}
	s.mu.Unlock()
	if wait != nil {
		<-wait.done
	}
	s.stops.Wait()
	return s.image.Close()
}

func (s *supervisor) fail(why string) *adapter.Failure {
	return &adapter.Failure{Ground: effect.AdapterFailed, Detail: s.opts.Scrub(fmt.Sprintf("%s: start: %s", s.identity, why))}
}

// lease is one call's use of a process.
type lease struct {
	*running
	once sync.Once
}

// Conn is the connection to the process.
func (l *lease) Conn() grpc.ClientConnInterface { return l.conn }

// Generation tells processes apart.
func (l *lease) Generation() uint64 { return l.generation }

// Crash says how the process ended.
func (l *lease) Crash() string { return l.crash() }

// Drain lets new calls go to a fresh process. The old one ends when its other
// calls did, or when they took too long.
func (l *lease) Drain() {
	s := l.owner
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.draining || s.closed {
		return
	}
	if s.current == l.running {
		s.current = nil
	}
	l.draining = true
	s.opts.Logger.Warn("a plugin holds on to a capture that was cancelled; new calls go to a fresh process",
		"plugin", s.identity.String())
	l.overdue = time.AfterFunc(s.opts.DrainTimeout, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.drop(l.running)
	})
}

// Release gives the use back.
func (l *lease) Release() {
	l.once.Do(func() {
		s := l.owner
		s.mu.Lock()
		defer s.mu.Unlock()
		l.uses--
		if l.draining && l.uses == 0 {
			s.drop(l.running)
		}
	})
}
