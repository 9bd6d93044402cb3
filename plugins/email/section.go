package email

import (
	"encoding/json"
	"regexp"
	"time"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
)

// DefaultMaxBytes is the longest message that is read.
const DefaultMaxBytes = 64 << 20

// section is the adapter's part of a deployment.
type section struct {
	Root     string       `json:"root"`
	Pattern  *string      `json:"mail_pattern"`
	Folders  []string     `json:"mail_folders"`
	Body     string       `json:"mail_body"`
	MaxBytes *int64       `json:"mail_max_bytes"`
	Window   *json.Number `json:"file_mtime_window_s"`
	Probe    *string      `json:"file_content_probe"`
}

// config is a section that was checked.
type config struct {
	root     string
	walk     files.Walk // of a folder of captured messages
	pattern  bool       // mail_pattern was written
	folders  []string
	body     bodyForm
	maxBytes int64
	window   time.Duration // 0 for none
	probe    *regexp.Regexp
}

func (s *section) check() (*config, error) {
	c := &config{root: s.Root, pattern: s.Pattern != nil, folders: s.Folders, body: bodyForm(s.Body), maxBytes: DefaultMaxBytes}
	if c.body == "" {
		c.body = anyForm
	}
	pattern := "*.eml"
	if s.Pattern != nil {
		pattern = *s.Pattern
	}
	var err error
	if c.walk.Pattern, err = files.NewPattern(pattern); err != nil {
		return nil, sdk.Misconfigured("%q: %v", "mail_pattern", err)
	}
	if s.MaxBytes != nil {
		c.maxBytes = *s.MaxBytes
	}
	if s.Window != nil {
		if c.window, err = files.Seconds(s.Window.String()); err != nil {
			return nil, sdk.Misconfigured("%q %v", "file_mtime_window_s", err)
		}
	}
	if s.Probe != nil {
		if c.probe, err = files.Probe(*s.Probe); err != nil {
			return nil, sdk.Misconfigured("%q %v", "file_content_probe", err)
		}
	}
	return c, nil
}
