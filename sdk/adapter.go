package sdk

import (
	"context"

	"github.com/effectkit/effectkit/value"
)

// Adapter is one kind of reader. Its methods may be called at any time and
// concurrently.
type Adapter interface {
	// Describe says what the adapter is. It needs no credentials, opens nothing
	// and answers the same every time.
	Describe() Description

	// Configure is called once for each entry of a deployment that names this
	// kind. cfg has passed the schema of Describe. What can be refused without
	// reading is refused here, with [Misconfigured]; connecting may wait until
	// the first read. The instance serves many captures, some at once, until
	// it is closed.
	Configure(ctx context.Context, cfg Config) (Instance, error)
}

// Instance is one configured reader. Capture may be called concurrently, up to
// Capabilities.MaxConcurrent at a time.
//
// An instance may also be a [Tester], a [Fielder], a [Tierer] or an io.Closer.
type Instance interface {
	// Capture reads the scope once, freshly, and writes every record of it to w.
	// A nil error says: that was all, gaps aside. Failures are [ReadError]s;
	// any other error counts as a failure of the adapter.
	Capture(ctx context.Context, req *CaptureRequest, w *RecordWriter) error
}

// Tester is an Instance that can try its connection more cheaply than by a
// capture. It reads as little as it can; it never writes.
type Tester interface {
	TestConnection(ctx context.Context, req *CaptureRequest) ([]Notice, error)
}

// Fielder is an Instance that knows the fields of its records before it reads.
type Fielder interface {
	// Fields returns nil when they turn out not to be known.
	Fields() []value.Field
}

// Tierer is an Instance whose tier depends on its configuration. It may be
// weaker than its Description says, never stronger.
type Tierer interface{ Tier() int }

// Notice is something an operator should know that fails nothing, such as a
// role that could write.
type Notice struct {
	Code   string // for programs: lower case with underscores
	Detail string // a sentence; never a value or a secret
}

// NoticeRoleCanWrite says that the credentials could write to the system. A
// policy can refuse it.
const NoticeRoleCanWrite = "role_can_write"

// Description says what an adapter is.
type Description struct {
	// Kind is the name that deployments use. A vendor's contains a hyphen.
	Kind    string
	Version string
	Title   string
	// Tier is the strongest that an instance can have, 1 to 4 (SEMANTICS 8);
	// 0 counts as 1.
	Tier int
	// Schema is the JSON Schema (draft 2020-12) of the adapter's section,
	// without the keys that the host owns. Properties that hold an expression
	// are marked "x-effectkit-expr": true; those that name an environment
	// variable holding a secret, "x-effectkit-secret": true; those that hold a
	// path, "x-effectkit-path": true, which arrive absolute: relative ones start
	// at the deployment file's folder. Marks work under properties,
	// additionalProperties, items, $ref into the schema, oneOf, anyOf and allOf.
	// A key that the schema does not name is refused unless an
	// additionalProperties allows it.
	Schema       string
	Capabilities Capabilities
}

// Capabilities are the minor features that an adapter has.
type Capabilities struct {
	// MaxConcurrent is how many captures an instance serves at once; 0 is no
	// limit.
	MaxConcurrent int
	// Source is true when every read says which system answered.
	Source bool
	// Paging is true when the adapter reads lists to their end over pages.
	Paging bool
}

// CaptureRequest is one read.
type CaptureRequest struct {
	// Config is the section with every expression resolved.
	Config Config
	// Fields are names that will be needed: a hint. Reading fewer fields is
	// allowed, reading fewer records is not.
	Fields []string
	// MaxRows and MaxBytes are caps; 0 is none. One more is a gap of the kind
	// truncated.
	MaxRows  int64
	MaxBytes int64
}
