package faultserver

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"strings"
)

// IntendedDocument is what the actor wants to arrive.
func IntendedDocument(key string) Row {
	return Row{"name": "claim.json", "to": "claims@partner.example", "cc": "", "total": "12.50", "key": key}
}

// seedDocuments stand before the action: one of the same recipient, and one of
// another.
var seedDocuments = []struct {
	named, table string
	row          Row
}{
	{"colleague", "main", Row{"name": "earlier.json", "to": "claims@partner.example", "cc": "", "total": "7.00", "key": "k-earlier", "age": "stale"}},
	{"old", "main", Row{"name": "old.json", "to": "archive@partner.example", "cc": "", "total": "3.00", "key": "k-old", "age": "stale"}},
	{"side", "side", Row{"name": "side.json", "to": "archive@partner.example", "cc": "", "total": "1.00", "key": "k-side", "age": "stale"}},
}

// DocumentText is a document as the face's system keeps it: a message, or JSON.
func DocumentText(face string, r Row) string {
	if face == "email" {
		copies := ""
		if cc, _ := r["cc"].(string); cc != "" {
			copies = "Cc: " + cc + "\r\n"
		}
		return fmt.Sprintf("From: desk@clinic.example\r\nTo: %s\r\n%sSubject: Claim %s\r\nMessage-ID: <%s@clinic.example>\r\n"+
			"Date: Tue, 03 Mar 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+
			"Dear colleagues,\r\n\r\nTotal: %s\r\n\r\nThe desk\r\n", r["to"], copies, r["key"], r["key"], r["total"])
	}
	text, err := json.Marshal(map[string]any{"key": r["key"], "note": "The desk writes this line so that a half of the text is no whole.", "to": r["to"], "total": r["total"]})
	if err != nil {
		panic(err) // texts always marshal
	}
	return string(text) + "\n"
}

// parseDocument reads what a document says, for the truth. What is not exactly
// one that DocumentText writes is broken.
func parseDocument(face, text string) Row {
	r := Row{"to": "", "cc": "", "total": "", "key": ""}
	if face == "email" {
		m, err := mail.ReadMessage(strings.NewReader(text))
		if err != nil {
			return Row{"broken": text}
		}
		_, total, _ := strings.Cut(text, "Total: ")
		total, _, _ = strings.Cut(total, "\r\n")
		r["to"], r["cc"], r["total"] = m.Header.Get("To"), m.Header.Get("Cc"), total
		r["key"] = strings.TrimSuffix(strings.TrimPrefix(m.Header.Get("Message-Id"), "<"), "@clinic.example>")
	} else {
		var doc struct{ Key, To, Total string }
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			return Row{"broken": text}
		}
		r["to"], r["total"], r["key"] = doc.To, doc.Total, doc.Key
	}
	if DocumentText(face, r) != text {
		return Row{"broken": text}
	}
	return r
}
