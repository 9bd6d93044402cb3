package files

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/effectkit/effectkit/sdk"
)

// ErrNotSHA256 says that a text is no SHA-256 in any of the usual spellings.
var ErrNotSHA256 = errors.New("not a SHA-256: 64 hex digits, with sha256: before them or a file name behind, or sha256- and base64")

// ParseSHA256 reads a SHA-256 in its usual spellings: hex in either case,
// sha256: or sha-256= before it, a line of sha256sum, base64, and the
// integrity form of the W3C's Subresource Integrity (sha256-…). It gives lower
// case hex. A digest of another length or algorithm is [ErrNotSHA256].
func ParseSHA256(text string) (string, error) {
	s := strings.TrimSpace(text)
	if name, rest, ok := strings.Cut(s, ":"); ok && len(name) <= len("sha-256") {
		if !isSHA256Name(name) {
			return "", ErrNotSHA256
		}
		s = strings.TrimSpace(rest)
	} else if len(s) > 7 && strings.EqualFold(s[:7], "sha256-") {
		return fromBase64(s[7:])
	}
	if len(s) > 64 && (s[64] == ' ' || s[64] == '\t') {
		s = s[:64]
	}
	if len(s) == 64 {
		if _, err := hex.DecodeString(s); err != nil {
			return "", ErrNotSHA256
		}
		return strings.ToLower(s), nil
	}
	return fromBase64(s)
}

func isSHA256Name(name string) bool {
	return strings.EqualFold(name, "sha256") || strings.EqualFold(name, "sha-256")
}

func fromBase64(s string) (string, error) {
	s = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(s), "=")
	raw, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil || len(raw) != 32 {
		return "", ErrNotSHA256
	}
	return hex.EncodeToString(raw), nil
}

// Expected reads the digest that a section's key asks for. The error is a
// [sdk.ReadError]: a digest that is none was never looked for.
func Expected(key string, e *sdk.Expr) (string, error) {
	want, err := ParseSHA256(e.Text)
	if err != nil {
		return "", sdk.Misconfigured("%q is %v", key, err)
	}
	return want, nil
}
