package faultserver

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// write takes one write of the actor. It is the same for all faces.
func (b *Backend) write(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	answer := b.run.Fault.Answer
	if answer.Status < http.StatusBadRequest {
		b.take(r.Header.Get("Idempotency-Key"))
	}
	b.mu.Unlock()
	if answer.HangMS > 0 {
		b.opts.Pass(time.Duration(answer.HangMS) * time.Millisecond)
		panic(http.ErrAbortHandler) // the connection closes without an answer
	}
	if answer.Status == 0 {
		answer.Status = http.StatusOK
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Status)
	_, _ = io.WriteString(w, `{"received":true}`)
}

// take schedules what a write does.
func (b *Backend) take(key string) {
	if b.run.Fault.Client.Keyed {
		if b.keys[key] {
			return
		}
		b.keys[key] = true
	}
	now := b.opts.Now()
	b.pending = merged(b.pending, schedule(b.run.Fault.Steps, b.run.Face, now.Add(b.run.Shift)))
	b.advance(now)
}

// Act writes as the actor does: as often as the fault's client posts, over a
// connection each, so that the client posts nothing again of its own accord. It
// gives what the actor's screen shows, which is the fault's word: no screen is
// read.
func (b *Backend) Act(ctx context.Context, client *http.Client, url string) (Screen, error) {
	b.mu.Lock()
	run := b.run
	b.written = b.opts.Now()
	b.mu.Unlock()
	for range max(run.Fault.Client.Posts, 1) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/write", strings.NewReader(`{}`))
		if err != nil {
			return "", err
		}
		req.Close = true
		req.Header.Set("Idempotency-Key", run.Key)
		res, err := client.Do(req)
		switch {
		case err == nil:
			_, _ = io.Copy(io.Discard, res.Body)
			res.Body.Close()
		case run.Fault.Answer.HangMS == 0:
			return "", err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.opts.Now()
	b.pending = merged(b.pending, schedule(run.Fault.Meanwhile, run.Face, now.Add(run.Shift)))
	b.advance(now)
	return run.Fault.Screen, nil
}
