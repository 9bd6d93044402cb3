package email

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 3, 12, 0, 0, 0, time.UTC)

const captureOnly = "what is proved is delivery to this capture point, not receipt beyond it"

func capture(t *testing.T, section map[string]any) *sdktest.Result {
	t.Helper()
	text, err := json.Marshal(section)
	if err != nil {
		t.Fatal(err)
	}
	return sdktest.Capture(context.Background(), sdktest.Request{Adapter: adapter{now: func() time.Time { return noon }}, Section: string(text)})
}

// store makes a folder of files by name; new, cur and tmp are there when
// maildir is true.
func store(t *testing.T, maildir bool, mail map[string]string) string {
	t.Helper()
	root := t.TempDir()
	if maildir {
		for _, d := range []string{"new", "cur", "tmp"} {
			if err := os.Mkdir(filepath.Join(root, d), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, text := range mail {
		at := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, noon, noon.Add(-time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// letter is a small message with further header lines.
func letter(body string, header ...string) string {
	lines := append([]string{"From: Shop <shop@Example.test>", "Subject: order", "Message-ID: <1@shop.example.test>"}, header...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n" + body
}

// one is the only record of a capture that has no gap but the standing one.
func one(t *testing.T, r *sdktest.Result) map[string]value.Value {
	t.Helper()
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	if d := cmp.Diff([]value.Gap{{Kind: value.GapElsewhere, Detail: captureOnly, Advisory: true}}, r.Trailer.Gaps); d != "" {
		t.Errorf("gaps (-want +got):\n%s", d)
	}
	if n := len(r.Records()); n != 1 {
		t.Fatalf("%d records", n)
	}
	return r.Records()[0]
}

func TestRecipientsAreAddressesOutOfEveryHeader(t *testing.T) {
	for name, c := range map[string]struct {
		header []string
		to     string
		all    string
	}{
		"display text is not an address": {[]string{`To: "evil@example.test" <ops@EXAMPLE.test>`}, "ops@example.test", "ops@example.test"},
		"two recipients":                 {[]string{"To: b@example.test, Ops <a@example.test>"}, "a@example.test, b@example.test", "a@example.test, b@example.test"},
		"two headers of one name":        {[]string{"To: a@example.test", "To: evil@example.test"}, "a@example.test, evil@example.test", "a@example.test, evil@example.test"},
		"copies, open and blind": {[]string{"To: a@example.test", "Cc: c@example.test", "Bcc: d@example.test"},
			"a@example.test", "a@example.test, c@example.test, d@example.test"},
		"a group": {[]string{"To: Ops: ops@example.test, b@example.test;"}, "b@example.test, ops@example.test", "b@example.test, ops@example.test"},
		"an empty group and the envelope": {[]string{"To: undisclosed-recipients:;", "Delivered-To: ops@example.test", "X-Original-To: alias@example.test"},
			"", "alias@example.test, ops@example.test"},
		"one to whom it was sent on": {[]string{"To: a@example.test", "Resent-To: evil@example.test", "Resent-Bcc: b@example.test"},
			"a@example.test", "a@example.test, b@example.test, evil@example.test"},
		"several of one envelope": {[]string{"To: list@example.test", "Envelope-To: a@example.test, <b@Example.test>"},
			"list@example.test", "a@example.test, b@example.test, list@example.test"},
		"a user of the machine":     {[]string{"To: root"}, "root", "root"},
		"one with a comment":        {[]string{"To: root (Cron Daemon)"}, "root", "root"},
		"an address with one":       {[]string{"To: ops@example.test (Ops, at night)"}, "ops@example.test", "ops@example.test"},
		"quoted local parts":        {[]string{`To: "a b"@example.test`}, "a b@example.test", "a b@example.test"},
		"text beyond ASCII":         {[]string{"To: Björn <björn@example.test>"}, "björn@example.test", "björn@example.test"},
		"an encoded name":           {[]string{"To: =?utf-8?Q?evil=40x=2Etest?= <ops@example.test>"}, "ops@example.test", "ops@example.test"},
		"one recipient twice":       {[]string{"To: a@example.test, a@EXAMPLE.test", "Cc: a@example.test"}, "a@example.test", "a@example.test"},
		"names that differ in case": {[]string{"To: A@example.test, a@example.test"}, "A@example.test, a@example.test", "A@example.test, a@example.test"},
		"a folded header":           {[]string{"To: a@example.test,\r\n b@example.test"}, "a@example.test, b@example.test", "a@example.test, b@example.test"},
	} {
		t.Run(name, func(t *testing.T) {
			rec := one(t, capture(t, map[string]any{"root": store(t, false, map[string]string{"1.eml": letter("hi", c.header...)})}))
			if got := rec["to"].Text(); got != c.to {
				t.Errorf("to is %q, want %q", got, c.to)
			}
			if got := rec["recipients"].Text(); got != c.all {
				t.Errorf("recipients are %q, want %q", got, c.all)
			}
			if got := rec["from"].Text(); got != "shop@example.test" {
				t.Errorf("from is %q", got)
			}
		})
	}
}

func TestSubjectsAndBodiesAreReadAsAReaderSeesThem(t *testing.T) {
	file := func(name string) string {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for name, c := range map[string]struct {
		mail, probe, body string
		subject           string
		match             string
	}{
		"a subject split within a character": {mail: file("split.eml"), probe: ".", subject: "Café order 42"},
		"a subject beyond ASCII as it is":    {mail: strings.Replace(letter("x"), "order", "Café", 1), probe: "x", subject: "Café"},
		"a folded subject":                   {mail: strings.Replace(letter("x"), "order", "an\r\n order", 1), probe: "x", subject: "an order"},
		"words of two charsets":              {mail: strings.Replace(letter("x"), "order", "=?iso-8859-1?Q?Caf=E9?= =?windows-1252?B?gA==?=", 1), probe: "x", subject: "Café€"},
		"a word among plain text":            {mail: strings.Replace(letter("x"), "order", "order =?utf-8?Q?=E2=82=AC?= 42", 1), probe: "x", subject: "order € 42"},
		"a word with underscores":            {mail: strings.Replace(letter("x"), "order", "=?UTF-8?q?an_order?=", 1), probe: "x", subject: "an order"},
		"a word in a charset of Japan":       {mail: strings.Replace(letter("x"), "order", "=?ISO-2022-JP?B?GyRCQ21KOBsoQg==?=", 1), probe: "x", subject: "注文"},
		"a file with bare line feeds":        {mail: strings.ReplaceAll(letter("a\r\nb\r\n"), "\r\n", "\n"), probe: "a\nb", subject: "order", match: "true"},
		"lines that end in CR and LF":        {mail: letter("a\r\nb\r\n"), probe: "(?m)^a$\nb", match: "true"},
		"an attached message is not the text": {mail: letter("--b\r\n\r\nsee\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\n42.00\r\n--b--\r\n", "Content-Type: multipart/mixed; boundary=b"),
			probe: `42\.00`, match: "false"},
		"headers that a bounce returns are not the text": {mail: letter("--b\r\n\r\nsee\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nSubject: 42.00\r\n--b--\r\n", "Content-Type: multipart/report; boundary=b"),
			probe: `42\.00`, match: "false"},
		"text before the first part is not read": {mail: letter("42.00\r\n--b\r\n\r\nsee\r\n--b--\r\n42.00", "Content-Type: multipart/mixed; boundary=b"),
			probe: `42\.00`, match: "false"},
		"a part within a part": {mail: letter("--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\n42.00\r\n--c--\r\n--b--\r\n", "Content-Type: multipart/mixed; boundary=b"),
			probe: `42\.00`, match: "true"},
		"quoted-printable with soft breaks":   {mail: file("qp.eml"), probe: `42\.00`, match: "true"},
		"base64":                              {mail: file("b64.eml"), probe: `42\.00`, match: "true"},
		"the text form, where it is named":    {mail: file("alt.eml"), probe: `100\.00`, body: "text", match: "true"},
		"the HTML form, without its comments": {mail: file("alt.eml"), probe: `100\.00`, body: "html", match: "false"},
		"the HTML form, as it is rendered":    {mail: file("alt.eml"), probe: `1000\.00`, body: "html", match: "true"},
		"a charset that is not UTF-8": {mail: letter("caf\xe9", "MIME-Version: 1.0", "Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: 8bit"),
			probe: "café", subject: "order", match: "true"},
	} {
		t.Run(name, func(t *testing.T) {
			section := map[string]any{"root": store(t, false, map[string]string{"1.eml": c.mail}), "file_content_probe": c.probe}
			if c.body != "" {
				section["mail_body"] = c.body
			}
			rec := one(t, capture(t, section))
			if c.subject != "" && rec["subject"].Text() != c.subject {
				t.Errorf("subject is %q, want %q", rec["subject"].Text(), c.subject)
			}
			if c.match != "" && rec["content_match"].Text() != c.match {
				t.Errorf("content_match is %q, want %q", rec["content_match"].Text(), c.match)
			}
		})
	}
	r := capture(t, map[string]any{"root": store(t, false, map[string]string{"1.eml": file("alt.eml")}), "file_content_probe": `100\.00`})
	if _, carried := r.Records()[0]["content_match"]; carried || len(r.Trailer.Gaps) != 2 || r.Trailer.Gaps[0].Kind != value.GapUnobserved {
		t.Errorf("forms that disagree are settled: %v, gaps %v", r.Records()[0]["content_match"].Text(), r.Trailer.Gaps)
	}
}

func TestWhatIsNoWholeMessageIsAGap(t *testing.T) {
	const multipart = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n"
	for name, c := range map[string]struct {
		mail string
		want value.Gap
	}{
		"a second boundary that is never closed": {letter("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nhalf\r\n--b--\r\n", strings.TrimSpace(multipart)),
			value.Gap{Kind: value.GapUnobserved, Detail: "messages that do not parse: 1"}},
		"an mbox":            {"From shop@example.test Tue Mar  3 10:00:05 2026\n" + letter("x"), value.Gap{Kind: value.GapUnobserved, Detail: "messages that do not parse: 1"}},
		"base64 cut within":  {letter("aGVsbG8", "Content-Transfer-Encoding: base64"), value.Gap{Kind: value.GapUnobserved, Detail: "messages that do not parse: 1"}},
		"an empty file":      {"", value.Gap{Kind: value.GapInFlight, Detail: "1 entry: written to or replaced while being read"}},
		"a cut multipart":    {letter("--b\r\n\r\nhalf", strings.TrimSpace(multipart)), value.Gap{Kind: value.GapInFlight, Detail: "messages that stop before their end: 1"}},
		"a broken address":   {letter("x", "To: <ops@"), value.Gap{Kind: value.GapUnobserved, Detail: "messages that do not parse: 1"}},
		"an unknown charset": {letter("x", "Content-Type: text/plain; charset=x-nobody-knows"), value.Gap{Kind: value.GapUnobserved, Detail: "messages that do not parse: 1"}},
		"broken base64":      {letter("!!!!", "Content-Transfer-Encoding: base64"), value.Gap{Kind: value.GapUnobserved, Detail: "messages that do not parse: 1"}},
		"no header at all":   {"\x00\x01\x02", value.Gap{Kind: value.GapUnobserved, Detail: "messages that do not parse: 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := capture(t, map[string]any{"root": store(t, false, map[string]string{"1.eml": c.mail})})
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			if n := len(r.Records()); n != 0 || r.Trailer.Gaps[0] != c.want {
				t.Errorf("%d records, gaps %v", n, r.Trailer.Gaps)
			}
		})
	}
}

func TestAMessageThatWasOnlyReadIsTheSameMessage(t *testing.T) {
	text := letter("hi", "To: ops@example.test")
	ids := func(mail map[string]string) []string {
		var out []string
		r := capture(t, map[string]any{"root": store(t, true, mail)})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		for _, rec := range r.Records() {
			out = append(out, rec["id"].Text())
		}
		return out
	}
	before := ids(map[string]string{"new/1772532005.M1P2.host": text})
	after := ids(map[string]string{"cur/1772532005.M1P2.host,U=7:2,S": text})
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("(-before +after):\n%s", d)
	}
	both := ids(map[string]string{"cur/1772532005.M1P2.host,U=7:2,S": text, "new/1772532010.M2P2.host": text})
	if len(both) != 2 || both[0] == both[1] {
		t.Errorf("two deliveries of one text are %q", both)
	}
}

// One delivery has one file. Two files that stand at once are two deliveries,
// however alike their names are; else a duplicate would hide behind the first.
func TestTwoFilesOfOneUniqueNameAreTwoMessages(t *testing.T) {
	text := letter("hi", "To: ops@example.test")
	for name, mail := range map[string]map[string]string{
		"one unread and one read":         {"new/1.M1P2.host": text, "cur/1.M1P2.host:2,S": text},
		"two in one folder":               {"cur/1.M1P2.host:2,": text, "cur/1.M1P2.host:2,S": text},
		"names that differ after a comma": {"new/order,1": text, "new/order,2": text},
	} {
		t.Run(name, func(t *testing.T) {
			r := capture(t, map[string]any{"root": store(t, true, mail)})
			if n := len(r.Records()); r.Err != nil || n != 2 {
				t.Errorf("%d messages, %v", n, r.Err)
			}
		})
	}
}

func TestAMaildirHasItsBookkeepingBesideItsMail(t *testing.T) {
	root := store(t, true, map[string]string{
		"tmp/1.x": "half", "dovecot-uidlist": "3", "new/3.z": letter("hi"), ".Junk/new/2.y": letter("spam"), ".Junk/cur/.keep": "",
	})
	r := capture(t, map[string]any{"root": root})
	want := []value.Gap{
		{Kind: value.GapElsewhere, Detail: captureOnly, Advisory: true},
		{Kind: value.GapInFlight, Detail: "a message is being delivered", Advisory: true},
		{Kind: value.GapElsewhere, Detail: "sub-folders of the Maildir that are not read: 1", Advisory: true},
	}
	if d := cmp.Diff(want, r.Trailer.Gaps); d != "" || len(r.Records()) != 1 || r.Records()[0]["unique"].Text() != "3.z" {
		t.Errorf("%d records, gaps (-want +got):\n%s", len(r.Records()), d)
	}
	r = capture(t, map[string]any{"root": root, "mail_folders": []string{".Junk"}})
	if len(r.Records()) != 2 || len(r.Trailer.Gaps) != 2 {
		t.Errorf("with the junk: %d records, gaps %v, %v", len(r.Records()), r.Trailer.Gaps, r.Err)
	}
}

func TestAPatternChoosesAmongTheMessagesOfAMaildir(t *testing.T) {
	root := store(t, true, map[string]string{"new/1.a": letter("hi"), "cur/2.b:2,S": letter("ho")})
	for pattern, want := range map[string]int{"*": 2, "new/*": 1, "2.*": 1, "*.eml": 0} {
		r := capture(t, map[string]any{"root": root, "mail_pattern": pattern})
		if r.Err != nil || len(r.Records()) != want {
			t.Errorf("%q chooses %d, want %d; %v", pattern, len(r.Records()), want, r.Err)
		}
	}
}

func TestKindsOfMessages(t *testing.T) {
	report := "--b\r\nContent-Type: text/plain\r\n\r\nfailed\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n--b--\r\n"
	const typed = "Content-Type: multipart/report; boundary=b; report-type="
	for mail, want := range map[string]string{
		letter("hi", "Auto-Submitted: no"):                                                 "message",
		letter("hi", "Auto-Submitted: auto-generated"):                                     "message",
		letter("hi", "Precedence: bulk", "Return-Path: <shop@example.test>"):               "message",
		letter("hi", "Return-Path: <>"):                                                    "message",
		letter(report, "MIME-Version: 1.0", typed+"delivery-status"):                       "bounce",
		letter(report, "MIME-Version: 1.0", typed+`"Delivery-Status"`):                     "bounce",
		letter("failed", "X-Failed-Recipients: ops@example.test"):                          "bounce",
		strings.Replace(letter("failed", "Return-Path: <>"), "shop@", "MAILER-DAEMON@", 1): "bounce",
		letter(report, "MIME-Version: 1.0", typed+"disposition-notification"):              "auto-reply",
		letter("away", "Auto-Submitted: auto-replied (vacation)"):                          "auto-reply",
		letter("away", "Auto-Submitted: Auto-Replied; owner-email=a@example.test"):         "auto-reply",
		letter("away", "Precedence: auto_reply"):                                           "auto-reply",
		letter("away", "X-Autoreply: yes"):                                                 "auto-reply",
	} {
		rec := one(t, capture(t, map[string]any{"root": store(t, false, map[string]string{"1.eml": mail})}))
		if got := rec["kind"].Text(); got != want {
			t.Errorf("kind is %q, want %q: %s", got, want, mail)
		}
	}
}

func TestAttachmentsAreNamedMeasuredAndHashed(t *testing.T) {
	mail := letter("--b\r\nContent-Type: text/plain\r\n\r\nsee file\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\n"+
		"Content-Disposition: attachment; filename=a.csv\r\nContent-Transfer-Encoding: base64\r\n\r\nZm9v\r\n--b--\r\n",
		"MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b")
	rec := one(t, capture(t, map[string]any{"root": store(t, false, map[string]string{"1.eml": mail}), "file_content_probe": "foo", "file_mtime_window_s": 600}))
	want := `[{"name":"a.csv","size":3,"sha256":"2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"}]`
	if got := rec["attachments"].Text(); got != want {
		t.Errorf("attachments are %s", got)
	}
	if rec["content_match"].Bool() || !rec["fresh"].Bool() {
		t.Errorf("content_match %q, fresh %q", rec["content_match"].Text(), rec["fresh"].Text())
	}
}

func TestSectionsThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		section map[string]any
		reason  sdk.Reason
		detail  string
	}{
		"a probe without its end": {map[string]any{"root": "/x", "file_content_probe": "[secret"}, sdk.ReasonMisconfigured,
			`"file_content_probe" does not compile as an RE2 regular expression: missing closing ]`},
		"a root that is missing": {map[string]any{"root": "/absent"}, sdk.ReasonUnreachable,
			"the root is not there; create the folder, or mend root"},
		"a sub-folder that is missing": {map[string]any{"root": store(t, true, nil), "mail_folders": []string{".Junk"}}, sdk.ReasonUnreachable,
			"the root is not there; create the folder, or mend root"},
	} {
		t.Run(name, func(t *testing.T) {
			re := sdk.AsReadError(capture(t, c.section).Err)
			if re == nil || re.Reason != c.reason || re.Detail != c.detail {
				t.Errorf("answered by %+v", re)
			}
		})
	}
}
