package judge

// flow is a maximum flow from groups of subjects to demands: Hopcroft and
// Karp's matching, with groups in place of single nodes. A phase finds the
// distances from the groups that still have subjects left, then sends along
// shortest paths until there are none.
type flow struct {
	supply []int   // by group: subjects
	edges  [][]int // by group: the demands that name them

	left  []int // by group: subjects not assigned
	room  []int // by demand: how many more it takes
	sent  [][]int
	back  [][]backEdge // by demand: the groups that may give one back
	depth []int        // by group: its distance in this phase, -1 beyond reach
	level []int        // by demand: the distance of the groups that may ask it
	at    []int        // by group: the edge to try next
	atAll []int        // by demand: the back edge to try next
	work  int          // steps that are left
}

// group adds a group of subjects that the same demands name.
func (f *flow) group(named []int) int {
	f.supply = append(f.supply, 0)
	f.edges = append(f.edges, named)
	return len(f.supply) - 1
}

// backEdge is a group's edge as its demand sees it.
type backEdge struct{ group, edge int }

// run gives how many subjects can be assigned. tooLarge is true when that took
// more than limit steps.
func (f *flow) run(demands []demand, limit int) (assigned int, tooLarge bool) {
	f.left = append([]int(nil), f.supply...)
	f.room = make([]int, len(demands))
	for i := range demands {
		f.room[i] = demands[i].times
	}
	f.back = make([][]backEdge, len(demands))
	f.sent = make([][]int, len(f.edges))
	total := 0
	asked := make([]int, len(demands))
	for _, list := range f.edges {
		total += len(list)
		for _, d := range list {
			asked[d]++
		}
	}
	sent, back := make([]int, total), make([]backEdge, total)
	for d, n := range asked {
		f.back[d], back = back[:0:n], back[n:]
	}
	for g, list := range f.edges {
		f.sent[g], sent = sent[:len(list):len(list)], sent[len(list):]
		for e, d := range list {
			f.back[d] = append(f.back[d], backEdge{g, e})
		}
	}
	f.depth, f.at = make([]int, len(f.supply)), make([]int, len(f.supply))
	f.level, f.atAll = make([]int, len(demands)), make([]int, len(demands))
	f.work = limit
	for f.measure() {
		clear(f.at)
		clear(f.atAll)
		for g := range f.supply {
			for f.left[g] > 0 && f.work > 0 {
				n := f.send(g, f.left[g])
				if n == 0 {
					break
				}
				f.left[g] -= n
				assigned += n
			}
		}
	}
	return assigned, f.work <= 0
}

// measure finds the distances of all groups, and whether any path leads to a
// demand with room.
func (f *flow) measure() bool {
	queue := make([]int, 0, len(f.supply))
	for g := range f.supply {
		f.depth[g] = -1
		if f.left[g] > 0 {
			f.depth[g] = 0
			queue = append(queue, g)
		}
	}
	for d := range f.level {
		f.level[d] = -1
	}
	found := false
	for len(queue) > 0 && f.work > 0 {
		g := queue[0]
		queue = queue[1:]
		for _, d := range f.edges[g] {
			f.work--
			if f.level[d] >= 0 {
				continue
			}
			f.level[d] = f.depth[g]
			if f.room[d] > 0 {
				found = true
			}
			for _, b := range f.back[d] {
				f.work--
				if f.depth[b.group] < 0 && f.sent[b.group][b.edge] > 0 {
					f.depth[b.group] = f.depth[g] + 1
					queue = append(queue, b.group)
				}
			}
		}
	}
	return found && f.work > 0
}

// send moves up to n subjects of a group to demands, along a path of this
// phase, and gives how many it moved. An edge that led nowhere is not tried
// again in the phase.
func (f *flow) send(g, n int) int {
	for ; f.at[g] < len(f.edges[g]) && f.work > 0; f.at[g]++ {
		f.work--
		e := f.at[g]
		d := f.edges[g][e]
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
			f.sent[g][e] += moved
			return moved
		}
	}
	return 0
}

// reclaim frees up to n places of a demand: groups at the given distance find
// other demands for what they have there.
func (f *flow) reclaim(d, depth, n int) int {
	for ; f.atAll[d] < len(f.back[d]) && f.work > 0; f.atAll[d]++ {
		f.work--
		b := f.back[d][f.atAll[d]]
		has := f.sent[b.group][b.edge]
		if f.depth[b.group] != depth || has == 0 {
			continue
		}
		if moved := f.send(b.group, min(n, has)); moved > 0 {
			f.sent[b.group][b.edge] -= moved
			return moved
		}
	}
	return 0
}
