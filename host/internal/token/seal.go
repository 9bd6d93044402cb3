package token

import (
	"bufio"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

const (
	format  = "effectkit-baseline"
	version = 1

	saltSize  = 32
	chunkSize = 1 << 20
)

// Why a token does not open.
var (
	// ErrAltered: the file is not as it was sealed, or was sealed under another
	// key.
	ErrAltered = errors.New("the stored baseline was altered, or sealed under another key")
	// ErrNewer: a newer version wrote it.
	ErrNewer = errors.New("the stored baseline is of a newer version than this build reads")
)

func heading(v int) string { return fmt.Sprintf("%s %d\n", format, v) }

// stream is the AEAD of one file and the number of its next chunk.
type stream struct {
	aead  cipher.AEAD
	chunk uint64
}

func newStream(key, salt []byte) (*stream, error) {
	own, err := hkdf.Key(sha256.New, key, salt, heading(version), 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(own)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &stream{aead: aead}, err
}

func (s *stream) nonce(last bool) []byte {
	n := make([]byte, 12)
	binary.BigEndian.PutUint64(n[3:], s.chunk)
	if last {
		n[11] = 1
	}
	s.chunk++
	return n
}

// Seal makes a file at path, which must not exist, of what write writes. A file
// that was not finished is removed.
func Seal(path string, key []byte, write func(io.Writer) error) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			_ = os.Remove(path)
		}
	}()
	salt := make([]byte, saltSize)
	if _, err := rand.Read(salt); err != nil {
		return err
	}
	s, err := newStream(key, salt)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(heading(version) + string(salt)); err != nil {
		return err
	}
	w := &sealer{file: f, stream: s, buf: make([]byte, 0, chunkSize)}
	if err := write(w); err != nil {
		return err
	}
	if err := w.flush(true); err != nil {
		return err
	}
	return f.Sync()
}

type sealer struct {
	file   io.Writer
	stream *stream
	buf    []byte
}

func (w *sealer) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if len(w.buf) == chunkSize {
			if err := w.flush(false); err != nil {
				return 0, err
			}
		}
		k := min(chunkSize-len(w.buf), len(p))
		w.buf, p = append(w.buf, p[:k]...), p[k:]
	}
	return n, nil
}

func (w *sealer) flush(last bool) error {
	_, err := w.file.Write(w.stream.aead.Seal(nil, w.stream.nonce(last), w.buf, nil))
	w.buf = w.buf[:0]
	return err
}

// Open reads a sealed file into read, and removes it first: a token serves
// once. What does not open with the key is left where it is: neither a mistyped
// path nor the key of another deployment must cost the file that was named. So
// is what is no regular file: by a link a token would serve twice. The error is
// [ErrAltered], [ErrNewer], fs.ErrNotExist, or read's own. Nothing that read was
// given counts unless the error is nil.
func Open(path string, key []byte, read func(io.Reader) error) error {
	st, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !st.Mode().IsRegular() {
		return ErrAltered
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 64<<10)
	line, err := in.ReadSlice('\n')
	if err != nil {
		return ErrAltered
	}
	if err := checkHeading(string(line)); err != nil {
		return err
	}
	salt := make([]byte, saltSize)
	if _, err := io.ReadFull(in, salt); err != nil {
		return ErrAltered
	}
	s, err := newStream(key, salt)
	if err != nil {
		return err
	}
	r := &opener{file: in, stream: s, sealed: make([]byte, chunkSize+s.aead.Overhead())}
	if err := r.next(); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("the stored baseline cannot be removed, and must not serve twice: %w", err)
	}
	if err := read(r); err != nil {
		if r.failed {
			return ErrAltered
		}
		return err
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return ErrAltered
	}
	return nil
}

func checkHeading(line string) error {
	number, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), format+" ")
	v, err := strconv.Atoi(number)
	switch {
	case !ok || err != nil || v < version || line != heading(v):
		return ErrAltered
	case v > version:
		return ErrNewer
	}
	return nil
}

// opener hands out a chunk only after it was found to be as it was sealed.
type opener struct {
	file   *bufio.Reader
	stream *stream
	sealed []byte
	plain  []byte
	last   bool
	failed bool
}

func (r *opener) Read(p []byte) (int, error) {
	for len(r.plain) == 0 {
		if r.last {
			return 0, io.EOF
		}
		if err := r.next(); err != nil {
			r.failed = true
			return 0, err
		}
	}
	n := copy(p, r.plain)
	r.plain = r.plain[n:]
	return n, nil
}

func (r *opener) next() error {
	n, err := io.ReadFull(r.file, r.sealed)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrAltered
	}
	_, more := r.file.Peek(1)
	r.last = more != nil
	r.plain, err = r.stream.aead.Open(r.sealed[:0], r.stream.nonce(r.last), r.sealed[:n], nil)
	if err != nil {
		return ErrAltered
	}
	return nil
}
