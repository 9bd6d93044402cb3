package email

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-message"
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
	text, html       strings.Builder
	hasText, hasHTML bool
	attachments      []attachment
	parts            int
}

// read takes a part and those within it.
func (b *body) read(e *message.Entity, depth int) error {
	if b.parts++; b.parts > maxParts || depth > maxDepth {
		return errMessage
	}
	if several(e.Header, "Content-Type") || several(e.Header, "Content-Transfer-Encoding") {
		return errSeveral
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
	case disposition == "attachment" || name != "" || !strings.HasPrefix(kind, "text/"),
		kind == "text/rfc822-headers": // of another message (RFC 6522)
		return b.attach(e, name)
	case kind == "text/html":
		b.hasHTML = true
		return render(&b.html, e.Body)
	default:
		b.hasText = true
		return readable(&b.text, e.Body, params)
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
