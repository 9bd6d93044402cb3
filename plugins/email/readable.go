package email

import (
	"io"
	"strings"
)

// readable writes a text as a reader sees it: its lines end in line feeds, and what
// format=flowed (RFC 3676) broke for the way is whole again.
func readable(into *strings.Builder, r io.Reader, params map[string]string) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	if strings.EqualFold(params["format"], "flowed") {
		unflow(into, text, strings.EqualFold(params["delsp"], "yes"))
	} else {
		into.WriteString(text)
	}
	into.WriteByte('\n')
	return nil
}

// unflow joins each line that ends in a blank with the next of the same quoting.
// The blank goes too where delsp says so.
func unflow(into *strings.Builder, text string, delsp bool) {
	flows, depth := false, 0
	for i, line := range strings.Split(text, "\n") {
		bare := strings.TrimLeft(line, ">")
		quoted := len(line) - len(bare)
		bare = strings.TrimPrefix(bare, " ") // stuffed
		if !flows || quoted != depth {
			if i > 0 {
				into.WriteByte('\n')
			}
			into.WriteString(line[:quoted])
		}
		flows, depth = strings.HasSuffix(bare, " ") && bare != "-- ", quoted
		if flows && delsp {
			bare = bare[:len(bare)-1]
		}
		into.WriteString(bare)
	}
}
