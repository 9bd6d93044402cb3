package plugin

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/effectkit/effectkit/sdk/wire"
)

// maxHandshake is the longest first line: numbers, an address, a certificate.
const maxHandshake = 16 << 10

// errOutside is an address that a plugin may not have.
var errOutside = errors.New("its address is not a socket in the directory that was made for it")

// firstLine is a plugin's standard output as go-plugin may see it: one line,
// and the end when the process ends.
type firstLine struct {
	once  sync.Once
	ready chan struct{} // closed when there is a line
	ended chan struct{}
	text  string

	mu   sync.Mutex
	rest string
}

func newFirstLine() *firstLine {
	return &firstLine{ready: make(chan struct{}), ended: make(chan struct{})}
}

func (f *firstLine) set(line []byte) {
	if len(line) == 0 {
		return
	}
	f.text = strings.TrimRight(string(line), "\r\n")
	f.mu.Lock()
	f.rest = f.text + "\n"
	f.mu.Unlock()
	close(f.ready)
}

func (f *firstLine) end() { f.once.Do(func() { close(f.ended) }) }

// Read gives the line once, then waits for the end.
func (f *firstLine) Read(p []byte) (int, error) {
	select {
	case <-f.ready:
		f.mu.Lock()
		n := copy(p, f.rest)
		f.rest = f.rest[n:]
		f.mu.Unlock()
		if n > 0 {
			return n, nil
		}
		<-f.ended
	case <-f.ended:
		select {
		case <-f.ready:
			return f.Read(p)
		default:
		}
	}
	return 0, io.EOF
}

// Close does nothing: the line belongs to the process.
func (f *firstLine) Close() error { return nil }

// line is the first line; ok is false while there is none.
func (f *firstLine) line() (text string, ok bool) {
	select {
	case <-f.ready:
		return f.text, true
	default:
		return "", false
	}
}

// wrongHandshake says what is wrong with a first line; "" when nothing that
// can be told from it is.
func wrongHandshake(line string) string {
	parts := strings.Split(line, "|")
	if len(parts) < 5 {
		return fmt.Sprintf("it wrote %q to standard output, where the handshake comes first: "+
			"an adapter writes nothing there (log to standard error instead)", short(line))
	}
	if parts[0] != "1" {
		return fmt.Sprintf("its handshake is of core version %s, not 1", short(parts[0]))
	}
	if parts[1] != strconv.Itoa(wire.ProtocolVersion) {
		return fmt.Sprintf("it speaks version %s of the adapter contract, this host version %d: build it against an sdk of that version",
			short(parts[1]), wire.ProtocolVersion)
	}
	if parts[4] != "grpc" {
		return fmt.Sprintf("it speaks %q, not gRPC", short(parts[4]))
	}
	return ""
}

// short cuts what is quoted in a message.
func short(s string) string {
	const most = 120
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
