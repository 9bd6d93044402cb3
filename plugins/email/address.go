package email

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
)

// errAddress says that a header that names people does not parse.
var errAddress = errors.New("an address header does not parse")

// localName is a user of the machine itself, as cron and its like write them:
// root, or root (Cron Daemon).
var localName = regexp.MustCompile(`^([A-Za-z0-9_][A-Za-z0-9._+-]*)(?:\s*\([^()]*\))?$`)

// addresses are those of every header of a name, in their order: the address
// itself, never the display text; members of groups (RFC 5322, section 3.4)
// are addresses like others. The domain is in lower case, which does not
// matter in one (RFC 5321, section 2.4); the rest is as it was.
func addresses(h message.Header, name string) ([]string, error) {
	var out []string
	for fields := h.FieldsByKey(name); fields.Next(); {
		raw := strings.TrimSpace(fields.Value())
		if raw == "" {
			continue
		}
		list, err := mail.ParseAddressList(raw)
		if m := localName.FindStringSubmatch(raw); err != nil && m != nil {
			out = append(out, m[1])
			continue
		}
		if err != nil {
			return nil, errAddress
		}
		for _, a := range list {
			out = append(out, normalAddress(a.Address))
		}
	}
	return out, nil
}

// resentHeaders name whom a message was sent on to (RFC 5322, section 3.6.6);
// Apparently-To is what sendmail wrote where there was no To.
var resentHeaders = []string{"Resent-To", "Resent-Cc", "Resent-Bcc", "Apparently-To"}

// envelopeHeaders are what deliverers write: Postfix and qmail the first two,
// Exim and others the rest.
var envelopeHeaders = []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Delivered-To"}

// envelope are the addresses of a header that the deliverer wrote: bare ones
// (RFC 9228), with commas between where several were delivered at once.
func envelope(h message.Header, name string) []string {
	var out []string
	for fields := h.FieldsByKey(name); fields.Next(); {
		for a := range strings.SplitSeq(fields.Value(), ",") {
			if a = strings.Trim(strings.TrimSpace(a), "<>"); a != "" {
				out = append(out, normalAddress(a))
			}
		}
	}
	return out
}

func normalAddress(a string) string {
	if i := strings.LastIndexByte(a, '@'); i >= 0 {
		return a[:i+1] + strings.ToLower(a[i+1:])
	}
	return a
}

// joined is a set of addresses as one text: each once, sorted, so that a second
// recipient whom nobody declared is another text.
func joined(lists ...[]string) string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ", ")
}
