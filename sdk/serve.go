package sdk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/effectkit/effectkit/sdk/wire"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// Serve runs an adapter as the process that a host started, until the host
// ends it or is gone. It is all that a main does:
//
//	func main() { sdk.Serve(ledger{}) }
//
// Run by hand, it says on standard error what the program is for and exits
// with 64; with EFFECTKIT_LISTEN=SOCKET in its environment it waits there for
// hosts that name the socket with --dev-plugin, so that its author can debug
// it. Nothing may be printed to standard output before Serve: the first
// line there is the handshake.
func Serve(a Adapter) {
	if at := os.Getenv(wire.ListenEnv); at != "" && os.Getenv(wire.CookieKey) == "" {
		if err := listen(a, at); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(64)
		}
		return
	}
	if os.Getenv(wire.CookieKey) != wire.CookieValue {
		fmt.Fprint(os.Stderr, byHand(a.Describe()))
		os.Exit(64)
	}
	if err := watchLifeline(os.Getenv(wire.LifelineEnv), func() { os.Exit(1) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(64)
	}
	debug.SetGCPercent(gcPercent)
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: Handshake(),
		Plugins:         plugin.PluginSet{wire.PluginName: Plugin(a)},
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(opts, ServerOptions()...)...)
		},
		Logger: hclog.New(&hclog.LoggerOptions{
			Name: a.Describe().Kind, Level: hclog.Info, JSONFormat: true, Output: os.Stderr,
		}),
	})
}

// gcPercent spares a process whose heap is a batch or two a collection for
// every few of them.
const gcPercent = 400

// Handshake is what hosts and adapters agree on before they speak. Hosts call
// it.
func Handshake() plugin.HandshakeConfig {
	return plugin.HandshakeConfig{
		ProtocolVersion:  wire.ProtocolVersion,
		MagicCookieKey:   wire.CookieKey,
		MagicCookieValue: wire.CookieValue,
	}
}

// Plugin is go-plugin's form of an adapter. Hosts call it with nil: their side
// serves nothing.
func Plugin(a Adapter) plugin.Plugin { return grpcPlugin{adapter: a} }

type grpcPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	adapter Adapter
}

// GRPCServer serves the adapter.
func (p grpcPlugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	if p.adapter == nil {
		return errors.New("no adapter to serve")
	}
	Register(s, p.adapter)
	return nil
}

// GRPCClient gives a host the connection itself.
func (p grpcPlugin) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return conn, nil
}

// byHand is what a person reads who runs an adapter's program.
func byHand(d Description) string {
	return fmt.Sprintf("%q is an effectkit adapter: a program that effectkit starts, not a person.\n"+
		"Name it under plugins: in a deployment, lock it with: effectkit adapters lock\n", d.Kind)
}
