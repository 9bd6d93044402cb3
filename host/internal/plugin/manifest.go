package plugin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// ManifestName is the file that makes a directory a plugin.
const ManifestName = "plugin.json"

// manifest is a plugin.json: how the plugin is started, and every file of it.
type manifest struct {
	// Entry is the command: an interpreter by its absolute path, or a program
	// of Files, and its arguments.
	Entry []string `json:"entry"`
	// Files are all other files of the directory, by path from it.
	Files []string `json:"files"`
}

const (
	maxManifest = 1 << 20
	maxFiles    = 10_000
)

// readTree reads a plugin directory's manifest and checks every file against
// it; problem is "" when all is well.
func readTree(dir string) (m *manifest, problem string) {
	m, problem = readManifest(dir)
	if problem != "" {
		return nil, problem
	}
	if problem = m.checkFiles(dir); problem != "" {
		return nil, problem
	}
	if problem = m.checkEntry(dir); problem != "" {
		return nil, problem
	}
	return m, ""
}

func readManifest(dir string) (*manifest, string) {
	path := filepath.Join(dir, ManifestName)
	info, err := os.Lstat(path)
	if err != nil {
		return nil, ManifestName + " cannot be read: " + plainError(err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxManifest {
		return nil, fmt.Sprintf("%s is not a regular file of at most %d bytes", ManifestName, maxManifest)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, ManifestName + " cannot be read: " + plainError(err)
	}
	var m manifest
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil || d.More() {
		return nil, fmt.Sprintf(`%s is not of the form {"entry": ["…"], "files": ["…"]}`, ManifestName)
	}
	switch {
	case len(m.Entry) == 0 || m.Entry[0] == "":
		return nil, ManifestName + " names no entry"
	case len(m.Files) > maxFiles:
		return nil, fmt.Sprintf("%s names %d files, at most %d", ManifestName, len(m.Files), maxFiles)
	}
	slices.Sort(m.Files)
	for i, f := range m.Files {
		if !fs.ValidPath(f) || strings.ContainsFunc(f, unicode.IsControl) || f == "." || f == ManifestName || (i > 0 && f == m.Files[i-1]) {
			return nil, fmt.Sprintf("%s names %q, which is twice there or no path inside the directory", ManifestName, f)
		}
	}
	return &m, ""
}

// checkFiles compares what is there with what is named.
func (m *manifest) checkFiles(dir string) (problem string) {
	if problem = worldWritable(dir); problem != "" {
		return problem
	}
	named := map[string]bool{ManifestName: false}
	for _, f := range m.Files {
		named[f] = false
	}
	err := filepath.WalkDir(dir, func(path string, de fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		rel = filepath.ToSlash(rel)
		if err != nil {
			return err
		}
		info, err := de.Info()
		if err != nil {
			return err
		}
		_, known := named[rel]
		switch {
		case de.IsDir():
			if why := worldWritable(path); why != "" {
				problem = why
			}
		case de.Type()&fs.ModeSymlink != 0:
			problem = fmt.Sprintf("%s is a link: a plugin's files are its own", rel)
		case !info.Mode().IsRegular():
			problem = fmt.Sprintf("%s is not a regular file", rel)
		case info.Mode()&0o002 != 0:
			problem = fmt.Sprintf("anybody may write to %s", rel)
		case !known:
			problem = fmt.Sprintf("%s is not among the files of %s", rel, ManifestName)
		default:
			named[rel] = true
		}
		if problem != "" {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		return "it cannot be read: " + plainError(err)
	}
	for _, f := range m.Files {
		if problem == "" && !named[f] {
			return fmt.Sprintf("%s names %s, which is not there", ManifestName, f)
		}
	}
	return problem
}

// checkEntry checks what is to be run.
func (m *manifest) checkEntry(dir string) string {
	program := m.Entry[0]
	if filepath.IsAbs(program) {
		info, err := os.Stat(program)
		if err != nil {
			return fmt.Sprintf("its interpreter %s cannot be read: %s", program, plainError(err))
		}
		if why := wrongProgram(info); why != "" {
			return fmt.Sprintf("its interpreter %s cannot be run: %s", program, why)
		}
		return ""
	}
	if !slices.Contains(m.Files, program) {
		if !strings.Contains(program, "/") {
			return fmt.Sprintf("its entry %q is neither a file of it nor an interpreter by its absolute path", program)
		}
		return fmt.Sprintf("its entry %q is not a file of it", program)
	}
	info, err := os.Stat(filepath.Join(dir, program))
	if err != nil {
		return fmt.Sprintf("its entry %q cannot be read: %s", program, plainError(err))
	}
	if why := wrongProgram(info); why != "" {
		return fmt.Sprintf("its entry %q cannot be run: %s", program, why)
	}
	return ""
}

// interpreter is the absolute path that the entry names; "" when it runs a
// program of its own.
func (m *manifest) interpreter() string {
	if m != nil && filepath.IsAbs(m.Entry[0]) {
		return m.Entry[0]
	}
	return ""
}
