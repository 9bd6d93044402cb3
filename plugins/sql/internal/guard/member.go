package guard

import (
	"slices"
	"strings"
)

// member checks a name behind a dot with no bracket behind it. It is a column
// as a rule, and a call where a server reads x.f as f(x).
func (c *checker) member(i int) *Refusal {
	t := c.tokens[i]
	name := t.Text
	switch {
	case slices.Contains(c.allow, name):
		return nil
	case c.d == MySQL && lower(name) == "nextval":
		// sql_mode=ORACLE, section "Sequences" of MariaDB's manual.
		return refuse(t.At, hintMember, "%s behind a name, which moves a sequence", name)
	case c.d != PostgreSQL:
		return nil
	case t.escaped:
		return refuse(t.At, "write the name without escapes", "a name with escapes behind a dot, which may call a function")
	case functions[PostgreSQL][name]:
		return nil
	case c.valueBefore(i - 1):
		// "Composite Types" of PostgreSQL's manual: x.f is f(x) where x has no
		// field f, and the server does not ask x to be composite.
		return refuse(t.At, hintMember, "%s behind a value, which may call a function", name)
	case calls[name] || strings.HasPrefix(name, "pg_") || strings.HasPrefix(name, "dblink"):
		return refuse(t.At, hintMember, "%s behind a name, which may call a function", name)
	}
	return nil
}

const hintMember = "where it is a column or field, name it in sql_allow_functions"

// valueBefore tells whether what stands before the dot is a value and not the
// name of a table.
func (c *checker) valueBefore(dot int) bool {
	t := c.at(dot - 1)
	if t.Kind != Word && t.Kind != Name {
		return true
	}
	columns, scalar := c.scalars[t.Text]
	return scalar && !columns[c.at(dot+1).Text] && !c.at(dot-2).punct(".")
}

// findScalars finds the functions that are read as a table of one column, by
// their own name and by their alias: there t.f is f(t) too.
func (c *checker) findScalars() {
	c.scalars = map[string]map[string]bool{}
	if c.d != PostgreSQL {
		return
	}
	for i, t := range c.tokens {
		if t.Kind != Word && t.Kind != Name || !c.tabled(i) {
			continue
		}
		next := i + 1
		switch {
		case c.at(next).punct("(") && functions[PostgreSQL][t.Text] && !tables[t.Text]:
			next = c.closing(next) + 1
		case t.Kind != Word || !withoutBrackets[t.Text]:
			continue
		}
		c.scalars[t.Text] = map[string]bool{t.Text: true}
		if c.at(next).is("as") {
			next++
		}
		if a := c.at(next); (a.Kind == Word || a.Kind == Name) && !reserved[a.Text] {
			c.scalars[a.Text] = c.columns(next)
		}
	}
}

// columns are what an alias calls its columns: alias (a, b), else as itself.
func (c *checker) columns(alias int) map[string]bool {
	out := map[string]bool{c.at(alias).Text: true}
	if c.at(alias + 1).punct("(") {
		for i := alias + 2; i < c.closing(alias+1); i++ {
			out[c.at(i).Text] = true
		}
	}
	return out
}

// tabled tells whether the token i begins an item of a FROM list.
func (c *checker) tabled(i int) bool {
	at := i - 1
	if c.at(at).punct(".") { // the schema
		at -= 2
	}
	for c.at(at).punct("(") || c.at(at).is("lateral") {
		at--
	}
	if !c.at(at).punct(",") {
		return c.at(at).is("from") || c.at(at).is("join")
	}
	for ; at >= 0 && !c.at(at).punct("("); at-- {
		switch t := c.at(at); {
		case t.punct(")"):
			at = c.opening(at)
		case t.is("from"), t.is("join"):
			return true
		case t.is("select"), t.is("where"), t.is("by"), t.is("values"):
			return false
		}
	}
	return false
}

var (
	// withoutBrackets are PostgreSQL's functions that are called by name alone.
	withoutBrackets = words(`current_catalog current_date current_role current_schema current_time
		current_timestamp current_user localtime localtimestamp session_user user`)

	// tables are the known functions whose rows have columns of their own.
	tables = words(`json_each json_each_text json_populate_record json_populate_recordset json_table
		json_to_record json_to_recordset jsonb_each jsonb_each_text jsonb_populate_record
		jsonb_populate_recordset jsonb_to_record jsonb_to_recordset xmltable`)

	// calls are the functions of one argument that do more than read and are
	// not called pg_: no column is read under their names without being asked
	// for.
	calls = words(`nextval currval setseed loread lo_close lo_creat lo_create lo_export lo_get
		lo_import lo_lseek lo_open lo_put lo_tell lo_tell64 lo_truncate lo_unlink
		cursor_to_xml database_to_xml query_to_xml schema_to_xml table_to_xml
		current_setting set_config txid_status brin_summarize_new_values gin_clean_pending_list`)
)
