package guard

// mysqlFunctions are the built-in readers of MariaDB and MySQL. Left out:
// sleep, benchmark, get_lock and its kin, load_file, last_insert_id, nextval,
// setval, master_pos_wait and its kin, uuid_short, sys_exec, analyse, xa and
// statement functions, encryption with keys.
var mysqlFunctions = words(`
	adddate addtime any_value ascii bin bit_and bit_count bit_length bit_or bit_xor
	char charset coercibility collation column_get compress conv convert
	convert_tz cot crc32 curdate current_role current_user curtime database
	date date_add date_format date_sub datediff day dayname dayofmonth dayofweek
	dayofyear elt export_set field find_in_set format format_bytes from_base64
	from_days from_unixtime get_format geometrytype hour if inet6_aton inet6_ntoa
	inet_aton inet_ntoa insert is_ipv4 is_ipv6 is_uuid isnull json_arrayagg
	json_array_append json_array_insert json_compact json_contains
	json_contains_path json_depth json_detailed json_equals json_exists
	json_extract json_insert json_keys json_length json_loose json_merge_patch
	json_merge_preserve json_normalize json_objectagg json_overlaps json_pretty
	json_query json_quote json_remove json_replace json_search json_set
	json_storage_size json_table json_type json_unquote json_valid json_value
	last_day lcase locate make_set makedate maketime match md5 median microsecond
	mid minute month monthname now nvl nvl2 oct ord percentile_cont
	percentile_disc period_add period_diff quarter quote rand regexp_instr regexp_like
	regexp_replace regexp_substr rtrim schema sec_to_time second session_user
	sha sha1 sha2 sformat space st_asgeojson st_astext st_aswkb st_contains
	st_distance st_equals st_intersects st_srid st_within st_x st_y std stddev
	stddev_pop stddev_samp str_to_date strcmp subdate subtime substring_index
	sysdate system_user time_format time_to_sec timediff timestampadd
	timestampdiff to_base64 to_char to_days to_seconds truncate ucase uncompress
	uncompressed_length unhex unix_timestamp user utc_date utc_time
	utc_timestamp value values var_pop var_samp variance version week weekday
	weekofyear weight_string yearweek`)
