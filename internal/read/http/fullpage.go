package httpread

import "fmt"

// usualPages are page lengths that systems cut a list at when nobody asks for
// a length, or by a name that they do not know: Laravel's 15, Frappe's 20, Django's and GitHub's 25 and 30, …
var usualPages = map[int]bool{10: true, 15: true, 20: true, 25: true, 30: true, 40: true, 50: true}

// usualCaps are the most that systems give whatever is asked for.
var usualCaps = map[int]bool{100: true, 200: true, 250: true, 300: true, 500: true, 1000: true, 2000: true, 5000: true, 10000: true}

// FullPage says why a page of rows that does not say whether more follow may
// have been cut; "" when nothing speaks for it. asked is the length that the
// request asked for, 0 when it did not. A page that is as full as it may be is
// never a whole list; a page of another length is.
func FullPage(rows, asked int) string {
	switch {
	case asked > 0 && rows == asked:
		return fmt.Sprintf("a full page of %d rows, as many as were asked for, and nothing says that it is the last", rows)
	case usualCaps[rows]:
		return fmt.Sprintf("%d rows, a length that lists are often cut at, and nothing says that these are all", rows)
	case usualPages[rows] && (asked == 0 || (asked > rows && rows >= 20)):
		return fmt.Sprintf("%d rows, a length that pages often have, and nothing says that these are all", rows)
	}
	return ""
}
