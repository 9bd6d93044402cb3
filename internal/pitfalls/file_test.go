package pitfalls

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/effectkit/effectkit/internal/judgetest"
	"github.com/effectkit/effectkit/plugins/documenthash"
	fileadapter "github.com/effectkit/effectkit/plugins/file"
)

const (
	arrived  = "{kind: record_written, match: {name: report.csv}, count_new_only: true}"
	rewrote  = `{kind: record_written, match: {path: a.csv, sha256: 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae}}`
	anything = "{kind: record_written, match: {}, count_new_only: true}"
)

func TestFilesThatArrive(t *testing.T) {
	glob := map[string]any{"file_pattern": "report*"}
	exact := map[string]any{"file_pattern": "report.csv"}
	for name, c := range map[string]arrival{
		"076 whole, under its final name":                    {glob, nil, content{"report.csv": "x"}, arrived, "confirmed confirmed"},
		"076 still under a name that uploaders give":         {glob, nil, content{"report.csv.filepart": "x"}, arrived, "indeterminate coverage_gap"},
		"076 under rsync's name":                             {glob, nil, content{".report.csv.aB3xY9": "x"}, arrived, "indeterminate coverage_gap"},
		"076 under an editor's name":                         {glob, nil, content{"report.csv~": "x"}, arrived, "indeterminate coverage_gap"},
		"076 under a suffix in capitals":                     {glob, nil, content{"report.csv.TMP": "x"}, arrived, "indeterminate coverage_gap"},
		"076 under a name that the section calls temporary":  {map[string]any{"file_pattern": "*", "file_temp_names": []string{"up-*"}}, nil, content{"up-report.csv": "x"}, anything, "indeterminate coverage_gap"},
		"076 whole, beside another's that is on its way":     {map[string]any{"file_pattern": "report.csv"}, nil, content{"report.csv": "x", "other.csv.part": "x"}, arrived, "confirmed confirmed"},
		"076 without its marker":                             {map[string]any{"file_pattern": "*.csv", "file_done_marker": ".done"}, nil, content{"report.csv": "x"}, arrived, "indeterminate coverage_gap"},
		"076 with its marker":                                {map[string]any{"file_pattern": "*.csv", "file_done_marker": ".done"}, nil, content{"report.csv": "x", "report.csv.done": ""}, arrived, "confirmed confirmed"},
		"081 a link of that name":                            {exact, nil, content{"report.csv": "-> staging", "staging": "x"}, arrived, "indeterminate coverage_gap"},
		"081 a link that leads nowhere":                      {exact, nil, content{"report.csv": "-> nowhere"}, arrived, "indeterminate coverage_gap"},
		"081 a link that leads out":                          {exact, nil, content{"report.csv": "-> /etc/hostname"}, arrived, "indeterminate coverage_gap"},
		"081 a folder of that name":                          {exact, nil, content{"report.csv/": ""}, arrived, "refuted missing_unproven"},
		"081 a file in a folder of that name":                {exact, nil, content{"report.csv/report.csv": "x"}, arrived, "refuted missing_unproven"},
		"083 another case":                                   {exact, nil, content{"Report.csv": "x"}, arrived, "refuted missing"},
		"083 another Unicode form":                           {nil, nil, content{"cafe\u0301.csv": "x"}, "{kind: record_written, match: {name: café.csv}, count_new_only: true}", "refuted misplaced"},
		"083 another Unicode form, declared":                 {map[string]any{"file_name_form": "nfc"}, nil, content{"cafe\u0301.csv": "x"}, "{kind: record_written, match: {name: café.csv}, count_new_only: true}", "confirmed confirmed"},
		"083 both forms, declared":                           {map[string]any{"file_name_form": "nfc"}, nil, content{"cafe\u0301.csv": "x", "café.csv": "x"}, "{kind: record_written, match: {name: café.csv}, count_new_only: true}", "indeterminate coverage_gap"},
		"085 replaced in place by what was asked for":        {map[string]any{"file_sha256": true}, content{"a.csv": "bar"}, content{"a.csv": "foo"}, rewrote, "confirmed confirmed"},
		"085 touched and not rewritten":                      {map[string]any{"file_sha256": true}, content{"a.csv": "foo"}, content{"a.csv": "foo"}, rewrote, "indeterminate already_true"},
		"085 rewritten with something else":                  {map[string]any{"file_sha256": true}, content{"a.csv": "bar"}, content{"a.csv": "baz"}, rewrote, "refuted misplaced"},
		"085 a bystander rewritten, of one size":             {map[string]any{"file_sha256": true}, content{"b.csv": "one"}, content{"b.csv": "two", "report.csv": "x"}, "{kind: record_written, match: {name: report.csv}, count_new_only: true, forbid_collateral_change: true, ignore_fields: [mtime]}", "refuted collateral_change"},
		"a bystander gone":                                   {nil, content{"b.csv": "one"}, content{"report.csv": "x"}, arrived, "refuted collateral_loss"},
		"a file of no bytes":                                 {nil, nil, content{"report.csv": ""}, "{kind: field_equals, match: {name: report.csv}, field: size_ok, value: true}", "refuted wrong_value"},
		"a file twice, by two names":                         {nil, nil, content{"report.csv": "x", "report (1).csv": "x"}, anything, "refuted duplicate"},
		"a pattern of the kit's that its file does not meet": {map[string]any{"file_pattern": "*.pdf"}, nil, content{"report.csv": "x"}, arrived, "refuted missing"},
	} {
		t.Run(name, func(t *testing.T) { c.run(t, fileadapter.New()) })
	}
}

func TestFilesWhoseTimesAreNotOurs(t *testing.T) {
	fresh := "{kind: record_written, match: {name: report.csv, fresh: true}, count_new_only: true}"
	for name, c := range map[string]struct {
		age    time.Duration
		effect string
		want   string
	}{
		"078 arrival needs no time":                  {400 * 24 * time.Hour, arrived, "confirmed confirmed"},
		"078 a time that the sender kept is no news": {400 * 24 * time.Hour, fresh, "refuted misplaced"},
		"079 a time of a moment ago":                 {time.Second, fresh, "confirmed confirmed"},
		"079 a time at the window's edge":            {10 * time.Minute, fresh, "indeterminate coverage_gap"},
		"079 a time in the future":                   {-time.Hour, fresh, "indeterminate coverage_gap"},
		"079 arrival, of a time in the future":       {-time.Hour, arrived, "indeterminate coverage_gap"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			r := judgetest.Reader{Adapter: fileadapter.New(), Section: `{"root":"` + root + `","file_mtime_window_s":600}`}
			before := r.Capture(t)
			at := filepath.Join(root, "report.csv")
			if err := os.WriteFile(at, []byte("x"), 0o644); err != nil {
				t.Fatal(err)
			}
			when := time.Now().Add(-c.age)
			if err := os.Chtimes(at, when, when); err != nil {
				t.Fatal(err)
			}
			if got := judgetest.Verdict(t, c.effect, nil, before, r.Capture(t)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestDigestsThatWereExpected(t *testing.T) {
	const foo = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
	ok := "{kind: field_equals, match: {path: a}, field: sha256_ok, value: true}"
	expect := func(text string) map[string]any { return map[string]any{"expect_sha256": text} }
	for name, c := range map[string]arrival{
		"086 line ends that were changed on the way": {expect("9a7c3e6d3c2b6a4a2d7f3f9b7b9e1f6a8a3b1c5d7e9f0a1b2c3d4e5f60718293"), nil, content{"a": "a\r\nb\r\n"}, ok, "refuted wrong_value"},
		"111 a document that was made anew":          {expect(foo), nil, content{"a": "foo, made anew"}, ok, "refuted wrong_value"},
		"112 capitals and a prefix":                  {expect("SHA256:2C26B46B68FFC68FF99B453C1D30413413422D706483BFA0F98A5E886266E7AE"), nil, content{"a": "foo"}, ok, "confirmed confirmed"},
		"112 a line of sha256sum":                    {expect(foo + "  report.csv"), nil, content{"a": "foo"}, ok, "confirmed confirmed"},
		"112 a line of sha256sum, in binary":         {expect(foo + " *report.csv"), nil, content{"a": "foo"}, ok, "confirmed confirmed"},
		"112 base64":                                 {expect("LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564="), nil, content{"a": "foo"}, ok, "confirmed confirmed"},
		"112 an MD5":                                 {expect("acbd18db4cc2f85cedef654fccc4a4d8"), nil, content{"a": "foo"}, ok, "indeterminate adapter_failed"},
		"112 another algorithm":                      {expect("sha512:" + foo), nil, content{"a": "foo"}, ok, "indeterminate adapter_failed"},
		"112 a digest that was cut":                  {expect(foo[:63]), nil, content{"a": "foo"}, ok, "indeterminate adapter_failed"},
	} {
		t.Run(name, func(t *testing.T) { c.run(t, documenthash.New()) })
	}
}
