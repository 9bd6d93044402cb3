package sftp

import (
	"io/fs"
	"testing"
	"time"

	"github.com/pkg/sftp"

	"github.com/effectkit/effectkit/internal/read/files"
)

// listed is a folder as the protocol shows it, with its access time.
type listed struct {
	fs.FileInfo
	atime uint32
}

func (l listed) Sys() any { return &sftp.FileStat{Atime: l.atime} }

func TestTheServersClockIsMeasuredByWhatListingStamps(t *testing.T) {
	now := time.Unix(1_000_000, 300_000_000)
	for name, c := range map[string]struct {
		before, after uint32
		want          files.Clock
	}{
		"the listing stamped it, by a clock like ours": {999_000, 1_000_000, files.Clock{Uncertainty: 2 * time.Second}},
		"the listing stamped it, by a clock ahead":     {999_000, 1_000_040, files.Clock{Offset: 40 * time.Second, Uncertainty: 2 * time.Second}},
		"the listing stamped it, by a clock behind":    {999_000, 999_940, files.Clock{Offset: -60 * time.Second, Uncertainty: 2 * time.Second}},
		"the listing stamped nothing":                  {999_000, 999_000, files.Clock{Uncertainty: 6 * time.Second}},
		"the server keeps no access times":             {999_000, 0, files.Clock{Uncertainty: 6 * time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			var clk clock
			clk.observe(listed{atime: c.before}, listed{atime: c.after}, now)
			if got := clk.known(5 * time.Second); got != c.want {
				t.Errorf("the clock is %+v, want %+v", got, c.want)
			}
		})
	}
}
