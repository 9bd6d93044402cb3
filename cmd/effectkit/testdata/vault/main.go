// Command vault is an adapter that gives its secret away wherever an adapter
// can say something, in every form. The scripts look for it in all output.
package main

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

func main() { sdk.Serve(vault{}) }

type vault struct{}

func (vault) Describe() sdk.Description {
	return sdk.Description{
		Kind: "acme-vault", Version: "1", Title: "Gives its secret away", Tier: 1,
		Schema: `{
			"type": "object",
			"additionalProperties": false,
			"required": ["token_env", "orders"],
			"properties": {
				"token_env": {"type": "string", "x-effectkit-secret": true},
				"orders": {"type": "string"}
			}
		}`,
		Capabilities: sdk.Capabilities{Source: true},
	}
}

func (vault) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var section struct {
		Token  string `json:"token_env"`
		Orders string `json:"orders"`
	}
	if err := cfg.Decode(&section); err != nil {
		return nil, err
	}
	return instance{secret: cfg.Secret("/token_env"), orders: section.Orders}, nil
}

type instance struct{ secret, orders string }

// said is the secret in every form.
func (i instance) said() string {
	return strings.Join([]string{
		i.secret, hex.EncodeToString([]byte(i.secret)), url.QueryEscape(i.secret), fmt.Sprintf("%q", i.secret),
		base64.StdEncoding.EncodeToString([]byte(i.secret)),
		base64.StdEncoding.EncodeToString([]byte("a" + i.secret)),
		base64.URLEncoding.EncodeToString([]byte("ab" + i.secret)),
	}, " ")
}

// Capture reads the refs that stand in a file, one a line; without the file the
// vault cannot be reached.
func (i instance) Capture(_ context.Context, _ *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	fmt.Fprintln(os.Stderr, "reading with", i.said())
	text, err := os.ReadFile(i.orders)
	if err != nil {
		return sdk.Unreachable("no answer to %s", i.said())
	}
	w.Source("vault")
	w.Advise(value.GapUnobserved, "seen with "+i.said())
	for ref := range strings.FieldsSeq(string(text)) {
		if err := w.Record(sdk.Field{Name: "id", Value: value.OfText(ref)}, sdk.Field{Name: "ref", Value: value.OfText(ref)}); err != nil {
			return err
		}
	}
	return nil
}
