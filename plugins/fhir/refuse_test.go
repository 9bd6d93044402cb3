package fhir

import (
	"context"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
)

func TestSectionsThatCannotWorkAreRefused(t *testing.T) {
	for section, want := range map[string]string{
		`{"resource_type":"Patient"}`:                                                                                      "base_url: missing",
		`{"base_url":"http://127.0.0.1:1"}`:                                                                                "resource_type: a resource type, such as Observation",
		`{"base_url":"http://127.0.0.1:1","resource_type":"../x"}`:                                                         "resource_type: a resource type, such as Observation",
		`{"base_url":"http://127.0.0.1:1","resource_type":"Patient","search_params":{"a b":"1"}}`:                          `search_params: "a b" is not the name of a search parameter`,
		`{"base_url":"http://127.0.0.1:1","resource_type":"Patient","search_params":{"_summary":"count"}}`:                 `search_params: "_summary" makes the server leave out or change what is read`,
		`{"base_url":"http://127.0.0.1:1","resource_type":"Patient","search_params":{"a":1},"search_param_exprs":{"a":1}}`: `search_param_exprs: "a" is in search_params already`,
		`{"base_url":"http://127.0.0.1:1","resource_type":"Patient","search_params":{"a":1},"resource_id":"4"}`:            "resource_id: it reads one resource, and no search; leave the search parameters out",
		`{"base_url":"http://127.0.0.1:1","resource_type":"Patient","field_paths":{"a":"name.last()"}}`:                    `field_paths.a: path "name.last()": the function "last" is not one of where() and first()`,
		`{"base_url":"http://127.0.0.1:1","resource_type":"Patient","field_paths":{"":"name"}}`:                            "field_paths: a field without a name",
		`{"base_url":"http://127.0.0.1:1","resource_type":"Patient","acess_token_env":"X"}`:                                `the section does not decode: json: unknown field "acess_token_env"`,
		`{"base_url":"http://127.0.0.1:1","resource_type":"Patient","access_token_env":"X"}`:                               "access_token_env: names no secret",
	} {
		_, err := New().Configure(context.Background(), sdk.NewConfig([]byte(section), nil))
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", section, err, want)
		}
	}
}

func TestSearchValuesThatCannotWorkAreRefused(t *testing.T) {
	for value, want := range map[string]string{
		"":                                      "search_param_exprs.patient: it has no value, which servers read as no filter",
		"https://h.example.test/fhir/Patient/9": "search_param_exprs.patient: write a reference as Type/id, without a server and a version",
		"Patient/9/_history/2":                  "search_param_exprs.patient: write a reference as Type/id, without a server and a version",
	} {
		res := sdktest.Capture(context.Background(), sdktest.Request{Adapter: New(), Params: map[string]string{"p": value},
			Section: `{"base_url":"http://127.0.0.1:1","resource_type":"Observation","search_param_exprs":{"patient":{"param":"p"}}}`})
		if res.Err == nil || res.Err.Error() != want {
			t.Errorf("%q: %v\nwant %s", value, res.Err, want)
		}
	}
}

func TestTheKitsOpenEMRExampleLoadsAsItIs(t *testing.T) {
	section := `{"base_url":"https://localhost:9300/apis/default/fhir","resource_type":"Observation",
		"search_param_exprs":{"patient":{"param":"patient_ref"}},
		"field_paths":{"id":"id","patient":"subject.reference","status":"status","note":"valueString"},
		"access_token_env":"OPENEMR_FHIR_TOKEN","verify_tls":false}`
	inst, err := New().Configure(context.Background(), sdk.NewConfig([]byte(section), map[string]string{"/access_token_env": "t"}))
	if err != nil {
		t.Fatal(err)
	}
	if got := inst.(sdk.Fielder).Fields(); len(got) != 6 {
		t.Errorf("fields %v", got)
	}
}
