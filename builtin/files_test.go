package builtin_test

import (
	"testing"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/host"
)

// Every field that the operator's kit has for kinds over files, as it has them.
func TestSectionsOfTheKitOverFilesFitTheBuiltins(t *testing.T) {
	for name, section := range map[string]string{
		"file":                              `{kind: file, root: /srv/in, file_pattern: "claim-*.csv", file_min_size: 100, file_mtime_window_s: 900, file_content_probe: "^claim;[0-9]+"}`,
		"file, with what is required alone": `{kind: file, root: /srv/in}`,
		"email":                             `{kind: email, root: /var/mail/capture, mail_pattern: "*.eml", file_mtime_window_s: 600.5, file_content_probe: "Total: 42\\.00"}`,
		"document of JSON": `{kind: document, root: /secure/exports, file_pattern: "confirmation-*.json", document_format: json,
			document_field_paths: {order: order.number, total: totals.gross}, file_mtime_window_s: 600}`,
		"document of text": `{kind: document, root: /secure/exports, file_pattern: "*.txt", document_format: text,
			document_text_pattern: "Order (?P<order>\\d+)", evidence_redact_fields: [order]}`,
		"document-hash": `{kind: document-hash, root: /srv/archive, glob: "2026/*.pdf", evidence_keep_fields: [path, sha256]}`,
		"candidates": `{candidates: [{kind: document, root: /secure/exports, file_pattern: "confirmation-*.json", document_format: json},
			{kind: file, root: /secure/exports}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			d, err := host.ParseDeployment("deployment.yaml", []byte("version: 1\neffects: "+section+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range host.Check(host.CheckRequest{Deployment: d, Options: host.Options{Builtins: builtin.All()}}) {
				t.Errorf("%s: %s", f.Pos.Path, f.Message)
			}
		})
	}
}
