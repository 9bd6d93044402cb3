package httpread

import (
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Gaps collects what a read could not see, each thing once: a hundred rows
// with one fault are one gap.
type Gaps struct {
	list []value.Gap
	seen map[value.Gap]bool
}

// Add notes a gap that impeaches.
func (g *Gaps) Add(kind value.GapKind, detail string) {
	g.add(value.Gap{Kind: kind, Detail: detail})
}

// Advise notes one that does not.
func (g *Gaps) Advise(kind value.GapKind, detail string) {
	g.add(value.Gap{Kind: kind, Detail: detail, Advisory: true})
}

func (g *Gaps) add(gap value.Gap) {
	if g.seen[gap] {
		return
	}
	if g.seen == nil {
		g.seen = map[value.Gap]bool{}
	}
	g.seen[gap] = true
	g.list = append(g.list, gap)
}

// Impeached tells whether a gap that impeaches was noted.
func (g *Gaps) Impeached() bool {
	for _, gap := range g.list {
		if gap.Impeaching() {
			return true
		}
	}
	return false
}

// Write hands all gaps to a capture's writer.
func (g *Gaps) Write(w *sdk.RecordWriter) {
	for _, gap := range g.list {
		if gap.Advisory {
			w.Advise(gap.Kind, gap.Detail)
		} else {
			w.Gap(gap.Kind, gap.Detail)
		}
	}
}
