package sftp

import (
	"io/fs"
	"sync"
	"time"

	"github.com/pkg/sftp"

	"github.com/effectkit/effectkit/internal/read/files"
)

// granularity is the protocol's: version 3 has whole seconds.
const granularity = time.Second

// clock is what is known of a server's clock. SFTP cannot ask for the time,
// but listing a folder stamps its access time with the server's present
// whenever something was written to the folder since it was last listed.
type clock struct {
	mu       sync.Mutex
	measured bool
	offset   time.Duration
}

// observe compares the access times of a folder before and after it was
// listed.
func (c *clock) observe(before, after fs.FileInfo, now time.Time) {
	b, okBefore := before.Sys().(*sftp.FileStat)
	a, okAfter := after.Sys().(*sftp.FileStat)
	if !okBefore || !okAfter || a.Atime == b.Atime || a.Atime == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.measured, c.offset = true, time.Unix(int64(a.Atime), 0).Sub(now.Truncate(granularity))
}

// known is the offset where it was measured, else none with the declared skew.
func (c *clock) known(skew time.Duration) files.Clock {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.measured {
		return files.Clock{Offset: c.offset, Uncertainty: 2 * granularity}
	}
	return files.Clock{Uncertainty: skew + granularity}
}
