package guard

import "maps"

// functions are those that are known to only read, by dialect, in lower case.
// Left out on purpose is whatever writes, locks, waits, moves a sequence, sets
// a variable, signals a process, or reads a file or another server; a name
// that is in doubt is left out too.
var functions = map[Dialect]map[string]bool{
	SQLite:     union(commonFunctions, typeNames, sqliteFunctions),
	PostgreSQL: union(commonFunctions, typeNames, postgresFunctions),
	MySQL:      union(commonFunctions, typeNames, mysqlFunctions),
}

func union(sets ...map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, s := range sets {
		maps.Copy(out, s)
	}
	return out
}

// commonFunctions are the same in all dialects, or syntax that looks like one.
var commonFunctions = words(`
	abs acos asin atan atan2 avg cast ceil ceiling char_length character_length
	coalesce concat concat_ws cos count cume_dist current_date current_time
	current_timestamp degrees dense_rank exp extract first_value floor greatest
	group_concat grouping hex ifnull instr json_array json_object lag last_value
	lead least left length like ln localtime localtimestamp log log10 log2 lower
	lpad ltrim max min mod nth_value ntile nullif octet_length percent_rank pi
	position pow power radians rank repeat replace reverse right round row
	row_number rpad rtrim sign sin soundex sqrt string_agg substr substring sum
	tan trim upper`)

// typeNames take a length or a precision in brackets, as in CAST.
var typeNames = words(`
	bigint binary bit char character datetime dec decimal double float int integer
	interval nchar numeric nvarchar precision real smallint text time timestamp
	timestamptz timetz tinyint varbinary varbit varchar varying year`)
