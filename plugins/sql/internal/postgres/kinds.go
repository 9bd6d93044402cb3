package postgres

import (
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Object identifiers of built-in types (pg_type.dat); a domain arrives as its
// base type. All others are text.
const (
	oidBool, oidBytea, oidName, oidInt8, oidInt2, oidInt4  = 16, 17, 19, 20, 21, 23
	oidText, oidOID, oidJSON, oidFloat4, oidFloat8         = 25, 26, 114, 700, 701
	oidBPChar, oidVarchar, oidDate, oidTime, oidTimestamp  = 1042, 1043, 1082, 1083, 1114
	oidTimestamptz, oidTimetz, oidNumeric, oidUUID, oidXID = 1184, 1266, 1700, 2950, 28
	oidJSONB                                               = 3802
)

// arrays give the type of an array's elements.
var arrays = map[uint32]uint32{
	1000: oidBool, 1001: oidBytea, 1003: oidName, 1005: oidInt2, 1007: oidInt4, 1016: oidInt8,
	1009: oidText, 1014: oidBPChar, 1015: oidVarchar, 1021: oidFloat4, 1022: oidFloat8, 1028: oidOID,
	1115: oidTimestamp, 1182: oidDate, 1183: oidTime, 1185: oidTimestamptz, 1231: oidNumeric,
	1270: oidTimetz, 2951: oidUUID, 199: oidJSON, 3807: oidJSONB,
}

// column reads the texts of one column.
type column struct {
	name string
	oid  uint32
	kind value.Kind
}

func columnOf(name string, oid uint32) column {
	return column{name: name, oid: oid, kind: kindOf(oid)}
}

// kindOf is the kind of a type's values. json has none of its own: it holds
// any.
func kindOf(oid uint32) value.Kind {
	switch oid {
	case oidBool:
		return value.Bool
	case oidInt2, oidInt4, oidInt8, oidOID, oidXID:
		return value.Int
	case oidNumeric, oidFloat4:
		return value.Decimal
	case oidFloat8:
		return value.Float64
	case oidBytea:
		return value.Bytes
	case oidDate, oidTime, oidTimetz, oidTimestamp, oidTimestamptz:
		return value.Time
	case oidJSON, oidJSONB:
		return value.JSON
	}
	if _, ok := arrays[oid]; ok {
		return value.JSON
	}
	return value.Text
}

// read makes a value of the server's text.
func (c *column) read(text string) (value.Value, error) {
	switch c.oid {
	case oidBool:
		return value.OfBool(text == "t"), nil
	case oidInt2, oidInt4, oidInt8, oidOID, oidXID:
		return value.ParseNumber(text)
	case oidNumeric:
		return number(text)
	case oidFloat4:
		return float(text, 32)
	case oidFloat8:
		return float(text, 64)
	case oidBPChar: // the pad is not part of the value
		return value.OfText(strings.TrimRight(text, " ")), nil
	case oidBytea:
		raw, err := hex.DecodeString(strings.TrimPrefix(text, `\x`))
		if err != nil {
			return value.Value{}, sdk.Unreachable("column %q: bytes that are not in hex", c.name)
		}
		return value.OfBytes(raw), nil
	case oidTimestamptz:
		if t, ok := instant(text); ok {
			return value.OfTime(t, text), nil
		}
		return value.OfTimeText(text), nil // infinity, or before Christ
	case oidDate, oidTime, oidTimetz, oidTimestamp:
		return value.OfTimeText(text), nil
	case oidJSON, oidJSONB:
		return c.json(text)
	}
	if element, ok := arrays[c.oid]; ok {
		if text, ok := arrayJSON(text, element); ok {
			return c.json(text)
		}
	}
	return value.OfText(text), nil
}

// json reads JSON strictly: a name twice means what its reader makes of it.
func (c *column) json(text string) (value.Value, error) {
	v, err := value.ParseJSON([]byte(text))
	if err != nil {
		return v, sdk.Unreachable("column %q holds JSON that cannot be trusted, %v: select it as text", c.name, err)
	}
	return v, nil
}

// number reads a numeric, which can also be NaN or an infinity.
func number(text string) (value.Value, error) {
	if v, err := value.OfDecimalText(text); err == nil {
		return v, nil
	}
	return float(text, 64)
}

func float(text string, bits int) (value.Value, error) {
	f, err := strconv.ParseFloat(text, bits)
	if err != nil {
		return value.Value{}, sdk.Unreachable("a number that does not read")
	}
	if bits == 32 {
		return value.OfFloat32(float32(f)), nil
	}
	return value.OfFloat64(f), nil
}
