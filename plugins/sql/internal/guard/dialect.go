package guard

// Dialect is whose lexical rules and functions a text is read by.
type Dialect int

// The dialects. MySQL is MariaDB's too.
const (
	SQLite Dialect = iota + 1
	PostgreSQL
	MySQL
)

// String is the dialect's name as errors write it.
func (d Dialect) String() string {
	switch d {
	case SQLite:
		return "sqlite"
	case PostgreSQL:
		return "postgresql"
	case MySQL:
		return "mysql"
	}
	return "no dialect"
}

// ParseDialect finds a dialect by its name; ok is false when there is none.
func ParseDialect(name string) (d Dialect, ok bool) {
	for _, d := range []Dialect{SQLite, PostgreSQL, MySQL} {
		if d.String() == name {
			return d, true
		}
	}
	return 0, false
}
