package files

import (
	"path"
	"strings"
)

// temporarySuffixes are what uploaders and editors add to a name until the file
// is whole.
var temporarySuffixes = []string{
	".part", ".partial", ".filepart", ".tmp", ".temp", ".crdownload", ".download", ".swp", ".swx", ".writing", "~",
}

// Temporary tells names of files that are still being written from final ones.
// The zero Temporary knows the usual ones: a dot in front, .part, .tmp,
// .filepart and their like behind.
type Temporary struct {
	// Patterns are further globs of base names that are temporary.
	Patterns []string
}

// Check tells whether a base name is temporary, and gives the final names that
// it may stand for.
func (t Temporary) Check(base string) (finals []string, temporary bool) {
	for _, p := range t.Patterns {
		if matchName(p, base) {
			finals, temporary = append(finals, base), true
		}
	}
	bare := strings.TrimPrefix(base, ".")
	if bare != base && bare != "" {
		finals, temporary = append(finals, bare), true
		// rsync writes .NAME.XXXXXX
		if ext := path.Ext(bare); len(ext) == 7 {
			finals = append(finals, strings.TrimSuffix(bare, ext))
		}
	}
	lower := strings.ToLower(bare)
	for _, suffix := range temporarySuffixes {
		if strings.HasSuffix(lower, suffix) && len(bare) > len(suffix) {
			finals, temporary = append(finals, bare[:len(bare)-len(suffix)]), true
		}
	}
	if temporary {
		finals = append(finals, base)
	}
	return finals, temporary
}

// NewTemporary checks further patterns of temporary base names. The error is
// [ErrPatternSyntax] or [ErrPatternEmpty].
func NewTemporary(patterns []string) (Temporary, error) {
	for _, p := range patterns {
		if p == "" {
			return Temporary{}, ErrPatternEmpty
		}
		if _, err := path.Match(p, ""); err != nil || strings.Contains(p, "/") {
			return Temporary{}, ErrPatternSyntax
		}
	}
	return Temporary{Patterns: patterns}, nil
}
