package mysql

import "testing"

func TestReadsOnlyTakesWhatItDoesNotKnowForMore(t *testing.T) {
	for _, tc := range []struct {
		grant string
		want  bool
	}{
		{"GRANT USAGE ON *.* TO `r`@`%` IDENTIFIED BY PASSWORD '*0123'", true},
		{"GRANT SELECT, SHOW VIEW ON `shop`.* TO `r`@`%`", true},
		{"GRANT SELECT (`id`, `ref`) ON `shop`.`t` TO `r`@`%`", true},
		{"GRANT PROCESS, BINLOG MONITOR ON *.* TO `r`@`%`", true},
		{"SET DEFAULT ROLE `reader` FOR `r`@`%`", true},
		{"GRANT ALL PRIVILEGES ON *.* TO `r`@`%`", false},
		{"GRANT SELECT, INSERT ON `shop`.* TO `r`@`%`", false},
		{"GRANT SELECT (`id`), UPDATE (`id`, `ref`) ON `shop`.`t` TO `r`@`%`", false},
		{"GRANT UPDATE (`paid ON time`) ON `shop`.`t` TO `r`@`%`", false},
		{"GRANT EXECUTE ON PROCEDURE `shop`.`p` TO `r`@`%`", false},
		{"GRANT FILE ON *.* TO `r`@`%`", false},
		{"GRANT SELECT ON `shop`.* TO `r`@`%` WITH GRANT OPTION", false},
		{"GRANT SELECT ON *.* TO `r`@`%` WITH GRANT OPTION MAX_QUERIES_PER_HOUR 5", false},
		{"GRANT PROXY ON ''@'%' TO 'r'@'localhost'", false},
		{"GRANT `writer` TO `r`@`%`", false},
		{"GRANT  ON *.* TO `r`@`%`", false},
		{"REVOKE INSERT ON `shop`.* FROM `r`@`%`", false},
		{"", false},
	} {
		if got := readsOnly(tc.grant); got != tc.want {
			t.Errorf("%s: reads only %v, want %v", tc.grant, got, tc.want)
		}
	}
}
