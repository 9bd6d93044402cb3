package judge

// flow is a maximum flow from groups of subjects to demands: Hopcroft and
// Karp's matching, with groups in place of single nodes. A phase finds the
// distances from the groups that still have subjects left, then sends along
// shortest paths until there are none.
//
// An edge is a place in to; those of one group lie together.
type flow struct {
	supply []int32 // by group: subjects
	from   []int32 // by group: its first edge
	to     []int32 // by edge: the demand

	left  []int32 // by group: subjects not assigned
	room  []int32 // by demand: how many more it takes
	sent  []int32 // by edge
	owner []int32 // by edge: its group
	first []int32 // by demand: its first place in back
	back  []int32 // edges, those to one demand together
	depth []int32 // by group: its distance in this phase, -1 beyond reach
	level []int32 // by demand: the distance of the groups that may ask it
	at    []int32 // by group: the edge to try next
	atAll []int32 // by demand: the place in back to try next
	work  int     // steps that are left
}

// expect makes room for about so many groups.
func (f *flow) expect(groups int) {
	f.supply, f.from, f.to = make([]int32, 0, groups), make([]int32, 0, groups+1), make([]int32, 0, groups)
}

// group adds a group of subjects that the same demands name.
func (f *flow) group(named []int32) int32 {
	f.supply = append(f.supply, 0)
	f.from = append(f.from, int32(len(f.to)))
	f.to = append(f.to, named...)
	return int32(len(f.supply) - 1)
}

// edges are the edges of a group, the last one excluded.
func (f *flow) edges(g int32) (from, to int32) { return f.from[g], f.from[g+1] }

// prepare lays out what run needs, in one piece of memory.
func (f *flow) prepare(demands []demand) {
	groups, edges, n := len(f.supply), len(f.to), len(demands)
	f.from = append(f.from, int32(edges))
	memory := make([]int32, 3*groups+3*edges+3*n+n+1)
	cut := func(size int) (out []int32) {
		out, memory = memory[:size:size], memory[size:]
		return out
	}
	f.left, f.depth, f.at = cut(groups), cut(groups), cut(groups)
	f.sent, f.owner, f.back = cut(edges), cut(edges), cut(edges)
	f.room, f.level, f.atAll, f.first = cut(n), cut(n), cut(n), cut(n+1)
	copy(f.left, f.supply)
	for d := range demands {
		f.room[d] = int32(demands[d].times)
	}
	for _, d := range f.to {
		f.first[d+1]++
	}
	for d := range n {
		f.first[d+1] += f.first[d]
	}
	copy(f.atAll, f.first)
	for g := range int32(groups) {
		for e, end := f.edges(g); e < end; e++ {
			d := f.to[e]
			f.owner[e] = g
			f.back[f.atAll[d]] = e
			f.atAll[d]++
		}
	}
}

// run gives how many subjects can be assigned. tooLarge is true when that took
// more than limit steps.
func (f *flow) run(demands []demand, limit int) (assigned int, tooLarge bool) {
	f.prepare(demands)
	f.work = limit
	for f.measure() {
		copy(f.at, f.from)
		copy(f.atAll, f.first)
		for g := range f.supply {
			for f.left[g] > 0 && f.work > 0 {
				n := f.send(int32(g), f.left[g])
				if n == 0 {
					break
				}
				f.left[g] -= n
				assigned += int(n)
			}
		}
	}
	return assigned, f.work <= 0
}

// measure finds the distances of all groups, and whether any path leads to a
// demand with room.
func (f *flow) measure() bool {
	queue := make([]int32, 0, len(f.supply))
	for g := range f.supply {
		f.depth[g] = -1
		if f.left[g] > 0 {
			f.depth[g] = 0
			queue = append(queue, int32(g))
		}
	}
	for d := range f.level {
		f.level[d] = -1
	}
	found := false
	for next := 0; next < len(queue) && f.work > 0; next++ {
		g := queue[next]
		for e, end := f.edges(g); e < end; e++ {
			f.work--
			d := f.to[e]
			if f.level[d] >= 0 {
				continue
			}
			f.level[d] = f.depth[g]
			found = found || f.room[d] > 0
			for _, b := range f.back[f.first[d]:f.first[d+1]] {
				f.work--
				if h := f.owner[b]; f.depth[h] < 0 && f.sent[b] > 0 {
					f.depth[h] = f.depth[g] + 1
					queue = append(queue, h)
				}
			}
		}
	}
	return found && f.work > 0
}

// send moves up to n subjects of a group to demands, along a path of this
// phase, and gives how many it moved. An edge that led nowhere is not tried
// again in the phase.
func (f *flow) send(g, n int32) int32 {
	for end := f.from[g+1]; f.at[g] < end && f.work > 0; f.at[g]++ {
		f.work--
		e := f.at[g]
		d := f.to[e]
		if f.level[d] != f.depth[g] {
			continue
		}
		moved := min(n, f.room[d])
		if moved > 0 {
			f.room[d] -= moved
		} else {
			moved = f.reclaim(d, f.depth[g]+1, n)
		}
		if moved > 0 {
			f.sent[e] += moved
			return moved
		}
	}
	return 0
}

// reclaim frees up to n places of a demand: groups at the given distance find
// other demands for what they have there.
func (f *flow) reclaim(d, depth, n int32) int32 {
	for ; f.atAll[d] < f.first[d+1] && f.work > 0; f.atAll[d]++ {
		f.work--
		e := f.back[f.atAll[d]]
		g, has := f.owner[e], f.sent[e]
		if f.depth[g] != depth || has == 0 {
			continue
		}
		if moved := f.send(g, min(n, has)); moved > 0 {
			f.sent[e] -= moved
			return moved
		}
	}
	return 0
}
