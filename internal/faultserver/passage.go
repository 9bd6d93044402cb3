package faultserver

import "slices"

// Passage is what stands between the records and their reader for some time:
// every field that is set alters the answer.
type Passage struct {
	// FromMS and UntilMS count from the write; UntilMS 0 is for ever. Before
	// any write no passage alters anything, unless Always is set.
	FromMS  int  `yaml:"from_ms"`
	UntilMS int  `yaml:"until_ms"`
	Always  bool `yaml:"always"`
	// Page is the one page that is altered, from 1; 0 is all.
	Page int `yaml:"page"`
	// Faces are those that are altered; empty is all over HTTP.
	Faces []string `yaml:"faces"`

	// LagMS has the face answer from the store as it was so long before.
	LagMS int `yaml:"lag_ms"`
	// Without leaves rows out of the list: "ours", or "all".
	Without string `yaml:"without"`
	// Total is added to the total of the list.
	Total int `yaml:"total"`
	// NoTotal takes it out.
	NoTotal bool `yaml:"no_total"`
	// NoNext takes the next link or cursor out.
	NoNext bool `yaml:"no_next"`
	// Source is the name of the system that answers.
	Source string `yaml:"source"`

	// Status and Header are those of the answer.
	Status int               `yaml:"status"`
	Header map[string]string `yaml:"header"`
	// Body is the whole answer, by face or for "all".
	Body map[string]string `yaml:"body"`
	// Find is replaced by Put in the answer's text.
	Find string `yaml:"find"`
	Put  string `yaml:"put"`
	// Cut leaves so many bytes of the end out, though the length was promised.
	Cut int `yaml:"cut"`
	// Pad puts so many blanks in front.
	Pad int `yaml:"pad"`
	// Gzip packs the answer though nobody asked for it.
	Gzip bool `yaml:"gzip"`
	// DripMS is the pause after each byte.
	DripMS int `yaml:"drip_ms"`
	// HangUp closes the connection without an answer.
	HangUp bool `yaml:"hang_up"`
	// Elsewhere redirects to another origin, where ours stands.
	Elsewhere bool `yaml:"elsewhere"`
}

// on tells whether the passage alters a page of a face's answer, sinceMS
// milliseconds after the write; below 0 is before it.
func (p *Passage) on(face string, sinceMS int64, page int) bool {
	switch {
	case len(p.Faces) > 0 && !slices.Contains(p.Faces, face):
		return false
	case p.Page > 0 && p.Page != page:
		return false
	case p.Always:
		return true
	}
	return sinceMS >= int64(p.FromMS) && (p.UntilMS == 0 || sinceMS < int64(p.UntilMS))
}
