package engine

import (
	"context"
	"sync"
)

// Pool keeps at most so many connections and hands out idle ones again. It is
// safe for concurrent use.
type Pool[T any] struct {
	dial  func(context.Context) (T, error)
	drop  func(T)
	slots chan struct{}

	mu     sync.Mutex
	idle   []T
	closed bool
}

// NewPool makes a pool of at most size connections, opened by dial and closed
// by drop.
func NewPool[T any](size int, dial func(context.Context) (T, error), drop func(T)) *Pool[T] {
	return &Pool[T]{dial: dial, drop: drop, slots: make(chan struct{}, size)}
}

// Get gives an idle connection, or a new one, waiting while all are in use.
// used tells that it served before and may have been lost since. The error is
// the context's, or dial's.
func (p *Pool[T]) Get(ctx context.Context) (conn T, used bool, err error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return conn, false, ctx.Err()
	}
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		conn, p.idle = p.idle[n-1], p.idle[:n-1]
		p.mu.Unlock()
		return conn, true, nil
	}
	p.mu.Unlock()
	if conn, err = p.dial(ctx); err != nil {
		<-p.slots
	}
	return conn, false, err
}

// Renew gives a new connection in place of one that was lost.
func (p *Pool[T]) Renew(ctx context.Context, lost T) (conn T, err error) {
	p.drop(lost)
	if conn, err = p.dial(ctx); err != nil {
		<-p.slots
	}
	return conn, err
}

// Put gives a connection back; one that is not healthy is closed.
func (p *Pool[T]) Put(conn T, healthy bool) {
	p.mu.Lock()
	keep := healthy && !p.closed
	if keep {
		p.idle = append(p.idle, conn)
	}
	p.mu.Unlock()
	if !keep {
		p.drop(conn)
	}
	<-p.slots
}

// Close closes the idle connections, and the others when they come back.
func (p *Pool[T]) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, conn := range idle {
		p.drop(conn)
	}
}
