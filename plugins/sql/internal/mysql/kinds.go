package mysql

import (
	"database/sql/driver"
	"strings"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// column reads the values of one column.
type column struct {
	name string
	decl string // the driver's name of the type
	kind value.Kind
}

func columnOf(name, decl string) column {
	decl = strings.TrimPrefix(decl, "UNSIGNED ")
	return column{name: name, decl: decl, kind: kindOf(decl)}
}

// kindOf is the kind of a type's values. BOOLEAN is TINYINT(1), so an int; a
// BIT is the number that its bits make; MariaDB's JSON is LONGTEXT, so a text.
func kindOf(decl string) value.Kind {
	switch decl {
	case "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT", "YEAR", "BIT":
		return value.Int
	case "DECIMAL", "FLOAT":
		return value.Decimal
	case "DOUBLE":
		return value.Float64
	case "DATE", "DATETIME", "TIMESTAMP", "TIME":
		return value.Time
	case "BINARY", "VARBINARY", "BLOB", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB", "GEOMETRY", "VECTOR":
		return value.Bytes
	case "JSON":
		return value.JSON
	case "NULL":
		return value.Null
	}
	return value.Text
}

// read makes a value of what the driver gives.
func (c *column) read(v driver.Value) (value.Value, error) {
	switch v := v.(type) {
	case nil:
		return value.NullValue(), nil
	case int64:
		return value.OfInt(v), nil
	case uint64:
		return value.OfUint(v), nil
	case float32:
		return value.OfFloat32(v), nil
	case float64:
		return value.OfFloat64(v), nil
	case string:
		return c.bytes([]byte(v))
	case []byte:
		return c.bytes(v)
	}
	return value.Value{}, sdk.Unreachable("column %q: a type that the driver does not explain", c.name)
}

func (c *column) bytes(b []byte) (value.Value, error) {
	text := string(b)
	switch {
	case c.decl == "BIT":
		var n uint64
		for _, x := range b {
			n = n<<8 | uint64(x)
		}
		return value.OfUint(n), nil
	case c.kind == value.Int:
		return value.ParseNumber(text)
	case c.kind == value.Decimal:
		return value.OfDecimalText(text)
	case c.kind == value.Bytes:
		return value.OfBytes(b), nil
	case c.kind == value.JSON:
		v, err := value.ParseJSON(b)
		if err != nil {
			return v, sdk.Unreachable("column %q holds JSON that cannot be trusted, %v: cast it to CHAR", c.name, err)
		}
		return v, nil
	case c.kind == value.Time:
		return c.time(text), nil
	}
	return value.OfText(text), nil
}

// time reads a date or time. A TIMESTAMP is an instant, in the session's UTC; a
// date with a zero part is none and stays text.
func (c *column) time(text string) value.Value {
	if c.decl != "TIME" && (strings.HasPrefix(text, "0000-") || strings.Contains(text[:min(10, len(text))], "-00")) {
		return value.OfText(text)
	}
	if c.decl == "TIMESTAMP" {
		if t, err := time.Parse("2006-01-02 15:04:05.999999", text); err == nil {
			return value.OfTime(t, text)
		}
	}
	return value.OfTimeText(text)
}
