package archtest

import (
	"os"
	"os/exec"
	"testing"
)

// A plugin that was built against the last release still works: its descriptor
// is checked in, and what would break on the wire is refused.
func TestTheContractBreaksNoReleasedPlugin(t *testing.T) {
	for _, args := range [][]string{
		{"lint"},
		{"breaking", "--against", "proto/released.binpb"},
	} {
		cmd := exec.Command("go", append([]string{"tool", "-modfile=tools/go.mod", "buf"}, args...)...)
		cmd.Dir = root(t)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("buf %s: %v\n%s", args[0], err, text)
		}
	}
	if _, err := os.Stat(root(t) + "/proto/released.binpb"); err != nil {
		t.Error(err)
	}
}
