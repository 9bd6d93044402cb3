package sdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Config is an adapter's section of a deployment, as JSON, and the secrets
// that it names. Printing it shows no secret.
type Config struct {
	section json.RawMessage
	secrets map[string]string
}

// NewConfig makes a Config of a section in JSON and its secrets by JSON
// Pointer. Hosts and tests call it.
func NewConfig(section []byte, secrets map[string]string) Config {
	return Config{section: section, secrets: secrets}
}

// Decode reads the section into a struct. Unknown keys are an error, so that a
// misspelt option is not a missing one. Use [Expr] for expressions and
// json.Number for numbers that must stay exact.
func (c Config) Decode(into any) error {
	d := json.NewDecoder(bytes.NewReader(c.section))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return Misconfigured("the section does not decode: %v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Misconfigured("data after the section")
	}
	return nil
}

// Section is the section's JSON text.
func (c Config) Section() []byte { return c.section }

// Secret is the secret that the property at a JSON Pointer named, such as
// "/sql_password_env"; "" when the section names none there. The property
// itself holds the variable's name, which an adapter has no use for.
func (c Config) Secret(pointer string) string { return c.secrets[pointer] }

// String never shows the section or a secret.
func (c Config) String() string { return "sdk.Config{…}" }

// GoString is String, for %#v.
func (c Config) GoString() string { return c.String() }

// Expr is a section's value that may name a parameter: a bare scalar,
// {literal: …}, {param: name} or {null: true}. In a [CaptureRequest] every
// Expr is a literal or null.
type Expr struct {
	// Text is the literal; "" for null and for an unresolved parameter.
	Text string
	// Param is the parameter's name while it has no value: only at Configure.
	Param string
	Null  bool
	// As is the type that the adapter is asked to bind as; "" for none.
	As string
}

// UnmarshalJSON reads any of an expression's forms.
func (e *Expr) UnmarshalJSON(text []byte) error {
	*e = Expr{}
	switch t := bytes.TrimSpace(text); {
	case string(t) == "null":
		e.Null = true
		return nil
	case len(t) > 0 && t[0] == '"':
		return json.Unmarshal(t, &e.Text)
	case len(t) > 0 && t[0] == '{':
		return e.object(t)
	case len(t) > 0 && t[0] == '[':
		return fmt.Errorf("an expression is a scalar, {literal}, {param} or {null}, not a list")
	default:
		e.Text = string(t)
		return nil
	}
}

func (e *Expr) object(text []byte) error {
	var form struct {
		Literal *json.RawMessage `json:"literal"`
		Param   *string          `json:"param"`
		Null    *bool            `json:"null"`
		As      string           `json:"as"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&form); err != nil {
		return err
	}
	forms := 0
	if form.Literal != nil {
		forms++
		if err := e.UnmarshalJSON(*form.Literal); err != nil {
			return err
		}
	}
	if form.Param != nil {
		forms++
		e.Param = *form.Param
	}
	if form.Null != nil && *form.Null {
		forms++
		e.Null = true
	}
	if forms != 1 {
		return fmt.Errorf("an expression is exactly one of literal, param and null")
	}
	e.As = form.As
	return nil
}
