package pitfalls

import (
	"strings"
	"testing"

	"github.com/effectkit/effectkit/plugins/email"
)

// mail is a message with further header lines before its body.
func mail(body string, header ...string) string {
	return strings.Join(append([]string{"From: shop@example.test", "Message-ID: <m@example.test>"}, header...), "\r\n") + "\r\n\r\n" + body
}

// maildir is a Maildir with messages by name.
func maildir(messages content) content {
	out := content{"new/": "", "cur/": "", "tmp/": ""}
	for name, text := range messages {
		out[name] = text
	}
	return out
}

func TestMailThatArrives(t *testing.T) {
	to := mail("hi", "To: ops@example.test", "Subject: order 42")
	toOps := "{kind: record_written, match: {recipients: ops@example.test}, count_new_only: true}"
	delivered := "{kind: record_written, match: {delivered_to: ops@example.test}, count_new_only: true}"
	subject := "{kind: record_written, match: {subject: Café order 42}, count_new_only: true}"
	matches := "{kind: record_written, match: {content_match: true}, count_new_only: true}"
	total := map[string]any{"file_content_probe": `42\.00`}
	hundred := func(body string) map[string]any {
		return map[string]any{"file_content_probe": `\b100\.00`, "mail_body": body}
	}
	const read = "cur/1772532005.M1P2.host,U=7:2,S"
	empty := maildir(nil)
	for name, c := range map[string]arrival{
		"a message to one who was meant":           {nil, empty, maildir(content{"new/1.a": to}), toOps, "confirmed confirmed"},
		"a message to another too":                 {nil, empty, maildir(content{"new/1.a": mail("hi", "To: ops@example.test", "Cc: evil@example.test")}), toOps, "refuted missing_unproven"},
		"a message to another in a second header":  {nil, empty, maildir(content{"new/1.a": mail("hi", "To: ops@example.test", "To: evil@example.test")}), toOps, "refuted missing_unproven"},
		"a message sent on to another":             {nil, empty, maildir(content{"new/1.a": mail("hi", "To: ops@example.test", "Resent-To: evil@example.test")}), toOps, "refuted missing_unproven"},
		"no message, which proves nothing":         {nil, empty, empty, toOps, "refuted missing_unproven"},
		"088 one read, and one that is new":        {nil, maildir(content{"new/1772532005.M1P2.host": to}), maildir(content{read: to, "new/1772532010.M2P2.host": to}), toOps, "confirmed confirmed"},
		"088 one read, and none that is new":       {nil, maildir(content{"new/1772532005.M1P2.host": to}), maildir(content{read: to}), toOps, "refuted missing_unproven"},
		"088 one flagged again":                    {nil, maildir(content{"cur/1.a:2,": to}), maildir(content{"cur/1.a:2,FRS": to, "new/2.a": to}), toOps, "confirmed confirmed"},
		"088 one that got its size in its name":    {nil, maildir(content{"new/1.a": to}), maildir(content{"new/1.a,S=120": to, "new/2.a": to}), toOps, "confirmed confirmed"},
		"088 a message that is gone":               {nil, maildir(content{"new/1.a": to}), maildir(content{"new/2.a": to}), toOps, "refuted target_lost"},
		"a message delivered twice":                {nil, empty, maildir(content{"new/1.a": to, "new/2.a": to}), toOps, "refuted duplicate"},
		"090 a group":                              {nil, empty, maildir(content{"new/1.a": mail("hi", "To: Ops: ops@example.test;")}), toOps, "confirmed confirmed"},
		"090 a group of two":                       {nil, empty, maildir(content{"new/1.a": mail("hi", "To: Ops: ops@example.test, b@example.test;")}), toOps, "refuted missing_unproven"},
		"090 a group of nobody, and the envelope":  {nil, empty, maildir(content{"new/1.a": mail("hi", "To: undisclosed-recipients:;", "Delivered-To: ops@example.test")}), toOps, "confirmed confirmed"},
		"090 an address only in the display text":  {nil, empty, maildir(content{"new/1.a": mail("hi", `To: "ops@example.test" <evil@example.test>`)}), toOps, "refuted missing_unproven"},
		"092 a subject split within a character":   {nil, empty, maildir(content{"new/1.a": fixture(t, "email/testdata/split.eml")}), subject, "confirmed confirmed"},
		"092 a subject folded between its words":   {nil, empty, maildir(content{"new/1.a": mail("hi", "Subject: =?utf-8?Q?Caf=C3?=\r\n =?utf-8?Q?=A9_order_?=\r\n\t=?utf-8?Q?42?=")}), subject, "confirmed confirmed"},
		"092 a subject in Latin-1":                 {nil, empty, maildir(content{"new/1.a": mail("hi", "Subject: =?ISO-8859-1?q?Caf=E9?= order 42")}), subject, "confirmed confirmed"},
		"092 a subject in a charset of no name":    {nil, empty, maildir(content{"new/1.a": mail("hi", "Subject: =?x-none?Q?Caf?= order 42")}), subject, "indeterminate coverage_gap"},
		"092 two subjects":                         {nil, empty, maildir(content{"new/1.a": mail("hi", "Subject: Café order 42", "Subject: another")}), subject, "indeterminate coverage_gap"},
		"094 quoted-printable":                     {total, empty, maildir(content{"new/1.a": fixture(t, "email/testdata/qp.eml")}), matches, "confirmed confirmed"},
		"094 base64":                               {total, empty, maildir(content{"new/1.a": fixture(t, "email/testdata/b64.eml")}), matches, "confirmed confirmed"},
		"094 base64 that is broken":                {total, empty, maildir(content{"new/1.a": mail("!42.00!", "Content-Transfer-Encoding: base64")}), matches, "indeterminate coverage_gap"},
		"094 an encoding of no name":               {total, empty, maildir(content{"new/1.a": mail("42.00", "Content-Transfer-Encoding: x-own")}), matches, "indeterminate coverage_gap"},
		"094 lines that flow":                      {map[string]any{"file_content_probe": "Total: 42"}, empty, maildir(content{"new/1.a": mail("Total: \r\n42", "Content-Type: text/plain; format=flowed")}), matches, "confirmed confirmed"},
		"095 forms that disagree":                  {hundred("any"), empty, maildir(content{"new/1.a": fixture(t, "email/testdata/alt.eml")}), matches, "indeterminate coverage_gap"},
		"095 the form that is named":               {hundred("text"), empty, maildir(content{"new/1.a": fixture(t, "email/testdata/alt.eml")}), matches, "confirmed confirmed"},
		"095 the form that is named, without luck": {hundred("html"), empty, maildir(content{"new/1.a": fixture(t, "email/testdata/alt.eml")}), matches, "refuted missing_unproven"},
		"095 text that HTML hides":                 {hundred("any"), empty, maildir(content{"new/1.a": mail(`<p style="display: none">100.00</p>`, "Content-Type: text/html")}), matches, "refuted missing_unproven"},
		"095 a number across tags":                 {hundred("any"), empty, maildir(content{"new/1.a": mail(`<b>1</b>00&#46;00`, "Content-Type: text/html")}), matches, "confirmed confirmed"},
		"095 the text of an attached message":      {hundred("any"), empty, maildir(content{"new/1.a": mail("--b\r\n\r\nsee\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\n100.00\r\n--b--\r\n", "Content-Type: multipart/mixed; boundary=b")}), matches, "refuted missing_unproven"},
		"098 a list, and the envelope":             {nil, empty, maildir(content{"new/1.a": mail("hi", "To: list@example.test", "Delivered-To: ops@example.test")}), delivered, "confirmed confirmed"},
		"098 the address in To alone":              {nil, empty, maildir(content{"new/1.a": to}), delivered, "refuted missing_unproven"},
		"098 a blind copy in the envelope":         {nil, empty, maildir(content{"new/1.a": mail("hi", "To: ops@example.test", "X-Original-To: evil@example.test")}), toOps, "refuted missing_unproven"},
		"101 mail that is still delivered":         {nil, empty, maildir(content{"tmp/1.a": to}), toOps, "refuted missing_unproven"},
		"101 mail among a server's own files":      {nil, empty, maildir(content{"new/3.z": to, "dovecot-uidlist": "3", ".Junk/new/2.y": to, ".Junk/cur/": "", "new/.keep": ""}), toOps, "confirmed confirmed"},
		"101 mail in a folder that is declared":    {map[string]any{"mail_folders": []string{".Junk"}}, maildir(content{".Junk/new/": "", ".Junk/cur/": ""}), maildir(content{".Junk/new/2.y": to, ".Junk/cur/": ""}), toOps, "confirmed confirmed"},
		"101 mail of no bytes":                     {nil, empty, maildir(content{"new/1.a": ""}), toOps, "indeterminate coverage_gap"},
		"a link to a message elsewhere":            {nil, empty, maildir(content{"new/1.a": "-> ../../message"}), toOps, "indeterminate coverage_gap"},
	} {
		t.Run(name, func(t *testing.T) { c.run(t, email.New()) })
	}
}
