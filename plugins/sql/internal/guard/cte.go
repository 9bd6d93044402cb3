package guard

// cteNames finds the names that WITH gives to queries together with a list of
// columns, name (a, b) AS (...): they stand before a bracket and call nothing.
// What does not follow that form to the letter is not among them.
func cteNames(tokens []Token) map[int]bool {
	names := map[int]bool{}
	for i, t := range tokens {
		if !t.is("with") || (i > 0 && tokens[i-1].punct(".")) {
			continue
		}
		at := i + 1
		if at < len(tokens) && tokens[at].is("recursive") && at+1 < len(tokens) && !tokens[at+1].punct("(") {
			at++
		}
		for at > 0 {
			at = cte(tokens, at, names)
		}
	}
	return names
}

// cte reads one name [(a, b)] AS [[NOT] MATERIALIZED] (...) from at, and gives
// where the next one starts; 0 when there is none.
func cte(tokens []Token, at int, names map[int]bool) int {
	p := cursor{tokens, at}
	if !p.name() {
		return 0
	}
	listed := p.punct("(")
	if listed {
		if !p.name() {
			return 0
		}
		for p.punct(",") {
			if !p.name() {
				return 0
			}
		}
		if !p.punct(")") {
			return 0
		}
	}
	if !p.word("as") {
		return 0
	}
	p.word("not")
	p.word("materialized")
	if !p.punct("(") {
		return 0
	}
	if listed {
		names[at] = true
	}
	for depth := 1; depth > 0; p.at++ {
		switch {
		case p.at >= len(tokens):
			return 0
		case tokens[p.at].punct("("):
			depth++
		case tokens[p.at].punct(")"):
			depth--
		}
	}
	if !p.punct(",") {
		return 0
	}
	return p.at
}

// cursor steps over tokens that are as asked.
type cursor struct {
	tokens []Token
	at     int
}

func (p *cursor) step(ok bool) bool {
	if ok {
		p.at++
	}
	return ok
}

func (p *cursor) now() Token {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return Token{}
}

func (p *cursor) name() bool          { t := p.now(); return p.step(t.Kind == Word || t.Kind == Name) }
func (p *cursor) punct(s string) bool { return p.step(p.now().punct(s)) }
func (p *cursor) word(w string) bool  { return p.step(p.now().is(w)) }
