package adapter

import (
	"context"
	"net"

	"github.com/effectkit/effectkit/sdk"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"
)

// pipeBytes is the buffer of an in-memory connection in each direction.
const pipeBytes = 256 << 10

// InMemory opens an adapter in this process. It speaks gRPC like any other, so
// that built-ins and plugins behave alike.
func InMemory(a sdk.Adapter, hostVersion string) (Adapter, error) {
	return InMemoryWith(a, hostVersion, Options{})
}

// InMemoryWith is InMemory with options.
func InMemoryWith(a sdk.Adapter, hostVersion string, opts Options) (Adapter, error) {
	p, err := serveInMemory(func(r grpc.ServiceRegistrar) { sdk.Register(r, a) }, opts)
	if err != nil {
		return nil, err
	}
	id := Identity{Kind: a.Describe().Kind, Digest: "builtin:" + hostVersion}
	opened, f := Open(context.Background(), p, id, opts)
	if f != nil {
		_ = p.Close()
		return nil, f
	}
	return opened, nil
}

// serveInMemory runs a server and connects to it.
func serveInMemory(register func(grpc.ServiceRegistrar), opts Options) (Process, error) {
	listener := bufconn.Listen(pipeBytes)
	server := grpc.NewServer(sdk.ServerOptions()...)
	register(server)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener) // ends with Stop
	}()
	conn, err := grpc.NewClient("passthrough:///in-memory", append(opts.DialOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
	)...)
	stop := func() error {
		if conn != nil {
			_ = conn.Close()
		}
		server.Stop()
		<-served
		return nil
	}
	if err != nil {
		_ = stop()
		return nil, err
	}
	return OverConn(conn, stop), nil
}
