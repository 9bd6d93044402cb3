package guard

// postgresFunctions are built-in readers of PostgreSQL. Left out: nextval,
// setval, set_config, query_to_xml and its kin, dblink, every lo_ and pg_
// function that is not a plain look-up, txid_current and
// pg_current_xact_id (they take a transaction number), advisory locks.
var postgresFunctions = words(`
	acosd acosh age any_value array array_agg array_append array_cat array_dims array_fill
	array_length array_lower array_ndims array_position array_positions
	array_prepend array_remove array_replace array_to_json array_to_string
	array_upper ascii asind asinh atan2d atand atanh bit_and bit_count bit_length
	bit_or bit_xor bool_and bool_or broadcast btrim cardinality cbrt chr
	clock_timestamp col_description collation convert_from convert_to corr cosd
	cosh cot cotd covar_pop covar_samp cube current_database current_schema
	current_schemas date date_bin date_part date_trunc decode div encode
	enum_first enum_last enum_range every factorial family format format_type gcd
	gen_random_uuid generate_series generate_subscripts get_bit get_byte
	has_any_column_privilege has_column_privilege has_database_privilege
	has_schema_privilege has_table_privilege host hostmask initcap int4range
	int8range isempty isfinite ilike json json_agg json_array_elements
	json_array_elements_text json_array_length json_build_array
	json_build_object json_each json_each_text json_exists json_extract_path
	json_extract_path_text json_object_agg json_object_keys json_populate_record
	json_populate_recordset json_query json_scalar json_serialize
	json_strip_nulls json_table json_to_record json_to_recordset json_typeof
	json_value jsonb jsonb_agg jsonb_array_elements jsonb_array_elements_text
	jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each
	jsonb_each_text jsonb_exists jsonb_exists_all jsonb_exists_any
	jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object
	jsonb_object_agg jsonb_object_keys jsonb_path_exists jsonb_path_match
	jsonb_path_query jsonb_path_query_array jsonb_path_query_first
	jsonb_populate_record jsonb_populate_recordset jsonb_pretty jsonb_set
	jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset
	jsonb_typeof justify_days justify_hours justify_interval lcm lower_inc
	lower_inf make_date make_interval make_time make_timestamp make_timestamptz
	masklen md5 min_scale mode multirange netmask network normalize now num_nonnulls
	num_nulls numnode numrange obj_description overlaps overlay parse_ident
	percentile_cont percentile_disc pg_column_size pg_get_constraintdef
	pg_get_expr pg_get_indexdef pg_get_viewdef pg_is_in_recovery
	pg_last_xact_replay_timestamp pg_size_pretty pg_table_is_visible pg_typeof
	plainto_tsquery phraseto_tsquery quote_ident quote_literal quote_nullable
	random range_agg range_intersect_agg range_merge regexp_count regexp_instr
	regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array
	regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count
	regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy rollup
	row_to_json scale set_bit set_byte sha224 sha256 sha384 sha512 similar sind sinh
	split_part sqrt starts_with statement_timestamp stddev stddev_pop stddev_samp
	string_to_array string_to_table strpos tand tanh timeofday timezone to_ascii to_char
	to_date to_hex to_json to_jsonb to_number to_regclass to_regtype
	to_timestamp to_tsquery to_tsvector transaction_timestamp translate
	trim_array trim_scale trunc ts_headline ts_rank ts_rank_cd tsrange tstzrange
	daterange unistr unnest upper_inc upper_inf var_pop var_samp variance version
	websearch_to_tsquery width_bucket xml_is_well_formed xmlagg xmlattributes
	xmlcast xmlconcat xmlelement xmlexists xmlforest xmlparse xmlserialize
	xmltable xpath xpath_exists bernoulli system`)

// postgresOperators are PostgreSQL's own. Extensions and users can define
// others, which call functions.
var postgresOperators = words(`
	+ - * / % ^ |/ ||/ @ & | # ~ << >> = <> != < > <= >= || && :: =>
	-> ->> #> #>> @> <@ ? ?| ?& #- @? @@ @@@ -|- &< &> <<| |>> &<| |&> <->
	~~ ~~* !~~ !~~* !~ !~* ~* ^@ <<= >>= ## ?# ?- ?-| ?|| ~= !! *<> *= ~<~ ~<=~ ~>=~ ~>~`)
