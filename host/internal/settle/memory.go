package settle

// Memory is what a track may not forget when its step is verified in another
// process: what was seen once is not "never there".
type Memory struct {
	Reads, Unreadable int
	// Missing and Agreed: every readable read was missing, or confirmed.
	Missing, Agreed bool
	// Seen and Changed: a readable read found the effect, or another change.
	Seen, Changed bool
}

// Memory is what the track has seen so far.
func (t *Track) Memory() Memory {
	return Memory{
		Reads: t.reads, Unreadable: t.unreadable,
		Missing: t.missing, Agreed: t.agreed, Seen: t.seen, Changed: t.changed,
	}
}

// Remember takes up the memory of another track of the same effect. Its
// verdicts are not in it: what stands is read anew.
func (t *Track) Remember(m Memory) {
	t.missing = t.missing && m.Missing
	t.agreed = t.agreed && m.Agreed
	t.seen = t.seen || m.Seen
	t.changed = t.changed || m.Changed
}
