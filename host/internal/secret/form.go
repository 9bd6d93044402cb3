package secret

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// shortest is the fewest bytes of a form that is looked for inside words.
const shortest = 4

// form is one way in which a secret may be written. It is found however its
// characters are escaped.
type form struct {
	text string
	// fold matches ASCII letters without regard to case.
	fold bool
	// whole matches only where no letter or digit touches it.
	whole bool
	// before and after are how many base64 characters next to it carry bits of
	// the secret too.
	before, after int
}

// forms are all that one secret may look like.
func forms(secret string) []form {
	out := []form{
		{text: secret, whole: len(secret) < shortest},
		{text: hex.EncodeToString([]byte(secret)), fold: true, whole: 2*len(secret) < shortest},
	}
	for offset := range 3 {
		core, after := inBase64(secret, offset)
		if len(core) < shortest {
			continue
		}
		before := min(offset, 1)
		out = append(out, form{text: core, before: before, after: after})
		if other := strings.NewReplacer("+", "-", "/", "_").Replace(core); other != core {
			out = append(out, form{text: other, before: before, after: after})
		}
	}
	return out
}

// inBase64 are the characters that a secret alone decides when it stands
// offset bytes, modulo three, into what is encoded; after is 1 when the next
// character carries bits of it too.
func inBase64(secret string, offset int) (core string, after int) {
	text := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", offset) + secret))
	bits := 8 * (offset + len(secret))
	from, to := (8*offset+5)/6, bits/6
	if to <= from {
		return "", 0
	}
	return text[from:to], min(bits%6, 1)
}

// lines are a secret, and for one of several lines each line that is long
// enough to be one: text is mostly cut at line breaks.
func lines(secret string) []string {
	out := []string{secret}
	if !strings.Contains(secret, "\n") {
		return out
	}
	for line := range strings.Lines(secret) {
		line = strings.TrimRight(line, "\r\n")
		if len(line) >= 2*shortest && !strings.HasPrefix(line, "-----") {
			out = append(out, line)
		}
	}
	return out
}
