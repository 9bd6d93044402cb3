package mysql

import (
	"os"
	"testing"

	"github.com/effectkit/effectkit/internal/livetest"
)

func TestMain(m *testing.M) { os.Exit(livetest.Main(m)) }
