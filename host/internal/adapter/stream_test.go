package adapter

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"

	"google.golang.org/grpc"
)

// scripted is an adapter in another language: it sends what it is told.
type scripted struct {
	adapterv1.UnimplementedAdapterServer
	describe  *adapterv1.DescribeResponse
	configure *adapterv1.ConfigureResponse
	send      []*adapterv1.CaptureResponse
	end       error
}

func (s *scripted) Describe(context.Context, *adapterv1.DescribeRequest) (*adapterv1.DescribeResponse, error) {
	if s.describe != nil {
		return s.describe, nil
	}
	return &adapterv1.DescribeResponse{Kind: "some-kind", Version: "1.0.0", Tier: 1, Capabilities: &adapterv1.Capabilities{Cancel: true}}, nil
}

func (s *scripted) Configure(context.Context, *adapterv1.ConfigureRequest) (*adapterv1.ConfigureResponse, error) {
	if s.configure != nil {
		return s.configure, nil
	}
	return &adapterv1.ConfigureResponse{Instance: "i"}, nil
}

func (s *scripted) Running(context.Context, *adapterv1.RunningRequest) (*adapterv1.RunningResponse, error) {
	return &adapterv1.RunningResponse{}, nil
}

func (s *scripted) Capture(_ *adapterv1.CaptureRequest, stream grpc.ServerStreamingServer[adapterv1.CaptureResponse]) error {
	for _, m := range s.send {
		if err := stream.Send(m); err != nil {
			return err
		}
	}
	return s.end
}

const someDigest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// openScripted opens a scripted adapter over a real connection in memory.
func openScripted(t *testing.T, s *scripted, opts Options) (Adapter, *Failure) {
	t.Helper()
	p, err := serveInMemory(func(r grpc.ServiceRegistrar) { adapterv1.RegisterAdapterServer(r, s) }, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, f := Open(t.Context(), p, Identity{Kind: "some-kind", Digest: someDigest}, opts)
	if f != nil {
		_ = p.Close()
		return nil, f
	}
	t.Cleanup(func() { _ = a.Close() })
	return a, nil
}

func instanceOf(t *testing.T, s *scripted) Instance {
	t.Helper()
	a, f := openScripted(t, s, Options{})
	if f != nil {
		t.Fatal(f)
	}
	in, f := a.Configure(t.Context(), []byte(`{}`), nil)
	if f != nil {
		t.Fatal(f)
	}
	return in
}

// collected is a sink that keeps everything, or refuses.
type collected struct {
	header  sdk.Header
	batches []*value.Batch
	refuse  error
}

func (c *collected) Header(h sdk.Header) error { c.header = h; return nil }
func (c *collected) Batch(b *value.Batch) error {
	c.batches = append(c.batches, b)
	return c.refuse
}

func header(source string) *adapterv1.CaptureResponse {
	return &adapterv1.CaptureResponse{Part: &adapterv1.CaptureResponse_Header{Header: &adapterv1.Header{Source: source}}}
}

func batch(rows int) *adapterv1.CaptureResponse {
	kinds := make([]byte, rows)
	for i := range kinds {
		kinds[i] = byte(value.Null)
	}
	return &adapterv1.CaptureResponse{Part: &adapterv1.CaptureResponse_Batch{Batch: &adapterv1.Batch{
		Rows: uint32(rows), Columns: []*adapterv1.Column{{Name: "a", Kinds: kinds}},
	}}}
}

func trailer(records uint64) *adapterv1.CaptureResponse {
	return &adapterv1.CaptureResponse{Part: &adapterv1.CaptureResponse_Trailer{Trailer: &adapterv1.Trailer{
		Records: records, End: adapterv1.End_END_COMPLETE,
	}}}
}

func TestAStreamThatDoesNotKeepTheContractFails(t *testing.T) {
	type messages = []*adapterv1.CaptureResponse
	badBatch := batch(2)
	badBatch.GetBatch().Columns[0].Kinds = []byte{1}
	noEnd := trailer(0)
	noEnd.GetTrailer().End = adapterv1.End_END_UNSPECIFIED
	badHeader := header("")
	badHeader.GetHeader().FieldsKnown = true
	badHeader.GetHeader().Fields = []*adapterv1.Field{{Name: "a"}, {Name: "a"}}
	big := batch(1)
	big.GetBatch().Columns[0].Name = strings.Repeat("n", 2<<20)
	for _, c := range []struct {
		name string
		send messages
		want string
	}{
		{"nothing at all", nil, "the stream ended without a trailer"},
		{"no trailer", messages{header(""), batch(1)}, "the stream ended without a trailer"},
		{"no header", messages{batch(1), trailer(1)}, "a batch before the header"},
		{"a trailer alone", messages{trailer(0)}, "a trailer before the header"},
		{"a second header", messages{header(""), header(""), trailer(0)}, "a second header"},
		{"a header that is malformed", messages{badHeader, trailer(0)}, `header: malformed: field "a" twice`},
		{"a batch that is malformed", messages{header(""), badBatch, trailer(2)}, `malformed: column "a" has 1 kinds for 2 records`},
		{"a count that is too low", messages{header(""), batch(2), batch(1), trailer(2)}, "the trailer counts 2 records, the batches held 3"},
		{"a count that is too high", messages{header(""), batch(2), trailer(3)}, "the trailer counts 3 records, the batches held 2"},
		{"an end that is not told", messages{header(""), noEnd}, "malformed: a trailer that does not say how the read ended"},
		{"a batch after the trailer", messages{header(""), trailer(0), batch(1)}, "the stream went on after its trailer"},
		{"a second trailer", messages{header(""), trailer(0), trailer(0)}, "the stream went on after its trailer"},
		{"an empty message", messages{header(""), {}, trailer(0)}, "a message that is neither header, batch nor trailer"},
		{"a message over the cap", messages{header(""), big, trailer(1)}, "a message over 1310720 bytes, or a limit that the adapter does not explain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := instanceOf(t, &scripted{send: c.send})
			_, f := in.Capture(t.Context(), CaptureRequest{}, &collected{})
			want := `"some-kind" (1.0.0, sha256:0123456789ab): capture: ` + c.want
			if f == nil || f.Ground != effect.AdapterFailed || f.Detail != want || f.Misconfigured {
				t.Errorf("got  %+v\nwant %s", f, want)
			}
		})
	}
}

func TestAnErrorAfterTheTrailerIsAFailure(t *testing.T) {
	in := instanceOf(t, &scripted{send: []*adapterv1.CaptureResponse{header(""), trailer(0)}, end: errors.New("late")})
	if _, f := in.Capture(t.Context(), CaptureRequest{}, &collected{}); f == nil || f.Ground != effect.AdapterFailed {
		t.Errorf("got %+v", f)
	}
}

func TestSourcesThatDifferAreHandedUp(t *testing.T) {
	end := trailer(1)
	end.GetTrailer().Source = "after"
	in := instanceOf(t, &scripted{send: []*adapterv1.CaptureResponse{header("before"), batch(1), end}})
	var sink collected
	got, f := in.Capture(t.Context(), CaptureRequest{}, &sink)
	if f != nil || sink.header.Source != "before" || got.Source != "after" || len(sink.batches) != 1 {
		t.Errorf("header %+v, trailer %+v, failure %v", sink.header, got, f)
	}
}

func TestAPartialReadWithoutAGapGetsOne(t *testing.T) {
	end := trailer(0)
	end.GetTrailer().End = adapterv1.End_END_PARTIAL
	in := instanceOf(t, &scripted{send: []*adapterv1.CaptureResponse{header(""), end}})
	got, f := in.Capture(t.Context(), CaptureRequest{}, &collected{})
	if f != nil || len(got.Gaps) != 1 || got.Gaps[0].Kind != value.GapTruncated || !got.Gaps[0].Impeaching() {
		t.Errorf("%+v, %v", got, f)
	}
}

func TestAnAdapterThatIsNotWhatItWasOpenedAsIsRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		d    *adapterv1.DescribeResponse
		want string
	}{
		{"another kind", &adapterv1.DescribeResponse{Kind: "sql", Tier: 1}, `"some-kind" (sha256:0123456789ab): describe: it says that its kind is "sql", and was opened as "some-kind"`},
		{"no tier", &adapterv1.DescribeResponse{Kind: "some-kind"}, `"some-kind" (sha256:0123456789ab): describe: it says that its tier is 0, not 1 to 4`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, f := openScripted(t, &scripted{describe: c.d}, Options{}); f == nil || f.Detail != c.want {
				t.Errorf("got %v, want %s", f, c.want)
			}
		})
	}
}

func TestAnInstanceThatCannotBeIsRefused(t *testing.T) {
	strong := &adapterv1.DescribeResponse{Kind: "some-kind", Tier: 3}
	for _, c := range []struct {
		name string
		s    *scripted
		want string
	}{
		{"without a name", &scripted{configure: &adapterv1.ConfigureResponse{}}, "it made an instance without a name"},
		{"of a tier stronger than its adapter's", &scripted{describe: strong, configure: &adapterv1.ConfigureResponse{Instance: "i", Tier: 1}}, "the instance claims tier independent-system, its adapter reacquired-state at best"},
		{"with a field twice", &scripted{configure: &adapterv1.ConfigureResponse{Instance: "i", FieldsKnown: true, Fields: []*adapterv1.Field{{Name: "a"}, {Name: "a"}}}}, `malformed: field "a" twice`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, f := openScripted(t, c.s, Options{})
			if f != nil {
				t.Fatal(f)
			}
			if _, f := a.Configure(t.Context(), nil, nil); f == nil || f.Ground != effect.AdapterFailed || !strings.HasSuffix(f.Detail, "configure: "+c.want) {
				t.Errorf("got %v, want %s", f, c.want)
			}
		})
	}
}
