package document

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// foreign are the first bytes of formats that are never text, whatever a file
// is called: zip (and so XLSX), OLE (XLS), gzip, PDF.
var foreign = [][]byte{[]byte("PK\x03\x04"), []byte("PK\x05\x06"), []byte("\xd0\xcf\x11\xe0"), []byte("\x1f\x8b"), []byte("%PDF-")}

var encodings = map[string]encoding.Encoding{
	"utf-16le":     unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	"utf-16be":     unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	"iso-8859-1":   charmap.ISO8859_1,
	"windows-1252": charmap.Windows1252,
}

// xmlEncoding is the name in an XML declaration (XML 1.0, section 4.3.3), which
// is in ASCII in every encoding that has no byte order mark.
var xmlEncoding = regexp.MustCompile(`^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']`)

// declaredByXML gives the encoding that a document itself names, or declared
// where it names none. One that is not known is errFormat: to read it as another
// would give other text.
func declaredByXML(content []byte, declared string) (string, error) {
	m := xmlEncoding.FindSubmatch(content)
	if m == nil {
		return declared, nil
	}
	switch name := strings.ToLower(string(m[1])); name {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return "utf-8", nil
	case "iso-8859-1", "latin1":
		return "iso-8859-1", nil
	case "windows-1252", "cp1252":
		return "windows-1252", nil
	}
	return "", errFormat
}

// decode gives a document's text in UTF-8, by its byte order mark or else by
// the declared encoding. Text that is not of that encoding is errParse, never
// a text with replacement characters.
func decode(content []byte, declared string) ([]byte, error) {
	for _, magic := range foreign {
		if bytes.HasPrefix(content, magic) {
			return nil, errFormat
		}
	}
	switch {
	case bytes.HasPrefix(content, []byte("\xef\xbb\xbf")):
		content, declared = content[3:], "utf-8"
	case bytes.HasPrefix(content, []byte("\xff\xfe")):
		content, declared = content[2:], "utf-16le"
	case bytes.HasPrefix(content, []byte("\xfe\xff")):
		content, declared = content[2:], "utf-16be"
	}
	if e, ok := encodings[declared]; ok {
		if (declared == "utf-16le" || declared == "utf-16be") && len(content)%2 != 0 {
			return nil, errCut
		}
		out, err := e.NewDecoder().Bytes(content)
		if err != nil || bytes.Contains(out, []byte("\ufffd")) {
			return nil, errParse
		}
		content = out
	}
	if !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		return nil, errParse
	}
	return content, nil
}
