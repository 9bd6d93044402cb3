package email

import (
	"context"
	"encoding/json"
	"net/smtp"
	"testing"
	"time"

	"github.com/effectkit/effectkit/internal/livetest/postfix"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
)

// mailbox reads one mailbox of a live server until it holds n messages, or long
// enough for a person to give up.
func mailbox(t *testing.T, s *postfix.Server, name string, n int) []map[string]value.Value {
	t.Helper()
	section, _ := json.Marshal(map[string]any{
		"root": s.Maildir(name), "file_content_probe": "Gesamt: 42,00 €", "file_mtime_window_s": 600,
	})
	deadline := time.Now().Add(30 * time.Second)
	for {
		r := sdktest.Capture(context.Background(), sdktest.Request{Adapter: New(), Section: string(section)})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		if records := r.Records(); len(records) >= n || time.Now().After(deadline) {
			if len(records) != n {
				t.Fatalf("%d messages for %s, want %d; the server said:\n%s", len(records), name, n, s.Log())
			}
			return records
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func send(t *testing.T, s *postfix.Server, to []string, text string) {
	t.Helper()
	if err := smtp.SendMail(s.Addr, nil, "shop@example.test", to, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

const plain = "From: shop@example.test\r\nTo: ops@example.test\r\nSubject: order 42\r\nMessage-ID: <42@shop.example.test>\r\n\r\nthank you\r\n"

func TestMailThroughARealPostfix(t *testing.T) {
	s := postfix.Start(t)

	t.Run("one delivery, to the mailbox that it was meant for", func(t *testing.T) {
		send(t, s, []string{"ops@example.test"}, plain)
		rec := mailbox(t, s, "ops", 1)[0]
		for field, want := range map[string]string{
			"to": "ops@example.test", "delivered_to": "ops@example.test", "recipients": "ops@example.test",
			"from": "shop@example.test", "subject": "order 42", "message_id": "42@shop.example.test",
			"kind": "message", "fresh": "true", "content_match": "false",
		} {
			if got := rec[field].Text(); got != want {
				t.Errorf("%s is %q, want %q", field, got, want)
			}
		}
	})
	t.Run("the same message twice is two messages", func(t *testing.T) {
		first := mailbox(t, s, "ops", 1)[0]["id"]
		send(t, s, []string{"ops@example.test"}, plain)
		two := mailbox(t, s, "ops", 2)
		if value.Same(two[0]["id"], two[1]["id"]) || !(value.Same(two[0]["id"], first) || value.Same(two[1]["id"], first)) {
			t.Errorf("identities %q and %q, of which one was %q", two[0]["id"].Text(), two[1]["id"].Text(), first.Text())
		}
	})
	t.Run("a blind recipient shows in the envelope alone", func(t *testing.T) {
		send(t, s, []string{"evil@example.test"}, plain)
		rec := mailbox(t, s, "evil", 1)[0]
		if rec["to"].Text() != "ops@example.test" || rec["delivered_to"].Text() != "evil@example.test" ||
			rec["recipients"].Text() != "evil@example.test, ops@example.test" {
			t.Errorf("to %q, delivered_to %q, recipients %q", rec["to"].Text(), rec["delivered_to"].Text(), rec["recipients"].Text())
		}
	})
	t.Run("a bounce is no message", func(t *testing.T) {
		send(t, s, []string{postfix.Gone}, plain)
		if got := mailbox(t, s, "shop", 1)[0]["kind"].Text(); got != "bounce" {
			t.Errorf("kind is %q", got)
		}
	})
	t.Run("a delayed delivery is not there until it is", func(t *testing.T) {
		send(t, s, []string{"ops@example.test"}, "From: shop@example.test\r\nTo: ops@example.test\r\nSubject: held back\r\n\r\nlater\r\n")
		mailbox(t, s, "ops", 2)
		s.Release(t)
		mailbox(t, s, "ops", 3)
	})
	t.Run("a subject and a body that are not ASCII", func(t *testing.T) {
		mailbox(t, s, "evil", 1)
		send(t, s, []string{"evil@example.test"}, "From: shop@example.test\r\nTo: evil@example.test\r\n"+
			"Subject: =?utf-8?Q?Auftrag_f=C3=BCr_M=C3=BCller?=\r\nMIME-Version: 1.0\r\n"+
			"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGesamt: 42,00 =E2=82=AC\r\n")
		for _, rec := range mailbox(t, s, "evil", 2) {
			if rec["subject"].Text() == "Auftrag für Müller" && rec["content_match"].Bool() {
				return
			}
		}
		t.Error("not decoded")
	})
}
