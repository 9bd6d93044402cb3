package email

import (
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// render writes what a reader of HTML sees: no comments, scripts, styles or
// hidden elements, blocks on lines of their own, text within a line joined. What
// a style sheet hides is not known here.
func render(into *strings.Builder, r io.Reader) error {
	// A mail program runs no scripts, so that it shows what is for those without.
	doc, err := html.ParseWithOptions(r, html.ParseOptionEnableScripting(false))
	if err != nil {
		return errMessage
	}
	s := screen{into: into}
	s.show(doc)
	s.line()
	return nil
}

// screen is text as it comes to stand.
type screen struct {
	into *strings.Builder
	last rune
	pre  int // elements around that keep white space
}

// unseen are characters that take no room: soft hyphens and joints.
var unseen = strings.NewReplacer("\u00ad", "", "\u200b", "", "\u200c", "", "\u2060", "", "\ufeff", "", "\r", "", "\u00a0", " ")

func (s *screen) show(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		s.text(n.Data)
		return
	case n.Type == html.ElementNode && hidden(n):
		return
	}
	block := isBlock(n.DataAtom)
	switch {
	case block:
		s.line()
	case n.DataAtom == atom.Td, n.DataAtom == atom.Th:
		s.write(' ')
	}
	if n.DataAtom == atom.Pre {
		s.pre++
		defer func() { s.pre-- }()
	}
	for c := range n.ChildNodes() {
		s.show(c)
	}
	if block {
		s.line()
	}
}

// text writes a text; a run of white space is one blank.
func (s *screen) text(text string) {
	collapsible := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\f' }
	for _, r := range unseen.Replace(text) {
		switch {
		case s.pre > 0 || !collapsible(r):
			s.write(r)
		case !collapsible(s.last):
			s.write(' ')
		}
	}
}

func (s *screen) line() { s.write('\n') }

func (s *screen) write(r rune) {
	s.into.WriteRune(r)
	s.last = r
}

func hidden(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Head, atom.Template, atom.Title:
		return true
	}
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		style := strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
		return a.Key == "hidden" ||
			a.Key == "style" && (strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden"))
	})
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Br, atom.P, atom.Div, atom.Tr, atom.Li, atom.Ul, atom.Ol, atom.Table,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr, atom.Pre, atom.Blockquote:
		return true
	}
	return false
}
