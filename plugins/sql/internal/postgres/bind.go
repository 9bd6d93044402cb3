package postgres

import (
	"encoding/hex"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
)

// bind gives the arguments as texts, with the types that were asked for. An
// argument without one has type 0: the server takes that of what it is
// compared with, and a text that is no such value is an error, never zero.
func bind(args []engine.Arg) (values [][]byte, types []uint32) {
	values, types = make([][]byte, len(args)), make([]uint32, len(args))
	for i, a := range args {
		types[i] = typeOf[a.As]
		switch {
		case a.Null:
		case a.As == engine.AsBytes:
			values[i] = []byte(`\x` + hex.EncodeToString(a.Bytes))
		default:
			values[i] = []byte(a.Text)
		}
	}
	return values, types
}

var typeOf = map[engine.Type]uint32{
	engine.AsText: oidText, engine.AsInt: oidInt8, engine.AsDecimal: oidNumeric,
	engine.AsFloat: oidFloat8, engine.AsBool: oidBool, engine.AsBytes: oidBytea,
}
