package sdktest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
)

// echo reports what its section says.
type echo struct{ err error }

const echoSchema = `{
	"type": "object",
	"properties": {
		"where": {"type": "object", "additionalProperties": {"$ref": "#/$defs/expr"}},
		"list": {"type": "array", "items": {"oneOf": [{"type": "integer"}, {"$ref": "#/$defs/expr"}]}},
		"title": {"type": "object"},
		"password_env": {"type": "string", "x-effectkit-secret": true}
	},
	"$defs": {"expr": {"x-effectkit-expr": true}}
}`

func (e echo) Describe() sdk.Description {
	return sdk.Description{Kind: "echo-kind", Tier: 1, Schema: echoSchema}
}

func (e echo) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	return echoInstance{e}, nil
}

type echoInstance struct{ echo }

func (e echoInstance) Capture(_ context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	var section struct {
		Where map[string]sdk.Expr `json:"where"`
		List  []sdk.Expr          `json:"list"`
		Title any                 `json:"title"`
		Env   string              `json:"password_env"`
	}
	if err := req.Config.Decode(&section); err != nil {
		return err
	}
	w.Source("echo")
	for name, x := range section.Where {
		v := value.OfText(x.Text)
		if x.Null {
			v = value.NullValue()
		}
		if err := w.Record(sdk.Field{Name: name, Value: v}, sdk.Field{Name: "as", Value: value.OfText(x.As)}); err != nil {
			return err
		}
	}
	for _, x := range section.List {
		if err := w.Record(sdk.Field{Name: "item", Value: value.OfText(x.Text)}); err != nil {
			return err
		}
	}
	if secret := req.Config.Secret("/password_env"); secret != "" {
		w.Advise(value.GapElsewhere, "it has a secret")
	}
	return e.err
}

func TestACaptureSeesWhatAHostWouldHandIt(t *testing.T) {
	got := sdktest.Capture(t.Context(), sdktest.Request{
		Adapter: echo{},
		Section: `{"where":{"id":{"param":"p","as":"int"}},"list":[7,{"param":"q"}],"password_env":"PW"}`,
		Params:  map[string]string{"p": "0012", "q": "x"},
		Secrets: map[string]string{"/password_env": "hunter2"},
	})
	if got.Err != nil {
		t.Fatal(got.Err)
	}
	records := got.Records()
	if len(records) != 3 || records[0]["id"].Text() != "0012" || records[0]["as"].Text() != "int" ||
		records[1]["item"].Text() != "7" || records[2]["item"].Text() != "x" {
		t.Errorf("%v", records)
	}
	if _, carries := records[1]["id"]; carries {
		t.Error("a record carries a field that it was not given")
	}
	if got.Trailer.Source != "echo" || len(got.Trailer.Gaps) != 1 || got.Trailer.Records != 3 {
		t.Errorf("%+v", got.Trailer)
	}
}

func TestAParameterMayBeNull(t *testing.T) {
	got := sdktest.Capture(t.Context(), sdktest.Request{Adapter: echo{}, Section: `{"where":{"id":{"param":"p"}}}`, Nulls: []string{"p"}})
	if got.Err != nil || !got.Records()[0]["id"].IsNull() {
		t.Errorf("%v, %v", got.Records(), got.Err)
	}
}

func TestWhatAHostWouldRefuseIsRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		req  sdktest.Request
		want string
	}{
		{"an unbound parameter", sdktest.Request{Section: `{"where":{"id":{"param":"p"}}}`}, `parameter "p" has no value`},
		{"a parameter where the schema has no mark", sdktest.Request{Section: `{"title":{"param":"p"}}`, Params: map[string]string{"p": "x"}}, `"/title" is not marked "x-effectkit-expr" in the schema: a host does not resolve {param: p} there`},
		{"a secret where the schema has no mark", sdktest.Request{Section: `{}`, Secrets: map[string]string{"/title": "x"}}, `"/title" is not marked "x-effectkit-secret" in the schema: a host hands no secret to it`},
		{"a section that is not JSON", sdktest.Request{Section: `{`}, "the section is not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.req.Adapter = echo{}
			if got := sdktest.Capture(t.Context(), c.req); got.Err == nil || got.Err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", got.Err, c.want)
			}
		})
	}
}

func TestAFailedReadIsHandedBackAsItIs(t *testing.T) {
	why := sdk.Unreachable("no answer")
	if got := sdktest.Capture(t.Context(), sdktest.Request{Adapter: echo{err: why}, Section: `{}`}); !errors.Is(got.Err, why) {
		t.Errorf("%v", got.Err)
	}
}

func TestAnUnknownKeyOfASectionIsMisconfigured(t *testing.T) {
	got := sdktest.Capture(t.Context(), sdktest.Request{Adapter: echo{}, Section: `{"wehre":{}}`})
	if re := sdk.AsReadError(got.Err); re == nil || re.Reason != sdk.ReasonMisconfigured {
		t.Errorf("%v", got.Err)
	}
}
