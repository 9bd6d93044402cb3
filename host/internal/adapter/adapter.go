package adapter

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Identity says which code reads. It goes into a reader's identity, into every
// error that names the adapter and into verdicts.
type Identity struct {
	Kind    string
	Version string
	// Digest is the SHA-256, in hex, of the bytes that run: a plugin's lock
	// entry, or "builtin:" and the host's version.
	Digest string
	// Unverified is true for a development plugin and a re-attached one.
	Unverified bool
}

// String names the adapter as failures do: kind, version, and so much of the
// digest that a person can find it in the lock.
func (id Identity) String() string {
	digest := id.Digest
	if len(digest) == 64 {
		digest = "sha256:" + digest[:12]
	}
	about := strings.Join(slices.DeleteFunc([]string{id.Version, digest}, func(s string) bool { return s == "" }), ", ")
	if about == "" {
		return strconv.Quote(id.Kind)
	}
	return fmt.Sprintf("%q (%s)", id.Kind, about)
}

// Adapter is one adapter of one kind, in or out of process. It is safe for
// concurrent use; a crash of its process shows in the calls that were under way
// and in no later one.
type Adapter interface {
	Identity() Identity
	// Describe is what the adapter said of itself when it was opened.
	Describe() sdk.Description
	// Configure makes an instance that survives a restart of the process. The
	// failure's Misconfigured is true where the section cannot work.
	Configure(ctx context.Context, section []byte, secrets map[string]string) (Instance, *Failure)
	// Close ends the adapter and its process within four seconds.
	Close() error
}

// Instance is one configured reader, safe for concurrent use.
type Instance interface {
	// Fields are those known before a read; nil when they are not.
	Fields() []value.Field
	Tier() effect.Tier
	TestConnection(ctx context.Context, bindings Bindings) ([]sdk.Notice, *Failure)
	// Capture reads once into sink. A failure says which unreadable ground the
	// snapshot has; what the sink took then counts for nothing. Header and
	// trailer sources that differ are reported by both, for the host to see.
	Capture(ctx context.Context, req CaptureRequest, sink sdk.Sink) (sdk.Trailer, *Failure)
	Release()
}

// Bindings are resolved expressions, by JSON Pointer into the section.
type Bindings map[string]value.Literal

// CaptureRequest is one read.
type CaptureRequest struct {
	Bindings Bindings
	// Fields are names that will be needed; never wanted values.
	Fields   []string
	MaxRows  int64
	MaxBytes int64
}

// Failure is a call that did not come to its end. Its text names the adapter
// and carries no value and no secret.
type Failure struct {
	// Ground is one of the four unreadable grounds.
	Ground effect.Ground
	Detail string
	// Misconfigured is true where the section cannot work: a refusal before the
	// action, adapter_failed after it.
	Misconfigured bool
}

// Error is the detail.
func (f *Failure) Error() string { return f.Detail }
