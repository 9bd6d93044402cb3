package wire

// What a host and the process of an adapter agree on before they speak.
const (
	// ProtocolVersion is the major version of the contract, that of the proto
	// package.
	ProtocolVersion = 1
	// CookieKey and CookieValue stand in the environment of a process that is
	// started as an adapter. They are no secret; they keep a person from
	// running one by hand and wondering.
	CookieKey   = "EFFECTKIT_ADAPTER"
	CookieValue = "effectkit.adapter.v1"
	// PluginName is the one name that go-plugin serves.
	PluginName = "adapter"
	// LifelineEnv names the file descriptor whose end of file means that the
	// host is gone and the process must exit.
	LifelineEnv = "EFFECTKIT_LIFELINE_FD"
	// ListenEnv names a socket on which an adapter that a person runs by hand,
	// as in a debugger, waits for hosts.
	ListenEnv = "EFFECTKIT_LISTEN"
)
