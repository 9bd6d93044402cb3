package rest

import (
	"strings"
	"testing"
)

func TestAListIsReadToItsEndOrHasAGap(t *testing.T) {
	link := func(v string) map[string]string { return map[string]string{"Link": v} }
	next := `<BASE/l?f=a,b&page=2>; title="p, 2"; rel="next last"`
	for name, c := range map[string]struct {
		a       answers
		section string
		want    string
		detail  string
	}{
		"a few rows, nothing said":      {answers{"/l": body("[" + rows(1, 7) + "]")}, `{}`, ids(1, 7), ""},
		"a page of Frappe's length":     {answers{"/l": body(pitfall(t, "page_full20.json"))}, `{"records_key":"data"}`, "", "20 rows, a length that pages often have, and nothing says that these are all"},
		"the same, vouched for":         {answers{"/l": body("[" + rows(1, 20) + "]")}, `{"paging":{"style":"none"}}`, ids(1, 20), ""},
		"as many as were asked for":     {answers{"/l?limit=3": body("[" + rows(1, 3) + "]")}, `{"query":{"limit":3}}`, "", "a full page of 3 rows, as many as were asked for, and nothing says that it is the last"},
		"fewer than were asked for":     {answers{"/l?limit=4": body("[" + rows(1, 3) + "]")}, `{"query":{"limit":4}}`, ids(1, 3), ""},
		"a page by its own word":        {answers{"/l": body(`{"d":[` + rows(1, 3) + `],"per_page":3}`)}, `{"records_key":"d"}`, "", "a full page of 3 rows, as many as were asked for, and nothing says that it is the last"},
		"a full page, the total told":   {answers{"/l": body(`{"d":[` + rows(1, 20) + `],"total":20}`)}, `{"records_key":"d"}`, ids(1, 20), ""},
		"a full page, has_more false":   {answers{"/l": body(`{"d":[` + rows(1, 20) + `],"has_more":false}`)}, `{"records_key":"d"}`, ids(1, 20), ""},
		"a full page, next null":        {answers{"/l": body(`{"d":[` + rows(1, 20) + `],"next":null}`)}, `{"records_key":"d"}`, ids(1, 20), ""},
		"a full page, links but next":   {answers{"/l": {{body: "[" + rows(1, 20) + "]", header: link(`<BASE/l>; rel="first"`)}}}, `{}`, ids(1, 20), ""},
		"a Link header":                 {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: link(next)}}, "/l?f=a,b&page=2": {{body: "[" + rows(3, 1) + "]", header: link(`<BASE/l>; rel=prev`)}}}, `{}`, ids(1, 3), ""},
		"a Link header that is broken":  {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: link(`/l?page=2; rel=next`)}}}, `{}`, "", "a Link header does not parse, so that its next page is not known"},
		"a Link to another origin":      {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: link(`<http://internal.example.test/l>; rel=next`)}}}, `{}`, "", "page 2 could not be read: HOST: an address of another origin is not asked"},
		"a URL in the body":             {answers{"/l": body(`{"d":[` + rows(1, 2) + `],"next":"BASE/m"}`), "/m": body(`{"d":[` + rows(3, 2) + `],"next":""}`)}, `{"records_key":"d"}`, ids(1, 4), ""},
		"a relative URL in the body":    {answers{"/l": body(`{"d":[` + rows(1, 2) + `],"links":{"next":{"href":"/m"}}}`), "/m": body(`{"d":[],"links":{}}`)}, `{"records_key":"d"}`, ids(1, 2), ""},
		"links as a list":               {answers{"/l": body(`{"d":[` + rows(1, 2) + `],"links":[{"rel":"self","href":"/l"},{"rel":"next","href":"/m"}]}`), "/m": body(`{"d":[` + rows(3, 1) + `]}`)}, `{"records_key":"d"}`, ids(1, 3), ""},
		"an OData next link":            {answers{"/l": body(`{"value":[` + rows(1, 2) + `],"@odata.count":3,"@odata.nextLink":"BASE/m"}`), "/m": body(`{"value":[` + rows(3, 1) + `],"@odata.count":3}`)}, `{"records_key":"value"}`, ids(1, 3), ""},
		"an empty page before the row":  {answers{"/l": body(`{"d":[],"next":"/m"}`), "/m": body(`{"d":[` + rows(1, 1) + `]}`)}, `{"records_key":"d"}`, ids(1, 1), ""},
		"a total and a next, cut":       {answers{"/l": body(`{"records":[{"id":1}],"total":250,"has_more":true}`)}, `{"records_key":"records"}`, "", "the answer says that more follows (has_more), without a link to it; declare paging; the system says that there are 250 rows and gave 1, without a next page"},
		"a cursor not declared":         {answers{"/l": body(`{"d":[{"id":1}],"meta":{"next_cursor":"abc"}}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (next_cursor), without a link to it; declare paging"},
		"pages, no link":                {answers{"/l": body(`{"d":[{"id":1}],"page":1,"total_pages":3}`)}, `{"records_key":"d"}`, "", "the answer says that there are 3 pages and gave 1; declare paging"},
		"the only page of one":          {answers{"/l": body(`{"d":[{"id":1}],"page":1,"total_pages":1}`)}, `{"records_key":"d"}`, ids(1, 1), ""},
		"a total in a header":           {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: map[string]string{"X-Total-Count": "9"}}}}, `{}`, "", "the system says that there are 9 rows and gave 2, without a next page"},
		"two totals, the larger counts": {answers{"/l": {{body: `{"d":[` + rows(1, 2) + `],"total":2}`, header: map[string]string{"X-Total-Count": "9"}}}}, `{"records_key":"d"}`, "", "the system says that there are 9 rows and gave 2, without a next page"},
		"a Content-Range":               {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: map[string]string{"Content-Range": "items 0-1/2"}}}}, `{}`, ids(1, 2), ""},
		"none, yet a next link":         {answers{"/l": body(`{"d":[{"id":1}],"next":"/m"}`)}, `{"records_key":"d","paging":{"style":"none"}}`, "", "the answer says that more follows, though paging.style is none"},
		"Link headers declared":         {answers{"/l": body("[" + rows(1, 20) + "]")}, `{"paging":{"style":"link"}}`, ids(1, 20), ""},
		"Link headers, a body's next":   {answers{"/l": body(`{"d":[{"id":1}],"next":"/m"}`)}, `{"records_key":"d","paging":{"style":"link"}}`, "", "the answer says that more follows (next), without a link to it; declare paging"},
		"a next URL declared":           {answers{"/l": body(`{"d":[` + rows(1, 2) + `],"p":{"u":"/m"}}`), "/m": body(`{"d":[` + rows(3, 2) + `],"p":{"u":null}}`)}, `{"records_key":"d","paging":{"style":"next","next_key":"p.u"}}`, ids(1, 4), ""},
		"a cursor declared":             {answers{"/l": body(`{"d":[` + rows(1, 2) + `],"c":"x y"}`), "/l?after=x%20y": body(`{"d":[` + rows(3, 2) + `],"c":""}`)}, `{"records_key":"d","paging":{"style":"cursor","page_param":"after","next_key":"c"}}`, ids(1, 4), ""},
		"a page number as a cursor":     {answers{"/l": body(`{"data":[` + rows(1, 2) + `],"next":2,"items":3}`), "/l?_page=2": body(`{"data":[` + rows(3, 1) + `],"next":null}`)}, `{"records_key":"data","paging":{"style":"cursor","page_param":"_page","next_key":"next"}}`, ids(1, 3), ""},
		"page numbers":                  {answers{"/l?page=1&per_page=2": body("[" + rows(1, 2) + "]"), "/l?page=2&per_page=2": body("[" + rows(3, 1) + "]"), "/l?page=3&per_page=2": body("[]")}, `{"paging":{"style":"page","page_param":"page","size_param":"per_page","size":2}}`, ids(1, 3), ""},
		"page numbers from 0":           {answers{"/l?p=0": body("[" + rows(1, 2) + "]"), "/l?p=1": body("[]")}, `{"paging":{"style":"page","page_param":"p","start":0}}`, ids(1, 2), ""},
		"the last page again and again": {answers{"/l?page=1": body("[" + rows(1, 2) + "]"), "/l?page=2": body("[" + rows(1, 2) + "]")}, `{"paging":{"style":"page","page_param":"page"}}`, "", "two pages hold the same rows: the system does not page as the section says"},
		"offsets":                       {answers{"/l?offset=0": body("[" + rows(1, 3) + "]"), "/l?offset=3": body("[" + rows(4, 2) + "]"), "/l?offset=5": body("[]")}, `{"paging":{"style":"offset","page_param":"offset"}}`, ids(1, 5), ""},
		"offsets to a total":            {answers{"/l?offset=0": body(`{"d":[` + rows(1, 2) + `],"n":5}`), "/l?offset=2": body(`{"d":[` + rows(3, 1) + `],"n":5}`), "/l?offset=3": body(`{"d":[],"n":5}`)}, `{"records_key":"d","paging":{"style":"offset","page_param":"offset","total_key":"n"}}`, "", "the system says that there are 5 rows and gave 3, without a next page"},
		"more_key":                      {answers{"/l?page=1": body(`{"d":[` + rows(1, 2) + `],"m":false}`)}, `{"records_key":"d","paging":{"style":"page","page_param":"page","more_key":"m"}}`, ids(1, 2), ""},
		"more_key without a next":       {answers{"/l": body(`{"d":[{"id":1}],"m":true}`)}, `{"records_key":"d","paging":{"more_key":"m"}}`, "", "the answer says that more follows (paging.more_key), without a link to it; declare paging"},
		"total_key not there":           {answers{"/l": body(`{"d":[{"id":1}]}`)}, `{"records_key":"d","paging":{"total_key":"n"}}`, "unreachable", "the answer has no whole number at paging.total_key"},
		"a row slips between pages":     {answers{"/l?page=1": {{body: "[" + rows(1, 2) + "]"}, {body: `[{"id":2},{"id":3}]`}}, "/l?page=2": body("[" + rows(4, 1) + "]"), "/l?page=3": body("[]")}, `{"paging":{"style":"page","page_param":"page"}}`, "", "the list changed while its pages were read"},
		"more as a text":                {answers{"/l": body(`{"d":[{"id":1}],"has_more":"true"}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (has_more), without a link to it; declare paging"},
		"more as a number":              {answers{"/l": body(`{"d":[{"id":1}],"hasMore":1}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (hasMore), without a link to it; declare paging"},
		"no more as a text":             {answers{"/l": body(`{"d":[` + rows(1, 20) + `],"has_more":"false"}`)}, `{"records_key":"d"}`, ids(1, 20), ""},
		"not done":                      {answers{"/l": body(`{"records":[{"id":1}],"done":false,"nextRecordsUrl":"/q/2"}`), "/q/2": body(`{"records":[{"id":2}],"done":true}`)}, `{"records_key":"records"}`, ids(1, 2), ""},
		"not done, nothing else":        {answers{"/l": body(`{"records":[{"id":1}],"done":false}`)}, `{"records_key":"records"}`, "", "the answer says that more follows (done), without a link to it; declare paging"},
		"a continue token":              {answers{"/l": body(`{"metadata":{"continue":"abc"},"items":[{"id":1}]}`)}, `{"records_key":"items"}`, "", "the answer says that more follows (continue), without a link to it; declare paging"},
		"an empty continue token":       {answers{"/l": body(`{"metadata":{"continue":""},"items":[{"id":1}]}`)}, `{"records_key":"items"}`, ids(1, 1), ""},
		"items that remain":             {answers{"/l": body(`{"metadata":{"remainingItemCount":4},"items":[{"id":1}]}`)}, `{"records_key":"items"}`, "", "the answer says that more follows (remainingItemCount), without a link to it; declare paging"},
		"a bare cursor":                 {answers{"/l": body(`{"payments":[{"id":1}],"cursor":"abc"}`)}, `{"records_key":"payments"}`, "", "the answer says that more follows (cursor), without a link to it; declare paging"},
		"a cursor, no more":             {answers{"/l": body(`{"d":[{"id":1}],"cursor":"abc","has_more":false}`)}, `{"records_key":"d"}`, ids(1, 1), ""},
		"a last evaluated key":          {answers{"/l": body(`{"Items":[{"id":1}],"LastEvaluatedKey":{"id":{"N":"1"}}}`)}, `{"records_key":"Items"}`, "", "the answer says that more follows (LastEvaluatedKey), without a link to it; declare paging"},
		"pages as a text":               {answers{"/l": body(`{"d":[{"id":1}],"page":"1","total_pages":"3"}`)}, `{"records_key":"d"}`, "", "the answer says that there are 3 pages and gave 1; declare paging"},
		"pages by nb":                   {answers{"/l": body(`{"hits":[{"id":1}],"page":0,"nbPages":3}`)}, `{"records_key":"hits"}`, "", "the answer says that there are 3 pages and gave 1; declare paging"},
		"pages in a result_info":        {answers{"/l": body(`{"result":[{"id":1}],"result_info":{"page":1,"total_pages":2,"total_count":2}}`)}, `{"records_key":"result"}`, "", "the system says that there are 2 rows and gave 1, without a next page"},
		"pages against no next":         {answers{"/l": body(`{"d":[{"id":1}],"page":1,"total_pages":3,"has_next":false}`)}, `{"records_key":"d"}`, "", "the answer says that there are 3 pages and gave 1; declare paging"},
		"pages in a header":             {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: map[string]string{"X-WP-TotalPages": "4"}}}}, `{}`, "", "the answer says that there are 4 pages and gave 1; declare paging"},
		"pages in another header":       {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: map[string]string{"X-Pagination-Page-Count": "4"}}}}, `{}`, "", "the answer says that there are 4 pages and gave 1; declare paging"},
		"a total in another header":     {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: map[string]string{"X-WP-Total": "9"}}}}, `{}`, "", "the system says that there are 9 rows and gave 2, without a next page"},
		"a header of JSON":              {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: map[string]string{"X-Pagination": `{"TotalCount":9,"HasNext":true}`}}}}, `{}`, "", "the answer says that more follows (HasNext), without a link to it; declare paging; the system says that there are 9 rows and gave 2, without a next page"},
		"a continuation in a header":    {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: map[string]string{"x-ms-continuation": "abc"}}}}, `{}`, "", "the answer says that more follows (X-Ms-Continuation), without a link to it; declare paging"},
		"more in a header":              {answers{"/l": {{body: "[" + rows(1, 2) + "]", header: map[string]string{"X-Has-More": "true"}}}}, `{}`, "", "the answer says that more follows (X-Has-More), without a link to it; declare paging"},
		"more beside a list deep down":  {answers{"/l": body(`{"payload":{"orders":{"items":[{"id":1}],"has_more":true}}}`)}, `{"records_key":"payload.orders.items"}`, "", "the answer says that more follows (has_more), without a link to it; declare paging"},
		"more in list_info":             {answers{"/l": body(`{"requests":[{"id":1}],"list_info":{"has_more_rows":true,"row_count":1}}`)}, `{"records_key":"requests"}`, "", "the answer says that more follows (has_more_rows), without a link to it; declare paging"},
		"OData of old":                  {answers{"/l": body(`{"d":{"results":[{"id":1}],"__next":"BASE/m"}}`), "/m": body(`{"d":{"results":[{"id":2}]}}`)}, `{"records_key":"d.results"}`, ids(1, 2), ""},
		"limits of a row's owner":       {answers{"/l": body(`{"customer":{"limit":2,"total":400,"orders":[` + rows(1, 2) + `]}}`)}, `{"records_key":"customer.orders"}`, ids(1, 2), ""},
		"a next that is not declared":   {answers{"/l": body(`{"d":[{"id":1}],"p":{"u":null},"next":"/m"}`)}, `{"records_key":"d","paging":{"style":"next","next_key":"p.u"}}`, "", "the answer says that more follows (next), though paging.next_key names nothing"},
		"more without a cursor":         {answers{"/l": body(`{"d":[{"id":1}],"has_more":true}`)}, `{"records_key":"d","paging":{"style":"cursor","page_param":"c","next_key":"cursor"}}`, "", "the answer says that more follows (has_more), though paging.next_key names nothing"},
		"a usual length, more asked":    {answers{"/l?limit=1000": body("[" + rows(1, 50) + "]")}, `{"query":{"limit":1000}}`, "", "50 rows, a length that pages often have, and nothing says that these are all"},
		"an empty page, more by key":    {answers{"/l?page=1": body(`{"d":[],"m":true}`)}, `{"records_key":"d","paging":{"style":"page","page_param":"page","more_key":"m"}}`, "", "the answer says that more follows (paging.more_key), without a page that has it"},
		"an empty page, has_more":       {answers{"/l?offset=0": body(`{"d":[],"has_more":true}`)}, `{"records_key":"d","paging":{"style":"offset","page_param":"offset"}}`, "", "the answer says that more follows (has_more), without a page that has it"},
		"an empty page with a next":     {answers{"/l?page=1": body(`{"d":[],"next":"/l?page=2"}`)}, `{"records_key":"d","paging":{"style":"page","page_param":"page"}}`, "", "the answer says that more follows (next), without a page that has it"},
		"no more by key, yet a next":    {answers{"/l?page=1": body(`{"d":[{"id":1}],"m":false,"next":"/l?page=2"}`)}, `{"records_key":"d","paging":{"style":"page","page_param":"page","more_key":"m"}}`, "", "the answer says that more follows (next), without a page that has it"},
		"more by key, no cursor":        {answers{"/l": body(`{"d":[{"id":1}],"m":true,"c":null}`)}, `{"records_key":"d","paging":{"style":"cursor","page_param":"c","next_key":"c","more_key":"m"}}`, "", "the answer says that more follows (paging.more_key), though paging.next_key names nothing"},
		"more by key, no next URL":      {answers{"/l": body(`{"d":[{"id":1}],"m":true,"u":""}`)}, `{"records_key":"d","paging":{"style":"next","next_key":"u","more_key":"m"}}`, "", "the answer says that more follows (paging.more_key), though paging.next_key names nothing"},
		"more by key, a header's end":   {answers{"/l": {{body: `{"d":[{"id":1}],"m":true}`, header: link(`<BASE/l>; rel="first"`)}}}, `{"records_key":"d","paging":{"style":"link","more_key":"m"}}`, "", "the answer says that more follows (paging.more_key), without a link to it; declare paging"},
		"a cursor that is false":        {answers{"/l": body(`{"d":[` + rows(1, 20) + `],"c":false}`)}, `{"records_key":"d","paging":{"style":"cursor","page_param":"c","next_key":"c"}}`, ids(1, 20), ""},
		"a next URL that is false":      {answers{"/l": body(`{"d":[` + rows(1, 20) + `],"u":false}`)}, `{"records_key":"d","paging":{"style":"next","next_key":"u"}}`, ids(1, 20), ""},
		"a cursor that is true":         {answers{"/l": body(`{"d":[{"id":1}],"c":true}`)}, `{"records_key":"d","paging":{"style":"cursor","page_param":"c","next_key":"c"}}`, "unreachable", "the answer has no cursor at paging.next_key"},
		"total_key as a text":           {answers{"/l": body(`{"d":[` + rows(1, 20) + `],"n":"20"}`)}, `{"records_key":"d","paging":{"total_key":"n"}}`, ids(1, 20), ""},
		"total_key as a text, more":     {answers{"/l": body(`{"d":[{"id":1}],"n":"2"}`)}, `{"records_key":"d","paging":{"total_key":"n"}}`, "", "the system says that there are 2 rows and gave 1, without a next page"},
		"more_key as a text":            {answers{"/l": body(`{"d":[` + rows(1, 20) + `],"m":"false"}`)}, `{"records_key":"d","paging":{"more_key":"m"}}`, ids(1, 20), ""},
		"more_key as a number":          {answers{"/l": body(`{"d":[{"id":1}],"m":1}`)}, `{"records_key":"d","paging":{"more_key":"m"}}`, "", "the answer says that more follows (paging.more_key), without a link to it; declare paging"},
		"more_key that is null":         {answers{"/l": body(`{"d":[{"id":1}],"m":null}`)}, `{"records_key":"d","paging":{"more_key":"m"}}`, "unreachable", "the answer has no true or false at paging.more_key"},
		"more_key that is a word":       {answers{"/l": body(`{"d":[{"id":1}],"m":"perhaps"}`)}, `{"records_key":"d","paging":{"more_key":"m"}}`, "unreachable", "the answer has no true or false at paging.more_key"},
		"a relative OData next link":    {answers{"/s/l": body(`{"value":[` + rows(1, 2) + `],"@odata.nextLink":"l?$skiptoken=2"}`), "/s/l?$skiptoken=2": body(`{"value":[` + rows(3, 1) + `]}`)}, `{"records_path":"/s/l","records_key":"value"}`, ids(1, 3), ""},
		"a relative href":               {answers{"/s/l": body(`{"d":[` + rows(1, 2) + `],"_links":{"next":{"href":"m"}}}`), "/s/m": body(`{"d":[` + rows(3, 1) + `]}`)}, `{"records_path":"/s/l","records_key":"d"}`, ids(1, 3), ""},
		"a token under the name next":   {answers{"/l": body(`{"d":[{"id":1}],"next":"b3Jk?x"}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (next), without a link to it; declare paging"},
		"a rel in capitals":             {answers{"/l": body(`{"d":[{"id":1}],"links":[{"rel":"Next","href":"/m"}]}`)}, `{"records_key":"d"}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a rel as a list":               {answers{"/l": body(`{"d":[{"id":1}],"links":[{"rel":["next"],"href":"/m"}]}`)}, `{"records_key":"d"}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a rel of two words":            {answers{"/l": body(`{"d":[{"id":1}],"links":[{"rel":"last next","href":"/m"}]}`)}, `{"records_key":"d"}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a rel by its registry":         {answers{"/l": body(`{"d":[{"id":1}],"links":[{"relation":"http://www.iana.org/assignments/relation/next","href":"/m"}]}`)}, `{"records_key":"d"}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a link by its name":            {answers{"/l": body(`{"d":[{"id":1}],"links":[{"name":"next","href":"/m"}]}`)}, `{"records_key":"d"}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"an offset that is a token":     {answers{"/l": body(`{"d":[{"id":1}],"offset":"itr9/rec8"}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (offset), without a link to it; declare paging"},
		"a more_url":                    {answers{"/l": body(`{"d":[{"id":1}],"more_url":"/m"}`)}, `{"records_key":"d"}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a total by totalSize":          {answers{"/l": body(`{"d":[{"id":1}],"totalSize":9}`)}, `{"records_key":"d"}`, "", "the system says that there are 9 rows and gave 1, without a next page"},
		"a total by total_entries":      {answers{"/l": body(`{"d":[{"id":1}],"total_entries":9}`)}, `{"records_key":"d"}`, "", "the system says that there are 9 rows and gave 1, without a next page"},
		"a total by totalObjects":       {answers{"/l": body(`{"d":[{"id":1}],"totalObjects":9}`)}, `{"records_key":"d"}`, "", "the system says that there are 9 rows and gave 1, without a next page"},
		"a count of items":              {answers{"/l": body(`{"d":[{"id":1}],"pagination":{"itemCount":9}}`)}, `{"records_key":"d"}`, "", "the system says that there are 9 rows and gave 1, without a next page"},
		"a total as a decimal":          {answers{"/l": body(`{"d":[{"id":1}],"total":9.0}`)}, `{"records_key":"d"}`, "", "the system says that there are 9 rows and gave 1, without a next page"},
		"a total with commas":           {answers{"/l": body(`{"d":[{"id":1}],"total":"1,009"}`)}, `{"records_key":"d"}`, "", "the system says that there are 1009 rows and gave 1, without a next page"},
		"a total that is a least":       {answers{"/l": body(`{"d":[{"id":1}],"total":"1+"}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (total), without a link to it; declare paging"},
		"a total that is not exact":     {answers{"/l": body(`{"d":[{"id":1}],"nbHits":1,"exhaustiveNbHits":false}`)}, `{"records_key":"d"}`, "", "the answer says that it is a part (exhaustiveNbHits)"},
		"more by exceededTransferLimit": {answers{"/l": body(`{"d":[{"id":1}],"exceededTransferLimit":true}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (exceededTransferLimit), without a link to it; declare paging"},
		"more by hasMoreData":           {answers{"/l": body(`{"d":[{"id":1}],"hasMoreData":true}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (hasMoreData), without a link to it; declare paging"},
		"more by more_data_available":   {answers{"/l": body(`{"d":[{"id":1}],"more_data_available":"Y"}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (more_data_available), without a link to it; declare paging"},
		"more by moreResultsAvailable":  {answers{"/l": body(`{"d":[{"id":1}],"moreResultsAvailable":true}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (moreResultsAvailable), without a link to it; declare paging"},
		"more by isEnd":                 {answers{"/l": body(`{"d":[{"id":1}],"isEnd":false}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (isEnd), without a link to it; declare paging"},
		"more by allRecordsReturned":    {answers{"/l": body(`{"d":[{"id":1}],"allRecordsReturned":false}`)}, `{"records_key":"d"}`, "", "the answer says that more follows (allRecordsReturned), without a link to it; declare paging"},
		"a range that is longer":        {answers{"/l": {{body: `[{"id":1}]`, header: map[string]string{"Content-Range": `0-9/*`}}}}, `{}`, "", "the answer says that more follows (Content-Range), without a link to it; declare paging"},
		"a rel by its registry, header": {answers{"/l": {{body: `[{"id":1}]`, header: map[string]string{"Link": `</m>; rel="http://www.iana.org/assignments/relation/next"`}}}}, `{}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a rel in other quotes":         {answers{"/l": {{body: `[{"id":1}]`, header: map[string]string{"Link": `</m>; rel='next'`}}}}, `{}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a next link in a header":       {answers{"/l": {{body: `[{"id":1}]`, header: map[string]string{"X-Next-Link": `/m`}}}}, `{}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a next in a header":            {answers{"/l": {{body: `[{"id":1}]`, header: map[string]string{"X-Next": `/m`}}}}, `{}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"a range of all":                {answers{"/l": {{body: "[" + rows(1, 20) + "]", header: map[string]string{"Content-Range": "items=0-19/20"}}}}, `{}`, ids(1, 20), ""},
		"a number as offset":            {answers{"/l": body(`{"d":[{"id":1}],"offset":"0"}`)}, `{"records_key":"d"}`, ids(1, 1), ""},
		"an amount as total":            {answers{"/l": body(`{"d":[{"id":1}],"total":12.5}`)}, `{"records_key":"d"}`, ids(1, 1), ""},
		"the second page is gone":       {answers{"/l": body(`{"d":[` + rows(1, 2) + `],"next":"/m"}`)}, `{"records_key":"d"}`, "", "page 2 could not be read: HOST answered 404 Not Found: check the address that the section names"},
		"the second page is an error":   {answers{"/l": body(`{"d":[` + rows(1, 2) + `],"next":"/m"}`), "/m": body(`{"d":[],"error":"x"}`)}, `{"records_key":"d"}`, "", "page 2 could not be read: HOST answered with an error in its body (error)"},
	} {
		t.Run(name, func(t *testing.T) {
			section := c.section
			switch {
			case section == "{}":
				section = `{"records_path":"/l"}`
			case !strings.HasPrefix(section, `{"records_path"`):
				section = `{"records_path":"/l",` + c.section[1:]
			}
			res := capture(t, c.a, section, nil)
			got := show(res)
			switch {
			case c.want == "" && !strings.Contains(got, "gap:"):
				t.Errorf("saw %q without a gap", got)
			case c.want != "" && got != c.want:
				t.Errorf("saw %q, want %q", got, c.want)
			}
			if got := hideHost(detail(res)); got != c.detail {
				t.Errorf("detail %q\nwant   %q", got, c.detail)
			}
		})
	}
}

func hideHost(text string) string {
	i := strings.Index(text, "127.0.0.1:")
	if i < 0 {
		return text
	}
	end := strings.IndexAny(text[i+10:], " :")
	return text[:i] + "HOST" + text[i+10+end:]
}
