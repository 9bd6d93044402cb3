package email

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-message"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// bodyForm says which form of a body counts.
type bodyForm string

const (
	anyForm  bodyForm = "any"
	textForm bodyForm = "text"
	htmlForm bodyForm = "html"
)

const (
	maxParts = 1000
	maxDepth = 32
)

// errMessage says that a message's structure does not hold.
var errMessage = errors.New("the message does not parse")

// attachment is a part that is offered as a file.
type attachment struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// body is what a message says to a reader.
type body struct {
	text             bytes.Buffer
	html             strings.Builder
	hasText, hasHTML bool
	attachments      []attachment
	parts            int
}

// read takes a part and those within it.
func (b *body) read(e *message.Entity, depth int) error {
	if b.parts++; b.parts > maxParts || depth > maxDepth {
		return errMessage
	}
	if multi := e.MultipartReader(); multi != nil {
		for {
			part, err := multi.NextPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil && part == nil {
				return errMessage
			}
			if err != nil {
				return err
			}
			if err := b.read(part, depth+1); err != nil {
				return err
			}
		}
	}
	kind, params, err := e.Header.ContentType()
	if err != nil {
		return errMessage
	}
	disposition, dispositionParams, _ := e.Header.ContentDisposition()
	name := dispositionParams["filename"]
	if name == "" {
		name = params["name"]
	}
	switch {
	case disposition == "attachment" || name != "" || !strings.HasPrefix(kind, "text/"):
		return b.attach(e, name)
	case kind == "text/html":
		b.hasHTML = true
		return render(&b.html, e.Body)
	default:
		b.hasText = true
		_, err := b.text.ReadFrom(e.Body)
		b.text.WriteByte('\n')
		return err
	}
}

func (b *body) attach(e *message.Entity, name string) error {
	sum := sha256.New()
	n, err := io.Copy(sum, e.Body)
	if err != nil {
		return err
	}
	b.attachments = append(b.attachments, attachment{Name: name, Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))})
	return nil
}

// render writes what a reader of HTML sees: no comments, scripts or styles,
// blocks on lines of their own, text within a line joined.
func render(into *strings.Builder, r io.Reader) error {
	z := html.NewTokenizer(r)
	z.SetMaxBuf(16 << 20)
	hidden := 0
	for {
		switch z.Next() {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return err
			}
			into.WriteByte('\n')
			return nil
		case html.TextToken:
			if hidden == 0 {
				into.WriteString(strings.NewReplacer("\r", "", "\n", " ").Replace(string(z.Text())))
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			t := z.Token()
			switch t.DataAtom {
			case atom.Body: // ends a head that nobody closed
				hidden = 0
			case atom.Script, atom.Style, atom.Head, atom.Template, atom.Title:
				if t.Type == html.StartTagToken {
					hidden++
				} else if t.Type == html.EndTagToken && hidden > 0 {
					hidden--
				}
			case atom.Br, atom.P, atom.Div, atom.Tr, atom.Li, atom.Ul, atom.Ol, atom.Table,
				atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr, atom.Pre, atom.Blockquote:
				into.WriteByte('\n')
			case atom.Td, atom.Th:
				if t.Type == html.StartTagToken {
					into.WriteByte(' ')
				}
			}
		}
	}
}
