package engine

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// dialer hands out numbers and notes which were closed.
type dialer struct {
	next    int
	dropped []int
	err     error
}

func (d *dialer) dial(context.Context) (int, error) {
	if d.err != nil {
		return 0, d.err
	}
	d.next++
	return d.next, nil
}

func (d *dialer) drop(n int) { d.dropped = append(d.dropped, n) }

func TestPoolHandsOutIdleConnectionsAgain(t *testing.T) {
	d := &dialer{}
	p := NewPool(2, d.dial, d.drop)
	first, used, err := p.Get(t.Context())
	if err != nil || used || first != 1 {
		t.Fatalf("got %d, used %v, %v", first, used, err)
	}
	p.Put(first, true)
	again, used, err := p.Get(t.Context())
	if err != nil || !used || again != 1 {
		t.Fatalf("got %d, used %v, %v", again, used, err)
	}
	p.Put(again, false)
	if !slices.Equal(d.dropped, []int{1}) {
		t.Errorf("closed %v, want the one that was not healthy", d.dropped)
	}
}

func TestPoolWaitsWhileAllAreInUse(t *testing.T) {
	d := &dialer{}
	p := NewPool(1, d.dial, d.drop)
	held, _, err := p.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := p.Get(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a second connection beyond the cap: %v", err)
	}
	p.Put(held, true)
	if _, _, err := p.Get(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestPoolGivesUpItsPlaceWhenDialFails(t *testing.T) {
	d := &dialer{err: errors.New("down")}
	p := NewPool(1, d.dial, d.drop)
	for range 3 {
		if _, _, err := p.Get(t.Context()); !errors.Is(err, d.err) {
			t.Fatalf("got %v", err)
		}
	}
	d.err = nil
	conn, _, err := p.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.err = errors.New("down again")
	if _, err := p.Renew(t.Context(), conn); !errors.Is(err, d.err) {
		t.Fatalf("got %v", err)
	}
	d.err = nil
	if _, _, err := p.Get(t.Context()); err != nil {
		t.Errorf("the place of the lost connection is not free: %v", err)
	}
}

func TestPoolClosesWhatComesBackLate(t *testing.T) {
	d := &dialer{}
	p := NewPool(2, d.dial, d.drop)
	idle, _, _ := p.Get(t.Context())
	late, _, _ := p.Get(t.Context())
	p.Put(idle, true)
	p.Close()
	p.Put(late, true)
	if !slices.Equal(d.dropped, []int{idle, late}) {
		t.Errorf("closed %v", d.dropped)
	}
}
