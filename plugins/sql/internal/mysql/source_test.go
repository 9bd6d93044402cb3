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

func TestReadsOnlyTakesWhatItDoesNotKnowForMore(t *testing.T) {
	for grant, want := range map[string]bool{
		"GRANT USAGE ON *.* TO `r`@`%`":                                        true,
		"GRANT SELECT, SHOW VIEW ON `a`.* TO `r`@`%`":                          true,
		"GRANT SELECT (`id`, `name`) ON `a`.`t` TO `r`@`%`":                    true,
		"GRANT SELECT, REPLICATION CLIENT ON *.* TO `r`@`%` IDENTIFIED BY 'x'": true,
		"GRANT SELECT, INSERT ON `a`.* TO `r`@`%`":                             false,
		"GRANT SELECT (`id`), UPDATE (`id`) ON `a`.`t` TO `r`@`%`":             false,
		"GRANT ALL PRIVILEGES ON *.* TO `r`@`%`":                               false,
		"GRANT SELECT ON `a`.* TO `r`@`%` WITH GRANT OPTION":                   false,
		"GRANT EXECUTE ON `a`.* TO `r`@`%`":                                    false,
		"GRANT `writers` TO `r`@`%`":                                           false,
		"GRANT PROXY ON ''@'%' TO 'r'@'%'":                                     false,
		"REVOKE INSERT ON `a`.* FROM `r`@`%`":                                  false,
		"SET DEFAULT ROLE `readers` FOR `r`@`%`":                               true,
	} {
		if got := readsOnly(grant); got != want {
			t.Errorf("%s: reads only %v", grant, got)
		}
	}
}
