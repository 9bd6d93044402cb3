package main

import "runtime/debug"

// release is set by the linker for a release.
var release = ""

// version is the release, else the module's version or revision, else "dev".
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	return "dev"
}
