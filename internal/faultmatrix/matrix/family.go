package matrix

import (
	"os"
	"slices"

	"github.com/effectkit/effectkit/internal/faultserver"
)

// family is a group of faces that share a stage, its faults and its contracts.
type family struct {
	name   string
	faces  []string
	faults func() ([]faultserver.Fault, error)
	open   func(dir string, o Options, c *clock) (stage, error)
	// claim is what a run's contracts say.
	claim func(face, key string) *claim
	// params are the values that a run's contracts and sections name.
	params func(face, key string) map[string]string
}

var families = []family{{
	faces:  []string{"rest", "graphql", "fhir", "sql"},
	faults: faultserver.Faults,
	open:   func(dir string, _ Options, c *clock) (stage, error) { return newBackend(dir, c), nil },
	claim: func(_, key string) *claim {
		ours := faultserver.Intended(key)
		return &claim{
			main: faultserver.Observations, side: faultserver.Charges, identity: "id", ours: ours,
			related: func(r faultserver.Row) bool { return r["patient"] == ours["patient"] || r["key"] == key },
		}
	},
	params: func(_, key string) map[string]string {
		out := map[string]string{}
		for name, v := range faultserver.Intended(key) {
			out[name] = v.(string)
		}
		return out
	},
}, {
	name:   "folder",
	faces:  []string{"file", "document", "document-hash", "email", "sftp"},
	faults: faultserver.FolderFaults,
	open: func(dir string, o Options, c *clock) (stage, error) {
		return folder{faultserver.NewFolder(dir, c.Now), o.SFTP}, nil
	},
	claim:  folderClaim,
	params: folderParams,
}}

// contracts is the folder of a face's contracts; "" is that of the back end's.
func (f *family) contracts(face string) string {
	switch {
	case f.name == "":
		return ""
	case face == "sftp":
		return "file"
	}
	return face
}

// Faces are all faces there are.
func Faces() []string {
	var out []string
	for _, f := range families {
		out = append(out, f.faces...)
	}
	return out
}

// applies tells whether a fault is one of a face, for this user. What is one of
// the face file is one of sftp.
func applies(f faultserver.Fault, face string) bool {
	if face == "sftp" {
		face = "file"
	}
	if f.Unprivileged && os.Geteuid() == 0 {
		return false
	}
	return len(f.Faces) == 0 || slices.Contains(f.Faces, face)
}
