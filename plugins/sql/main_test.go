package sql_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/effectkit/effectkit/internal/livetest"
)

// TestMain stops the servers of the live tests and wants nothing left behind.
func TestMain(m *testing.M) {
	code := livetest.Main(m)
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
