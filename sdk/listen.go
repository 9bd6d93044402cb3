package sdk

import (
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc"
)

// listen serves an adapter on a Unix socket, which nobody else may use, until
// the process is interrupted or terminated. The error says why it cannot.
func listen(a Adapter, socket string) error {
	l, err := net.Listen("unix", socket)
	if err != nil {
		return fmt.Errorf("%q: no socket can be made there: %w", socket, err)
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		_ = l.Close()
		return fmt.Errorf("%q: the socket cannot be kept from others: %w", socket, err)
	}
	server := grpc.NewServer(ServerOptions()...)
	Register(server, a)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupted)
	go func() {
		<-interrupted
		server.Stop() // closes the listener, which removes the socket
	}()
	kind := a.Describe().Kind
	fmt.Fprintf(os.Stderr, "%s waits; start effectkit with: --dev-plugin %s=%s\n", kind, kind, socket)
	return server.Serve(l)
}
