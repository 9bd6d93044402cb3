package wire_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk/wire"
	"github.com/effectkit/effectkit/value"

	"google.golang.org/protobuf/proto"
)

var update = flag.Bool("update", false, "write the golden vectors anew")

const vectorFile = "testdata/batch.json"

// vector is one message of the contract, in bytes, and what it means.
type vector struct {
	Name string `json:"name"`
	// Why says what an implementation may get wrong.
	Why string `json:"why"`
	// Batch is the message, in hex.
	Batch string `json:"batch"`
	// Records are what it holds, a cell as "kind" or "kind: text"; fields that
	// a record lacks are left out. Absent for one that must be refused.
	Records []map[string]string `json:"records,omitempty"`
	// Malformed says what is wrong with one that must be refused.
	Malformed string `json:"malformed,omitempty"`
}

// cellText is a cell as vectors write it.
func cellText(v value.Value) string {
	kind := v.Kind().String()
	if length, _, ok := v.Digested(); ok {
		return fmt.Sprintf("%s of %d bytes: %s", kind, length, v.Text())
	}
	if t, ok := v.Instant(); ok {
		return fmt.Sprintf("%s: %s = %d s %d ns", kind, v.Text(), t.Unix(), t.Nanosecond())
	}
	switch v.Kind() {
	case value.Null:
		return kind
	case value.Text:
		return kind + ": " + strings.Trim(fmt.Sprintf("%+q", v.Raw()), `"`)
	}
	return kind + ": " + v.Text()
}

func recordsOf(b *value.Batch) []map[string]string {
	out := make([]map[string]string, b.Rows())
	for row := range out {
		out[row] = map[string]string{}
		for i := range b.Columns() {
			if v := b.Columns()[i].At(row); !v.IsMissing() {
				out[row][b.Columns()[i].Name()] = cellText(v)
			}
		}
	}
	return out
}

func TestGoldenVectors(t *testing.T) {
	if *update {
		writeVectors(t)
	}
	text, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			raw, err := hex.DecodeString(v.Batch)
			if err != nil {
				t.Fatal(err)
			}
			var m adapterv1.Batch
			if err := proto.Unmarshal(raw, &m); err != nil {
				t.Fatal(err)
			}
			b, err := wire.BatchFromProto(&m)
			if v.Malformed != "" {
				if !errors.Is(err, value.ErrMalformed) || err.Error() != v.Malformed {
					t.Errorf("got %v, want %s", err, v.Malformed)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got, _ := json.Marshal(recordsOf(b))
			want, _ := json.Marshal(v.Records)
			if !bytes.Equal(got, want) {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			again, err := wire.BatchToProto(b)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := proto.Marshal(again); err != nil || !bytes.Equal(back, raw) {
				t.Errorf("it does not become the same bytes again: %x, %v", back, err)
			}
		})
	}
}

// writeVectors makes the file of the table of vectors.
func writeVectors(t *testing.T) {
	t.Helper()
	var out []vector
	for _, g := range goldens(t) {
		raw, err := proto.MarshalOptions{Deterministic: true}.Marshal(g.message)
		if err != nil {
			t.Fatal(err)
		}
		v := vector{Name: g.name, Why: g.why, Batch: hex.EncodeToString(raw)}
		var m adapterv1.Batch
		if err := proto.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		if b, err := wire.BatchFromProto(&m); err != nil {
			v.Malformed = err.Error()
		} else {
			v.Records = recordsOf(b)
		}
		if (v.Malformed != "") != g.refused {
			t.Fatalf("%s: %v", g.name, v.Malformed)
		}
		out = append(out, v)
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(vectorFile, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
