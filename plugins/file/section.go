package file

import (
	"encoding/json"
	"time"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
)

// DefaultContentLimit is the longest file whose content is read, in bytes.
const DefaultContentLimit = 1 << 30

// section is the adapter's part of a deployment.
type section struct {
	Root       string       `json:"root"`
	SFTP       *sftpSection `json:"sftp"`
	Pattern    *string      `json:"file_pattern"`
	MinSize    *int64       `json:"file_min_size"`
	Window     *json.Number `json:"file_mtime_window_s"`
	Probe      *string      `json:"file_content_probe"`
	MaxContent *int64       `json:"file_content_max_bytes"`
	SHA256     bool         `json:"file_sha256"`
	Expect     *sdk.Expr    `json:"file_expect_sha256"`
	Marker     string       `json:"file_done_marker"`
	Temp       []string     `json:"file_temp_names"`
	NameForm   string       `json:"file_name_form"`
}

// config is a section that was checked.
type config struct {
	walk    files.Walk
	content files.Content
	hash    bool // asked for by the section itself
	expect  bool
	minSize int64
	window  time.Duration // 0 for none
	nfc     bool
}

func (s *section) check() (config, error) {
	c := config{hash: s.SHA256, expect: s.Expect != nil, minSize: 1, nfc: s.NameForm == "nfc"}
	if (s.Root == "") == (s.SFTP == nil) {
		return c, sdk.Misconfigured("a file section needs exactly one of root and sftp")
	}
	pattern := "*"
	if s.Pattern != nil {
		pattern = *s.Pattern
	}
	var err error
	if c.walk.Pattern, err = files.NewPattern(pattern); err != nil {
		return c, sdk.Misconfigured("%q: %v", "file_pattern", err)
	}
	if c.walk.Temporary, err = files.NewTemporary(s.Temp); err != nil {
		return c, sdk.Misconfigured("%q: %v", "file_temp_names", err)
	}
	c.walk.Marker = s.Marker
	if s.MinSize != nil {
		c.minSize = *s.MinSize
	}
	if s.Window != nil {
		if c.window, err = files.Seconds(s.Window.String()); err != nil {
			return c, sdk.Misconfigured("%q %v", "file_mtime_window_s", err)
		}
	}
	if s.Probe != nil {
		if c.content.Probe, err = files.Probe(*s.Probe); err != nil {
			return c, sdk.Misconfigured("%q %v", "file_content_probe", err)
		}
	}
	c.content.Limit = DefaultContentLimit
	if s.MaxContent != nil {
		c.content.Limit = *s.MaxContent
	}
	return c, nil
}
