package matrix

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/effectkit/effectkit/internal/faultserver"
)

// SFTP is a server that shows its user this machine's files.
type SFTP struct {
	Host       string `json:"host"`
	Port       int    `json:"port"`
	User       string `json:"user"`
	KnownHosts string `json:"known_hosts"`
	Key        string `json:"key"`
}

// sftpKey is the variable that the sections over SFTP name.
const sftpKey = "FAULTMATRIX_SFTP_KEY"

// folder is the stage of the faces file, document, document-hash and email, and
// of sftp, which is the kind file over a server.
type folder struct {
	*faultserver.Folder
	sftp *SFTP // nil where there is none
}

func (f folder) act(context.Context) (faultserver.Screen, error) { return f.Act(), nil }

func (f folder) sections(face string) (main, side map[string]any) {
	return f.section(face, "main"), f.section(face, "side")
}

func (f folder) section(face, table string) map[string]any {
	s := map[string]any{"kind": face, "root": f.Root(table)}
	if face == "sftp" {
		s = map[string]any{"kind": "file", "sftp": map[string]any{
			"host": f.sftp.Host, "port": f.sftp.Port, "user": f.sftp.User,
			"known_hosts": f.sftp.KnownHosts, "key_env": sftpKey, "root": f.Root(table),
		}}
	}
	switch face {
	case "file", "sftp":
		s["file_pattern"], s["file_min_size"], s["file_sha256"] = "*.json", 20, true
		s["file_mtime_window_s"], s["file_content_probe"] = 3600, `"to":"claims@partner\.example"`
	case "document":
		s["file_pattern"], s["file_mtime_window_s"] = "*.json", 3600
		s["document_field_paths"] = map[string]any{"to": "to", "total": "total", "key": "key"}
	case "email":
		s["file_mtime_window_s"], s["file_content_probe"] = 3600, `Total: 12\.50\b`
	}
	return s
}

// folderClaim is what the contracts over folders say. The scope of set and delta
// is the whole folder.
func folderClaim(face, key string) *claim {
	ours := faultserver.IntendedDocument(key)
	ours["age"] = "fresh"
	c := &claim{main: "main", side: "side", ours: ours, unscoped: true}
	c.related = func(r faultserver.Row) bool { return r["to"] == ours["to"] || r["key"] == key }
	if face == "document-hash" {
		c.related = func(r faultserver.Row) bool {
			return r["name"] == ours["name"] || r["to"] == ours["to"] && r["key"] == key && r["total"] == ours["total"]
		}
	}
	return c
}

func folderParams(face, key string) map[string]string {
	out := map[string]string{"subject": "Claim " + key, "message_id": key + "@clinic.example"}
	for name, v := range faultserver.IntendedDocument(key) {
		out[name] = v.(string)
	}
	sum := sha256.Sum256([]byte(faultserver.DocumentText(face, faultserver.IntendedDocument(key))))
	out["sha256"] = hex.EncodeToString(sum[:])
	return out
}
