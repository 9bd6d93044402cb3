// Package livetest starts private database servers for tests: PostgreSQL and
// MariaDB from the packages of the system, each in a temporary folder, on a
// loopback port that the system chose, as an unprivileged user when the tests
// run as root. It installs nothing; scripts/install-live.sh does.
//
// A server starts with the first test that asks for it and serves the whole
// test binary:
//
//	func TestMain(m *testing.M) { os.Exit(livetest.Main(m)) }
//
//	func TestX(t *testing.T) { db := livetest.Postgres(t).Database(t) … }
//
// Without the server's programs the test is skipped and says so; with
// EFFECTKIT_LIVE=require in the environment it fails. Servers are stopped by
// their process id, and die with the test binary on Linux.
//
// Only tests import it.
package livetest
