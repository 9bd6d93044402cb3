package sftp

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
)

const (
	dialTimeout = 20 * time.Second
	aliveWithin = 5 * time.Second
	maxIdle     = 4
)

// Config says where to connect, as whom, and what to read.
type Config struct {
	Host       string
	Port       int // 0 is 22
	User       string
	KnownHosts string // path of the file
	Root       string
	Auth       []Auth // at least one
	// Skew is how far the server's clock may differ from this machine's while
	// it could not be measured.
	Skew time.Duration
}

// Dialer opens the folder, on a connection that an earlier capture left or on
// a new one. It is safe for concurrent use.
type Dialer struct {
	cfg   Config
	mu    sync.Mutex
	idle  []*conn
	done  bool
	clock clock
}

// New makes a dialer; nothing is connected yet.
func New(cfg Config) *Dialer {
	if cfg.Port == 0 {
		cfg.Port = 22
	}
	return &Dialer{cfg: cfg}
}

// conn is one connection; it serves one capture at a time.
type conn struct {
	net    net.Conn
	ssh    *ssh.Client
	sftp   *sftp.Client
	source string
	root   string
}

func (c *conn) close() {
	// The socket first: the polite end of a stalled connection would wait.
	_ = c.net.Close()
	_ = c.sftp.Close()
	_ = c.ssh.Close()
}

// Open gives the folder for one capture. Closing it keeps the connection for
// the next, unless ctx has ended or the connection broke. Errors are
// [sdk.ReadError]s.
func (d *Dialer) Open(ctx context.Context) (files.Tree, error) {
	c, err := d.take(ctx)
	if err != nil {
		return nil, err
	}
	t := &tree{dialer: d, conn: c}
	t.stop = context.AfterFunc(ctx, c.close)
	return t, nil
}

// Close ends the idle connections. Those in use end with their captures.
func (d *Dialer) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.idle {
		c.close()
	}
	d.idle, d.done = nil, true
	return nil
}

// take finds an idle connection that still answers, or makes one.
func (d *Dialer) take(ctx context.Context) (*conn, error) {
	for {
		d.mu.Lock()
		n := len(d.idle)
		if n == 0 {
			d.mu.Unlock()
			return d.dial(ctx)
		}
		c := d.idle[n-1]
		d.idle = d.idle[:n-1]
		d.mu.Unlock()
		if c.alive(ctx) {
			return c, nil
		}
		c.close()
	}
}

func (c *conn) alive(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, aliveWithin)
	defer cancel()
	stop := context.AfterFunc(ctx, c.close)
	_, err := c.sftp.RealPath(".")
	return stop() && err == nil
}

func (d *Dialer) give(c *conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.done || len(d.idle) == maxIdle {
		c.close()
		return
	}
	d.idle = append(d.idle, c)
}

func (d *Dialer) dial(ctx context.Context) (*conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	address := net.JoinHostPort(d.cfg.Host, strconv.Itoa(d.cfg.Port))
	hostKey, err := newVerifier(d.cfg.KnownHosts, address)
	if err != nil {
		return nil, err
	}
	methods, closers, err := authMethods(d.cfg.Auth)
	for _, c := range closers {
		defer c.Close()
	}
	if err != nil {
		return nil, err
	}
	socket, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, sdk.Unreachable("%s does not answer: %s", address, netCause(err)).WithCause(err)
	}
	stop := context.AfterFunc(ctx, func() { _ = socket.Close() })
	defer stop()
	sc, chans, reqs, err := ssh.NewClientConn(socket, address, &ssh.ClientConfig{
		User: d.cfg.User, Auth: methods,
		HostKeyCallback: hostKey.check, HostKeyAlgorithms: hostKey.algorithms(),
	})
	if err != nil {
		_ = socket.Close()
		return nil, d.handshakeError(ctx, address, hostKey, err)
	}
	c := &conn{net: socket, ssh: ssh.NewClient(sc, chans, reqs)}
	if c.sftp, err = sftp.NewClient(c.ssh); err != nil {
		_ = c.ssh.Close()
		return nil, sdk.Unreachable("%s does not speak SFTP to this user", address).WithCause(err)
	}
	if c.root, err = c.sftp.RealPath(d.cfg.Root); err != nil {
		c.close()
		return nil, rootError(err)
	}
	if !stop() {
		c.close()
		return nil, sdk.Unreachable("%s did not answer in time", address).WithCause(ctx.Err())
	}
	c.source = "sftp:" + ssh.FingerprintSHA256(hostKey.seen) + ":" + c.root
	return c, nil
}

// handshakeError tells a host key that was refused from credentials that were.
func (d *Dialer) handshakeError(ctx context.Context, address string, hostKey *verifier, err error) error {
	var ne net.Error
	switch {
	case hostKey.refusal != nil:
		return hostKey.refusal
	case ctx.Err() != nil:
		return sdk.Unreachable("%s did not answer in time", address).WithCause(err)
	case hostKey.seen != nil && !errors.Is(err, io.EOF) && !errors.As(err, &ne):
		return sdk.CredentialRefused("%s refuses user %q; check the key or password that the section names", address, d.cfg.User).WithCause(err)
	}
	return sdk.Unreachable("%s broke off before it was known who it is; if known_hosts lacks the type of its key, record that one", address).WithCause(err)
}

// netCause is why a connection failed, without more than the section said.
func netCause(err error) string {
	var dns *net.DNSError
	var ne net.Error
	switch {
	case errors.As(err, &dns):
		return "its name does not resolve"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &ne) && ne.Timeout():
		return "timed out"
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Err != nil {
		return op.Err.Error()
	}
	return "the connection failed"
}
