package adapter

import (
	"context"

	"google.golang.org/grpc"
)

// Process is where an adapter runs. It is safe for concurrent use.
type Process interface {
	// Acquire gives the process that new calls go to, started where there is
	// none. The lease is given back with Release.
	Acquire(ctx context.Context) (Lease, *Failure)
	// Running gives the process that runs; ok is false where there is none, and
	// none is started.
	Running() (l Lease, ok bool)
	// Close ends the process and every call to it within four seconds.
	Close() error
}

// Lease is the use of one running process by one call.
type Lease interface {
	Conn() grpc.ClientConnInterface
	// Generation differs between any two processes: each is configured anew.
	Generation() uint64
	// Crash says how the process ended and what it said last; "" while it
	// runs. It waits until the end is known, for a second at most.
	Crash() string
	// Drain takes the process out of use for new calls: it holds on to a
	// capture that was cancelled.
	Drain()
	Release()
}

// steady is a Process that is never replaced, over one connection.
type steady struct {
	conn  grpc.ClientConnInterface
	close func() error
}

func (s *steady) Acquire(context.Context) (Lease, *Failure) { return s, nil }
func (s *steady) Running() (Lease, bool)                    { return s, true }
func (s *steady) Conn() grpc.ClientConnInterface            { return s.conn }
func (s *steady) Generation() uint64                        { return 1 }
func (s *steady) Crash() string                             { return "" }
func (s *steady) Drain()                                    {}
func (s *steady) Release()                                  {}

func (s *steady) Close() error {
	if s.close == nil {
		return nil
	}
	return s.close()
}

// OverConn is a Process over a connection that is there already. close ends
// it; nil leaves it open.
func OverConn(conn grpc.ClientConnInterface, close func() error) Process {
	return &steady{conn: conn, close: close}
}
