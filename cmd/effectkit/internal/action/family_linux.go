package action

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// lifeline marks the environment of the host's own plugins. [Without] takes it
// out of the command's, so that nothing of the command bears it.
const lifeline = "EFFECTKIT_LIFELINE_FD"

// family tells the command's descendants from the host's plugins.
type family struct {
	before map[int]bool // children that were there before the command
	err    error
}

// newFamily makes this process the one to which orphaned descendants fall
// (prctl(2), PR_SET_CHILD_SUBREAPER), so that a detached one is still seen.
func newFamily() *family {
	f := &family{before: map[int]bool{}}
	if f.err = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); f.err != nil {
		return f
	}
	var kids []int
	kids, f.err = children()
	for _, pid := range kids {
		f.before[pid] = true
	}
	return f
}

// living are the descendants that are left after the command ended, once grace
// is over. Two empty looks in a row are asked for, since a parent and its child
// can change places during one.
func (f *family) living(grace time.Duration) (pids []int, blind bool) {
	deadline := time.Now().Add(grace)
	for empty := 0; ; {
		pids, err := f.look()
		switch {
		case err != nil:
			return nil, true
		case len(pids) > 0 && !time.Now().Before(deadline):
			return pids, false
		case len(pids) > 0:
			empty = 0
			time.Sleep(time.Millisecond)
		default:
			if empty++; empty == 2 {
				return nil, false
			}
		}
	}
}

func (f *family) look() ([]int, error) {
	if f.err != nil {
		return nil, f.err
	}
	kids, err := children()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(kids, func(pid int) bool { return f.before[pid] || isPlugin(pid) }), nil
}

// isPlugin tells whether a child is one that the host started since.
func isPlugin(pid int) bool {
	env, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	for v := range bytes.SplitSeq(env, []byte{0}) {
		if bytes.HasPrefix(v, []byte(lifeline+"=")) {
			return true
		}
	}
	return false
}

// childless tells whether this process has no child at all, dead ones that
// nobody reaped included.
func childless() bool {
	var info unix.Siginfo
	return unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) == unix.ECHILD
}

// children are the living children of this process.
func children() ([]int, error) {
	if childless() {
		return nil, nil // the kernel's own answer spares the walk, and its races
	}
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var out []int
	self := os.Getpid()
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it ended meanwhile
		}
		if state, parent := parseStat(stat); parent == self && state != 'Z' && state != 'X' {
			out = append(out, pid)
		}
	}
	slices.Sort(out)
	return out, nil
}

// parseStat reads the state and the parent of proc_pid_stat(5). The name before
// them stands in parentheses and may itself hold any character.
func parseStat(stat []byte) (state byte, parent int) {
	_, rest, ok := cutLast(stat, ')')
	fields := bytes.Fields(rest)
	if !ok || len(fields) < 2 || len(fields[0]) != 1 {
		return 0, 0
	}
	parent, err := strconv.Atoi(string(fields[1]))
	if err != nil {
		return 0, 0
	}
	return fields[0][0], parent
}

func cutLast(s []byte, sep byte) (before, after []byte, found bool) {
	i := bytes.LastIndexByte(s, sep)
	if i < 0 {
		return s, nil, false
	}
	return s[:i], s[i+1:], true
}
