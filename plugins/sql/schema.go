package sql

import (
	"encoding/json"
	"strings"
)

// schema is the JSON Schema of a section.
var schema = strings.NewReplacer(
	"DRIVERS", jsonList(driverNames()),
	"CONNECT_ARGS", connectSchema(),
).Replace(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "sql",
  "description": "One read-only query; every row is a record.",
  "type": "object",
  "additionalProperties": false,
  "required": ["sql_query"],
  "anyOf": [{"required": ["sqlite_database"]}, {"required": ["sql_driver"]}],
  "properties": {
    "sql_query": {
      "type": "string", "minLength": 1,
      "description": "One SELECT, WITH, VALUES or TABLE statement. Placeholders are :name or %(name)s."
    },
    "sqlite_database": {
      "type": "string", "minLength": 1, "x-effectkit-path": true,
      "not": {"pattern": "^(file:|:memory:$)"},
      "description": "The path of a sqlite file. It is never created."
    },
    "sql_driver": {
      "enum": DRIVERS,
      "description": "The database, by the name of a driver for it."
    },
    "sql_query_params": {
      "type": "object",
      "description": "The value of each placeholder. {param: p, as: int} binds as a type: text, int, decimal, float, bool, bytes.",
      "additionalProperties": {"x-effectkit-expr": true}
    },
    "sql_connect_args": CONNECT_ARGS,
    "sql_password_env": {
      "type": "string", "minLength": 1, "x-effectkit-secret": true,
      "description": "The environment variable that holds the password."
    },
    "sql_max_rows": {
      "type": "integer", "minimum": 1, "default": 1000000,
      "description": "The most rows that are read; one more is a gap."
    },
    "sql_allow_functions": {
      "type": "array", "items": {"type": "string", "minLength": 1},
      "description": "Further functions that only read, in lower case, with their schema where the query names it; and operators."
    },
    "max_connections": {
      "type": "integer", "minimum": 1, "maximum": 100, "default": 4,
      "description": "The most connections at once."
    }
  }
}`)

func jsonList(names []string) string {
	text, err := json.Marshal(names)
	if err != nil {
		panic(err) // a list of names always marshals
	}
	return string(text)
}
