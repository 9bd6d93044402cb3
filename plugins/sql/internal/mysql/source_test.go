package mysql

import "testing"

func TestBehindIsThatOfTheLastSource(t *testing.T) {
	names := []string{"Channel_Name", "Seconds_Behind_Source"}
	for _, tc := range []struct {
		name  string
		table table
		want  uint64
		known bool
	}{
		{"one source", table{names, [][]string{{"", "7"}}}, 7, true},
		{"the slowest of two", table{names, [][]string{{"a", "3"}, {"b", "90"}}}, 90, true},
		{"one that does not say", table{names, [][]string{{"a", "3"}, {"b", ""}}}, 0, false},
		{"the older name", table{[]string{"Seconds_Behind_Master"}, [][]string{{"5"}}}, 5, true},
	} {
		if got, known := behind(&tc.table); got != tc.want || known != tc.known {
			t.Errorf("%s: %d, %v", tc.name, got, known)
		}
	}
}
