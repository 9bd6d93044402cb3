package port

import (
	"fmt"
	"net"
	"strings"
	"time"
)

// Free is a port that the system chose. Somebody else may take it before the
// caller does.
func Free() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Greeted waits until the server at an address says something that starts with
// greeting, such as "SSH-" or "220".
func Greeted(address, greeting string, within time.Duration) error {
	deadline := time.Now().Add(within)
	for {
		said, err := hear(address, len(greeting), deadline)
		if err == nil && strings.HasPrefix(said, greeting) {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the server does not greet: %v", err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func hear(address string, n int, deadline time.Time) (string, error) {
	c, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err := c.SetReadDeadline(deadline); err != nil {
		return "", err
	}
	said := make([]byte, n)
	read, err := c.Read(said)
	return string(said[:read]), err
}
