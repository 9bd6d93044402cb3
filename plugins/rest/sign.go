package rest

import (
	"maps"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// sign is a value at a path of the answer that means something.
type sign struct {
	path *path.Path
	want value.Literal
}

func parseSigns(property string, texts map[string]sdk.Expr) ([]sign, error) {
	var signs []sign
	for _, at := range sortedKeys(texts) {
		p, err := parsePath(property, at)
		if err != nil {
			return nil, err
		}
		signs = append(signs, sign{path: p, want: value.NewLiteral(texts[at].Text)})
	}
	return signs, nil
}

// seen tells whether an answer bears the sign; a path in doubt counts as one,
// but a bare list has no room for signs.
func (s *sign) seen(root value.Node) bool {
	if !root.IsObject() {
		return false
	}
	v, err := s.path.Value(root)
	return err != nil || s.want.Equal(v)
}

// errorIn says which sign of an error an answer bears, by its name alone; ""
// when none. Many systems report failure with the status 200.
func (p *plan) errorIn(root value.Node) string {
	for i := range p.error {
		if p.error[i].seen(root) {
			return p.error[i].path.String()
		}
	}
	return about(root, 0, isError)
}

// about is the first member that is a sign, by where it stands alone, of the answer or
// of what tells about it; "" when none. own is true where a member stands in
// something that owns rows, and may speak of that. What owns none is more likely
// an envelope that says why: an order that failed has lines all the same.
func about(n value.Node, depth int, is func(key string, m value.Node, own bool) string) string {
	found := ""
	n.Members(func(name string, m value.Node) bool {
		key := plain(name)
		if suffix := is(key, m, depth > 0 && ownsRows(n)); suffix != "" {
			found = name + strings.TrimPrefix(suffix, "=")
		} else if m.IsObject() && depth < containerDepth && tells(key, m) {
			if inner := about(m, depth+1, is); inner != "" {
				found = name + "." + inner
			}
		}
		return found == ""
	})
	return found
}

// ownsRows tells whether an object has lists, none of them empty.
func ownsRows(n value.Node) bool {
	lists, empty := false, false
	n.Members(func(_ string, m value.Node) bool {
		if m.IsArray() {
			lists, empty = true, m.Len() == 0
		}
		return !empty
	})
	return lists && !empty
}

// isError gives "=" for a member that reports an error.
func isError(key string, m value.Node, own bool) string {
	v := m.Value()
	bad := false
	switch key {
	case "error", "errors", "exception", "exc", "exctype", "fault", "errormessage", "errormessages", "errorcode",
		"faultcode", "faultstring", "errcode", "errno", "iserror", "haserror", "haserrors":
		yes, _ := yesOf(v)
		bad = yes
	case "status", "statuscode", "code", "result", "responsestatus":
		if own {
			break
		}
		if i, ok := wholeOf(v); ok {
			bad = i >= 400 && i < 600
			break
		}
		switch strings.ToLower(v.Text()) {
		case "error", "fail", "failed", "failure", "exception", "timeout", "timed_out", "unavailable", "unauthorized", "forbidden":
			bad = v.Kind() == value.Text
		}
	case "success", "ok", "issuccess", "succeeded", "successful", "issuccessful":
		yes, ok := yesOf(v)
		bad = ok && !yes
	}
	if bad {
		return "="
	}
	return ""
}

// partIn says which sign an answer bears that it is a part of what was asked
// for; "" when none.
func (p *plan) partIn(root value.Node) string {
	for i := range p.incomplete {
		if p.incomplete[i].seen(root) {
			return p.incomplete[i].path.String()
		}
	}
	return about(root, 0, isPart)
}

// isPart gives what to write behind the name of a member that says that the
// answer is a part: "=" for nothing.
func isPart(key string, m value.Node, own bool) string {
	yes, told := yesOf(m.Value())
	switch key {
	case "timedout", "incompleteresults", "incomplete", "partial", "ispartial", "partialresults", "partialresult", "terminatedearly",
		"limitreached", "limitexceeded", "maxresultsreached":
		if yes && (!own || m.Value().Kind() == value.Bool) {
			return "="
		}
	case "exhaustivenbhits", "numfoundexact":
		if told && !yes {
			return "="
		}
	case "complete", "iscomplete":
		if told && !yes && !own {
			return "="
		}
	case "shards":
		if failed, ok := m.Member("failed"); ok && !isEmpty(failed.Value()) {
			return ".failed"
		}
	case "total":
		if relation, ok := m.Member("relation"); ok && relation.Value().Text() != "eq" {
			return ".relation"
		}
	}
	return ""
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
