package sdk

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"sync"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk/internal/bind"
	"github.com/effectkit/effectkit/sdk/wire"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Register serves an adapter on a gRPC server made with [ServerOptions]. Hosts
// call it for adapters in their own process; authors call [Serve].
func Register(r grpc.ServiceRegistrar, a Adapter) {
	adapterv1.RegisterAdapterServer(r, &server{
		adapter:   a,
		instances: map[string]*instance{},
		running:   map[string]struct{}{},
	})
}

// ServerOptions are the caps of a server: what a host sends is small, what an
// adapter sends is a batch.
func ServerOptions() []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.MaxRecvMsgSize(wire.MaxMessage),
		grpc.MaxSendMsgSize(wire.MaxMessage),
		grpc.WriteBufferSize(wire.TransportBuffer),
		grpc.ReadBufferSize(wire.TransportBuffer),
	}
}

// server is the contract over one Adapter.
type server struct {
	adapterv1.UnimplementedAdapterServer
	adapter Adapter

	mu        sync.Mutex
	next      uint64
	instances map[string]*instance
	running   map[string]struct{}
}

// instance is an Instance with what it was configured with.
type instance struct {
	Instance
	section []byte
	secrets map[string]string
	// uses counts the calls under way, so that Release closes after the last.
	uses     int
	released bool
}

func (s *server) Describe(context.Context, *adapterv1.DescribeRequest) (_ *adapterv1.DescribeResponse, err error) {
	defer recovered("Describe", &err)
	d := s.adapter.Describe()
	return &adapterv1.DescribeResponse{
		Kind: d.Kind, Version: d.Version, Title: d.Title,
		Tier:         uint32(max(d.Tier, 1)),
		ConfigSchema: []byte(d.Schema),
		Capabilities: &adapterv1.Capabilities{
			MaxConcurrent: uint32(max(d.Capabilities.MaxConcurrent, 0)),
			Gaps:          true,
			Source:        d.Capabilities.Source,
			Cancel:        true,
			Paging:        d.Capabilities.Paging,
		},
	}, nil
}

func (s *server) Configure(ctx context.Context, req *adapterv1.ConfigureRequest) (_ *adapterv1.ConfigureResponse, err error) {
	defer recovered("Configure", &err)
	in, err := s.adapter.Configure(ctx, NewConfig(req.GetConfig(), req.GetSecrets()))
	if err != nil {
		return nil, statusOf(ctx, err)
	}
	if in == nil {
		return nil, statusOf(ctx, failed("Configure returned no instance"))
	}
	resp := &adapterv1.ConfigureResponse{}
	if f, ok := in.(Fielder); ok {
		fields := f.Fields()
		resp.Fields, resp.FieldsKnown = wire.FieldsToProto(fields), fields != nil
	}
	if t, ok := in.(Tierer); ok {
		resp.Tier = uint32(max(t.Tier(), 0))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	resp.Instance = strconv.FormatUint(s.next, 10)
	s.instances[resp.Instance] = &instance{Instance: in, section: req.GetConfig(), secrets: req.GetSecrets()}
	return resp, nil
}

func (s *server) TestConnection(ctx context.Context, req *adapterv1.TestConnectionRequest) (_ *adapterv1.TestConnectionResponse, err error) {
	defer recovered("TestConnection", &err)
	in, err := s.use(req.GetInstance())
	if err != nil {
		return nil, err
	}
	defer s.done(in)
	cfg, err := in.config(req.GetBindings())
	if err != nil {
		return nil, statusOf(ctx, err)
	}
	resp := &adapterv1.TestConnectionResponse{}
	tester, ok := in.Instance.(Tester)
	if !ok {
		return resp, nil
	}
	notices, err := tester.TestConnection(ctx, &CaptureRequest{Config: cfg})
	if err != nil {
		return nil, statusOf(ctx, err)
	}
	for _, n := range notices {
		resp.Notices = append(resp.Notices, &adapterv1.Notice{Code: wire.Sentence(n.Code), Detail: wire.Sentence(n.Detail)})
	}
	return resp, nil
}

func (s *server) Running(context.Context, *adapterv1.RunningRequest) (*adapterv1.RunningResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	resp := &adapterv1.RunningResponse{}
	for name := range s.running {
		resp.Captures = append(resp.Captures, name)
	}
	return resp, nil
}

func (s *server) Release(_ context.Context, req *adapterv1.ReleaseRequest) (_ *adapterv1.ReleaseResponse, err error) {
	defer recovered("Close", &err)
	s.mu.Lock()
	in := s.instances[req.GetInstance()]
	delete(s.instances, req.GetInstance())
	last := false
	if in != nil {
		in.released = true
		last = in.uses == 0
	}
	s.mu.Unlock()
	if last {
		in.close()
	}
	return &adapterv1.ReleaseResponse{}, nil
}

// use finds an instance and keeps it open until done.
func (s *server) use(id string) (*instance, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.instances[id]
	if in == nil {
		return nil, status.Error(codes.NotFound, fmt.Sprintf("no instance %q", id))
	}
	in.uses++
	return in, nil
}

func (s *server) done(in *instance) {
	s.mu.Lock()
	in.uses--
	last := in.released && in.uses == 0
	s.mu.Unlock()
	if last {
		in.close()
	}
}

// close ends an instance that can be. What it says is lost on purpose: nothing
// was asked of it any more.
func (in *instance) close() {
	defer func() { _ = recover() }()
	if c, ok := in.Instance.(io.Closer); ok {
		_ = c.Close()
	}
}

// config is the section with bindings in place of its expressions.
func (in *instance) config(bindings map[string]*adapterv1.Binding) (Config, error) {
	section, err := bind.Section(in.section, wire.BindingsFromProto(bindings))
	if err != nil {
		return Config{}, failed("%v", err)
	}
	return NewConfig(section, in.secrets), nil
}
