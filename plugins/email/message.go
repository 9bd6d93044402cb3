package email

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // the charsets of RFC 2047 and MIME
	"github.com/emersion/go-message/mail"

	"github.com/effectkit/effectkit/value"
)

// parsed is one message as a record shows it.
type parsed struct {
	from, to, cc, bcc, delivered []string
	subject                      string
	messageID                    string
	date                         value.Value
	kind                         string
	attachments                  value.Value
	sha256                       string
	text, html                   string
	hasText, hasHTML             bool
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
	if err := b.read(e, 0); err != nil {
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
	p.delivered = append(envelope(h, "Delivered-To"), envelope(h, "X-Original-To")...)
	var err error
	if p.subject, err = h.Text("Subject"); err != nil {
		return errMessage
	}
	p.messageID = strings.Trim(strings.TrimSpace(h.Get("Message-Id")), "<>")
	if t, ok := date(h); ok {
		p.date = value.OfTime(t, t.Format(time.RFC3339))
	}
	return nil
}

// date is the Date header; not ok where there is none that parses. The usual
// form is tried first: the library goes through all that RFC 5322 allows.
func date(h message.Header) (t time.Time, ok bool) {
	text := h.Get("Date")
	if text == "" {
		return time.Time{}, false
	}
	if t, err := time.Parse(time.RFC1123Z, text); err == nil {
		return t, true
	}
	mh := mail.Header{Header: h}
	t, err := mh.Date()
	return t, err == nil
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

// errUnfinished says that a message stops before its end.
var errUnfinished = errors.New("the message stops before its end")

// kindOf tells a message that a person or program meant to send from one that
// a mail system sent about another.
func kindOf(h message.Header) string {
	kind, params, err := h.ContentType()
	auto := strings.ToLower(h.Get("Auto-Submitted")) // RFC 3834
	word, _, _ := strings.Cut(strings.TrimSpace(auto), ";")
	word, _, _ = strings.Cut(word, "(") // a comment
	switch {
	case err == nil && kind == "multipart/report" && strings.EqualFold(params["report-type"], "delivery-status"): // RFC 3464
		return "bounce"
	case h.Has("X-Failed-Recipients"):
		return "bounce"
	case strings.TrimSpace(word) == "auto-replied":
		return "auto-reply"
	case h.Has("X-Autoreply"), h.Has("X-Autorespond"), strings.EqualFold(strings.TrimSpace(h.Get("Precedence")), "auto_reply"):
		return "auto-reply"
	}
	return "message"
}
