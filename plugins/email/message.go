package email

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // the charsets of RFC 2047 and MIME

	"github.com/effectkit/effectkit/value"
)

// parsed is one message as a record shows it.
type parsed struct {
	from, to, cc, bcc  []string
	resent, delivered  []string
	subject, messageID string
	date               value.Value
	kind               string
	attachments        value.Value
	sha256             string
	text, html         string
	hasText, hasHTML   bool
}

// parse reads one whole message (RFC 5322, RFC 2045 to 2047).
func parse(raw []byte) (*parsed, error) {
	sum := sha256.Sum256(raw)
	p := &parsed{sha256: hex.EncodeToString(sum[:])}
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, errMessage
	}
	if err := p.headers(e.Header); err != nil {
		return nil, err
	}
	p.kind = kindOf(e.Header)
	if err := closed(e.Header, raw); err != nil {
		return nil, err
	}
	var b body
	if err := b.read(e, 0); errors.Is(err, errSeveral) {
		return nil, err
	} else if err != nil {
		return nil, errMessage
	}
	p.text, p.html, p.hasText, p.hasHTML = b.text.String(), b.html.String(), b.hasText, b.hasHTML
	p.attachments, err = listed(b.attachments)
	return p, err
}

// listed are attachments as a record shows them: a list, empty where there are
// none.
func listed(attachments []attachment) (value.Value, error) {
	text := []byte("[]")
	if len(attachments) > 0 {
		var err error
		if text, err = json.Marshal(attachments); err != nil {
			return value.Value{}, err
		}
	}
	return value.OfJSON(string(text))
}

func (p *parsed) headers(h message.Header) error {
	for name, into := range map[string]*[]string{"From": &p.from, "To": &p.to, "Cc": &p.cc, "Bcc": &p.bcc} {
		list, err := addresses(h, name)
		if err != nil {
			return err
		}
		*into = list
	}
	for _, name := range resentHeaders {
		list, err := addresses(h, name)
		if err != nil {
			return err
		}
		p.resent = append(p.resent, list...)
	}
	for _, name := range envelopeHeaders {
		p.delivered = append(p.delivered, envelope(h, name)...)
	}
	for _, name := range []string{"Subject", "Message-Id", "Date"} {
		if several(h, name) {
			return errSeveral
		}
	}
	var err error
	if p.subject, err = h.Text("Subject"); err != nil {
		return errMessage
	}
	p.messageID = strings.Trim(strings.TrimSpace(h.Get("Message-Id")), "<>")
	if t, ok := sent(h.Get("Date")); ok {
		p.date = value.OfTime(t, t.Format(time.RFC3339))
	}
	return nil
}

// closed tells whether a multipart message has its last boundary: without it,
// the rest may still be on its way.
func closed(h message.Header, raw []byte) error {
	kind, params, err := h.ContentType()
	if err != nil || !strings.HasPrefix(kind, "multipart/") {
		return nil
	}
	if !bytes.Contains(raw, []byte("--"+params["boundary"]+"--")) {
		return errUnfinished
	}
	return nil
}

// errSeveral says that a header which RFC 5322 allows once is there with several
// values: which of them a reader sees is chance.
var errSeveral = errors.New("a header says several things")

func several(h message.Header, name string) bool {
	fields := h.FieldsByKey(name)
	if fields.Len() < 2 {
		return false
	}
	fields.Next()
	first := fields.Value()
	for fields.Next() {
		if fields.Value() != first {
			return true
		}
	}
	return false
}

// errUnfinished says that a message stops before its end.
var errUnfinished = errors.New("the message stops before its end")

// kindOf tells a message that a person or program meant to send from one that
// a mail system sent about another.
func kindOf(h message.Header) string {
	kind, params, err := h.ContentType()
	auto := strings.ToLower(h.Get("Auto-Submitted")) // RFC 3834
	word, _, _ := strings.Cut(strings.TrimSpace(auto), ";")
	word, _, _ = strings.Cut(word, "(") // a comment
	report := ""
	if err == nil && kind == "multipart/report" {
		report = strings.ToLower(params["report-type"])
	}
	switch {
	case report == "delivery-status", h.Has("X-Failed-Recipients"), fromDaemon(h): // RFC 3464
		return "bounce"
	case report == "disposition-notification", strings.TrimSpace(word) == "auto-replied": // RFC 8098
		return "auto-reply"
	case h.Has("X-Autoreply"), h.Has("X-Autorespond"), strings.EqualFold(strings.TrimSpace(h.Get("Precedence")), "auto_reply"):
		return "auto-reply"
	}
	return "message"
}

// fromDaemon tells whether a mail system wrote a message itself: it names
// nobody to answer to (RFC 5321, section 4.5.5) and says who it is.
func fromDaemon(h message.Header) bool {
	if strings.TrimSpace(h.Get("Return-Path")) != "<>" {
		return false
	}
	from, err := addresses(h, "From")
	return err == nil && slices.ContainsFunc(from, func(a string) bool {
		name, _, _ := strings.Cut(a, "@")
		return strings.EqualFold(name, "mailer-daemon") || strings.EqualFold(name, "postmaster")
	})
}
