package guard

// sqliteFunctions are sqlite's built-in readers and its table-valued json_each
// and json_tree. Left out: load_extension, readfile, writefile, edit,
// fts3_tokenizer, the pragma_ functions, sqlite_* internals.
var sqliteFunctions = words(`
	acosh asinh atanh changes char cosh date format glob iif if julianday
	json json_array_length json_each json_error_position json_extract
	json_group_array json_group_object json_insert json_patch json_pretty
	json_quote json_remove json_replace json_set json_tree json_type json_valid
	jsonb jsonb_array jsonb_extract jsonb_group_array jsonb_group_object
	jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set
	likelihood likely median nullif percentile printf quote sinh strftime tanh
	timediff total trunc typeof unhex unicode unistr unixepoch unlikely`)
