package value

import "fmt"

// Kind says what a value is. The numbers are those of the wire
// (one kind byte a row), so they never change.
type Kind uint8

// The kinds. Missing is the zero value: a field that a record does not carry.
const (
	Missing Kind = iota
	Null
	Bool
	Int
	Decimal
	Float64
	Text
	Bytes
	Time
	JSON
	kindEnd
)

var kindNames = [kindEnd]string{
	"missing", "null", "bool", "int", "decimal", "float64", "text", "bytes", "time", "json",
}

// String is the kind's name as files and reports write it.
func (k Kind) String() string {
	if k < kindEnd {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Valid tells whether k is one of the kinds above.
func (k Kind) Valid() bool { return k < kindEnd }

// IsNumber tells whether k is a kind of number. Numbers of different kinds
// compare by their exact value.
func (k Kind) IsNumber() bool { return k == Int || k == Decimal || k == Float64 }

// ParseKind finds a kind by its name; ok is false when there is none.
func ParseKind(name string) (k Kind, ok bool) {
	for i, n := range kindNames {
		if n == name {
			return Kind(i), true
		}
	}
	return Missing, false
}
