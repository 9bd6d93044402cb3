package peers

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

//go:embed testdata
var files embed.FS

// Peer is a server that runs.
type Peer struct {
	Base  string // http://127.0.0.1:port
	token string
}

// startTimeout bounds how long a server may take to say its port.
const startTimeout = 60 * time.Second

// FHIR starts the FHIR server. A token that is not "" is asked of every
// request.
func FHIR(t testing.TB, token string) *Peer { return start(t, "fhir.mjs", token) }

// REST starts the REST server, whose one list is /orders.
func REST(t testing.TB, token string) *Peer { return start(t, "rest.cjs", token) }

// GraphQL starts the GraphQL server; its end-point is /graphql.
func GraphQL(t testing.TB, token string) *Peer { return start(t, "graphql.mjs", token) }

func start(t testing.TB, script, token string) *Peer {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		unavailable(t, "node is not installed")
	}
	dir, err := installed()
	if err != nil {
		unavailable(t, err.Error())
	}
	cmd := exec.Command(node, script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TOKEN=" + token}
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	port := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		port <- strings.TrimSpace(line)
	}()
	select {
	case p := <-port:
		if p == "" {
			_ = cmd.Wait()
			t.Fatalf("%s did not start: %s", script, problems.String())
		}
		return &Peer{Base: "http://127.0.0.1:" + p, token: token}
	case <-time.After(startTimeout):
		t.Fatalf("%s took longer than %v to start", script, startTimeout)
		return nil
	}
}

func unavailable(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("EFFECTKIT_LIVE") == "require" {
		t.Fatalf("live peers are required and cannot be had: %s", why)
	}
	t.Skipf("no live peers: %s", why)
}

// Do sends a request as an actor would, body as JSON where it is not nil, and
// fails the test when the server does not accept it.
func (p *Peer) Do(t testing.TB, method, path string, body any) {
	t.Helper()
	if err := p.do(method, path, body); err != nil {
		t.Fatal(err)
	}
}

func (p *Peer) do(method, path string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, p.Base+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Close = true
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err == nil && (res.StatusCode >= 300 || bytes.Contains(answer, []byte(`"errors"`))) {
		err = errors.New(string(answer))
	}
	if err != nil {
		return fmt.Errorf("%s %s: %d %w", method, path, res.StatusCode, err)
	}
	return nil
}
