package postgres

import (
	"testing"

	"github.com/effectkit/effectkit/value"
)

func TestArrayJSON(t *testing.T) {
	for _, tc := range []struct {
		text    string
		element uint32
		want    string
	}{
		{"{}", oidInt4, "[]"},
		{"{1,NULL,-3}", oidInt4, "[1,null,-3]"},
		{"{{1,2},{3,4}}", oidInt4, "[[1,2],[3,4]]"},
		{`{t,f}`, oidBool, "[true,false]"},
		{`{a,"b \"c\", d","\\","","NULL",NULL}`, oidText, `["a","b \"c\", d","\\","","NULL",null]`},
		{`{1.50,NaN,1e5}`, oidNumeric, `[1.50,"NaN",1e5]`},
		{`{0.1,Infinity}`, oidFloat8, `[0.1,"Infinity"]`},
		{`{"\\x00ff"}`, oidBytea, `["AP8="]`},
		{`{"{\"a\": 1}","[2]",3,"\"x\"",null}`, oidJSONB, `[{"a": 1},[2],3,"x",null]`},
		{"[0:1]={1,2}", oidInt4, ""},
		{"{1,2", oidInt4, ""},
		{"{1,2}x", oidInt4, ""},
		{`{"a}`, oidText, ""},
		{"{1,}x", oidText, ""},
		{"", oidText, ""},
	} {
		got, ok := arrayJSON(tc.text, tc.element)
		if ok != (tc.want != "") || got != tc.want {
			t.Errorf("%s gives %s, %v; want %s", tc.text, got, ok, tc.want)
		}
	}
}

// FuzzArrayJSON: what it makes is JSON, whatever the server sends.
func FuzzArrayJSON(f *testing.F) {
	f.Add("{1,NULL,3}", uint32(oidInt4))
	f.Add(`{a,"b \"c\", d",NULL,"NULL"}`, uint32(oidText))
	f.Add(`{{"{\"a\": 1}"},{null}}`, uint32(oidJSONB))
	f.Fuzz(func(t *testing.T, text string, element uint32) {
		out, ok := arrayJSON(text, element)
		if !ok {
			return
		}
		v, err := value.ParseJSON([]byte(out))
		if err == nil && v.Kind() != value.JSON {
			t.Fatalf("%q gives %s", text, out)
		}
		if element == oidInt4 || element == oidNumeric || element == oidBool {
			if err != nil {
				t.Fatalf("%q gives %s: %v", text, out, err)
			}
		}
	})
}
