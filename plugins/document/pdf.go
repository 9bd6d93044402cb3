package document

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

const (
	pdfTimeout = 30 * time.Second
	maxPDFText = 64 << 20
)

// pdfParser reads the text of a PDF through pdftotext, in the order in which
// the page draws it, which is not always that in which a person reads it.
type pdfParser struct {
	*matcher
	program string
}

func newPDFParser(m *matcher) (parser, error) {
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		return nil, sdk.Misconfigured("document_format pdf needs the program pdftotext, which is not on this machine; Debian has it in poppler-utils")
	}
	return pdfParser{matcher: m, program: program}, nil
}

func (p pdfParser) fields() []value.Field { return p.groupFields() }
func (p pdfParser) fixed() bool           { return true }
func (p pdfParser) rows() bool            { return false }
func (p pdfParser) decodes() bool         { return false }

func (p pdfParser) parse(content []byte, visit func([]sdk.Field) error) error {
	if !bytes.HasPrefix(content, []byte("%PDF-")) {
		return errFormat
	}
	// Harmless bytes after the end keep readers from finding it.
	content = bytes.TrimRight(content, "\x00 \t\r\n")
	if !bytes.HasSuffix(content, []byte("%%EOF")) {
		return errCut
	}
	text, err := p.extract(content)
	if err != nil {
		return err
	}
	row, err := p.match(text)
	if errors.Is(err, errParse) && strings.ContainsAny(text, "\ufffd\x00") {
		return errGlyphs
	}
	if err != nil {
		return err
	}
	return visit(row)
}

// extract runs the program with the document on its input. It repairs what is
// broken and says so: what it had to repair is not a whole document.
func (p pdfParser) extract(content []byte) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), pdfTimeout)
	defer cancel()
	text := &cappedBuffer{limit: maxPDFText}
	complaints := &cappedBuffer{limit: 64 << 10}
	cmd := exec.CommandContext(ctx, p.program, "-enc", "UTF-8", "-eol", "unix", "-", "-")
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(content), text, complaints
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case text.over:
		return "", errParse
	case err != nil || complaints.Len() > 0:
		return "", errParse
	}
	return text.String(), nil
}

// cappedBuffer keeps the first limit bytes.
type cappedBuffer struct {
	bytes.Buffer
	limit int
	over  bool
}

func (b *cappedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.limit {
		b.over = true
		return 0, errors.New("more than may be read")
	}
	return b.Buffer.Write(p)
}
