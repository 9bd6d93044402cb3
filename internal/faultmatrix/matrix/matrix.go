package matrix

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/effectkit/effectkit/sdk"
)

// Options say what to run. The zero Options run nothing.
type Options struct {
	// Seeds is how many runs a cell has in process, IsolatedSeeds out of it.
	Seeds, IsolatedSeeds int
	// Faces, Contracts and Faults narrow it down; empty is all.
	Faces, Contracts, Faults []string
	// Self is the executable that serves `adapter KIND` out of process.
	Self string
	// SFTP is the server of the face sftp, which is not played without one.
	SFTP *SFTP
	// Adapters are those that read, by the clock that they are to wait on; nil
	// is the built-in ones.
	Adapters func(Clock) []sdk.Adapter
	// Workers is how many runs are played at once; 0 is 1.
	Workers int
}

// Tally is what the runs of one cell came to.
type Tally struct {
	Cell    Cell
	Results []*Result
}

// cells are all that the options ask for, in the order of the table.
func (o Options) cells() ([]Cell, error) {
	var out []Cell
	for i := range families {
		f := &families[i]
		faults, err := f.faults()
		if err != nil {
			return nil, err
		}
		for _, fault := range faults {
			for _, face := range f.faces {
				if face == "sftp" && o.SFTP == nil || !applies(fault, face) || !picked(o.Faces, face) || !picked(o.Faults, fault.Name) {
					continue
				}
				for _, contract := range Contracts {
					if !picked(o.Contracts, contract) {
						continue
					}
					for _, m := range o.modes() {
						out = append(out, Cell{Fault: fault, Face: face, Contract: contract, Mode: m, family: f})
					}
				}
			}
		}
	}
	return out, nil
}

func picked(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }

func (o Options) modes() []string {
	var out []string
	if o.Seeds > 0 {
		out = append(out, InProcess)
	}
	if o.IsolatedSeeds > 0 {
		out = append(out, Isolated)
	}
	return out
}

// sftpSeeds is how many runs a cell over SFTP has at most: each of its reads
// goes through a real server.
const sftpSeeds = 5

func (o Options) seeds(c Cell) int {
	n := o.Seeds
	if c.Mode == Isolated {
		n = o.IsolatedSeeds
	}
	if c.Face == "sftp" {
		n = min(n, sftpSeeds)
	}
	return n
}

// Run plays every cell that the options ask for. The error is for a matrix that
// could not be played; what is wrong in it is in the scores.
func Run(ctx context.Context, o Options) ([]Tally, error) {
	cells, err := o.cells()
	if err != nil {
		return nil, err
	}
	if len(cells) == 0 {
		return nil, errors.New("no fault, face and contract of these names go together")
	}
	tallies := make([]Tally, len(cells))
	next := make(chan int)
	errs := make([]error, max(o.Workers, 1))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			if errs[i] = o.work(ctx, cells, tallies, next); errs[i] != nil {
				cancel()
			}
		})
	}
	for i := range cells {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	wg.Wait()
	return tallies, errors.Join(errs...)
}

// work plays cells in a world of its own until there are no more.
func (o Options) work(ctx context.Context, cells []Cell, tallies []Tally, next <-chan int) (err error) {
	w, err := newWorld(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	for i := range next {
		tallies[i].Cell = cells[i]
		for seed := range o.seeds(cells[i]) {
			r, err := w.run(ctx, cells[i], seed)
			if err != nil {
				c := cells[i]
				return fmt.Errorf("%s, %s, %s, %s, seed %d: %w", c.Fault.Name, c.Face, c.Contract, c.Mode, seed, err)
			}
			tallies[i].Results = append(tallies[i].Results, r)
		}
	}
	return nil
}
