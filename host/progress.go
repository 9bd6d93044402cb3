package host

import "time"

// Progress are functions that are told how a verification gets on. Each may be
// nil. They are called from the goroutine that called the host's method, one
// at a time, and should return quickly.
type Progress struct {
	// Read is called after each round of reads.
	Read func(ReadProgress)
	// Waiting is called before the host sleeps until the next round.
	Waiting func(ReadProgress)
}

// ReadProgress is how far a verification has come.
type ReadProgress struct {
	Reads int
	// Elapsed is the time since Verify was called.
	Elapsed time.Duration
	// Left is the time until the last read starts, as things stand; 0 when it
	// is due.
	Left time.Duration
}

func (p *Progress) read(r ReadProgress) {
	if p != nil && p.Read != nil {
		p.Read(r)
	}
}

func (p *Progress) waiting(r ReadProgress) {
	if p != nil && p.Waiting != nil {
		p.Waiting(r)
	}
}
