package plugin

import (
	"context"
	"fmt"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// reattach speaks to a plugin that a person started, as in a debugger, over its
// socket. Nobody supervises it: it has no certificate, its environment is its
// own, and it lives on when the host ends.
func reattach(ctx context.Context, id adapter.Identity, socket string, o Options) (adapter.Adapter, *adapter.Failure) {
	conn, err := grpc.NewClient("unix:"+socket, append(o.Adapter.DialOptions(), grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	if err != nil {
		return nil, &adapter.Failure{Ground: effect.AdapterFailed, Detail: fmt.Sprintf("%q: the socket cannot be used: %v", socket, err), Misconfigured: true}
	}
	p := adapter.OverConn(conn, conn.Close)
	a, f := adapter.Open(ctx, p, id, o.Adapter)
	if f != nil {
		_ = p.Close()
		return nil, f
	}
	return a, nil
}
