package files

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"regexp"
)

// Content says what to find out about a file's bytes.
type Content struct {
	Hash bool
	// Probe is looked for in the whole text; nil for none.
	Probe *regexp.Regexp
	// Limit is how many bytes are read at most; 0 is no limit.
	Limit int64
}

// Wanted tells whether there is anything to read at all.
func (c Content) Wanted() bool { return c.Hash || c.Probe != nil }

// Found is what a file's bytes said.
type Found struct {
	Info   Info // of the file that was read
	SHA256 string
	Match  bool
}

// Errors of [Content.Read]; others are the tree's.
var (
	// ErrMoved says that the file was written to, replaced or removed while it
	// was read.
	ErrMoved = errors.New("written to while being read")
	// ErrTooLong says that the file is longer than may be read.
	ErrTooLong = errors.New("longer than may be read")
)

// Read streams one file and looks at it before and after, through the open
// file and through its name: what was written to in between is [ErrMoved].
func (c Content) Read(ctx context.Context, tree Tree, seen Info) (Found, error) {
	f, err := tree.Open(ctx, seen.Path)
	if errors.Is(err, ErrNotRegular) || errors.Is(err, fs.ErrNotExist) {
		return Found{}, ErrMoved
	}
	if err != nil {
		return Found{}, err
	}
	defer f.Close()
	before := f.Opened()
	out := Found{Info: before}
	if c.Limit > 0 && before.Size > c.Limit {
		return Found{}, ErrTooLong
	}
	// One byte more than the file has shows that it grew.
	r := io.Reader(&contextReader{ctx: ctx, r: io.LimitReader(f, before.Size+1)})
	counted := &countingReader{r: r}
	var sum hash.Hash
	r = counted
	if c.Hash {
		sum = sha256.New()
		r = io.TeeReader(r, sum)
	}
	if c.Probe != nil {
		out.Match = c.Probe.MatchReader(bufio.NewReaderSize(r, 64<<10))
	}
	if c.Hash || c.Probe != nil {
		if _, err := io.Copy(io.Discard, r); err != nil {
			return Found{}, err
		}
	}
	if counted.err != nil {
		return Found{}, counted.err
	}
	if counted.n != before.Size {
		return Found{}, ErrMoved
	}
	after, err := f.Stat()
	if err != nil {
		return Found{}, err
	}
	named, err := tree.Lstat(ctx, seen.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return Found{}, ErrMoved
	}
	if err != nil {
		return Found{}, err
	}
	if !before.Untouched(after) || !before.Untouched(named) {
		return Found{}, ErrMoved
	}
	if sum != nil {
		out.SHA256 = hex.EncodeToString(sum.Sum(nil))
	}
	return out, nil
}

// contextReader ends a read when its context does.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// countingReader remembers an error that a matcher would swallow.
type countingReader struct {
	r   io.Reader
	n   int64
	err error
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}
