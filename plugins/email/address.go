package email

import (
	"errors"
	"slices"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
)

// errAddress says that a header that names people does not parse.
var errAddress = errors.New("an address header does not parse")

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
		if err != nil {
			return nil, errAddress
		}
		for _, a := range list {
			out = append(out, normalAddress(a.Address))
		}
	}
	return out, nil
}

// envelope are the addresses of a header that the deliverer wrote, which holds
// one bare address (RFC 9228).
func envelope(h message.Header, name string) []string {
	var out []string
	for fields := h.FieldsByKey(name); fields.Next(); {
		if a := strings.Trim(strings.TrimSpace(fields.Value()), "<>"); a != "" {
			out = append(out, normalAddress(a))
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
