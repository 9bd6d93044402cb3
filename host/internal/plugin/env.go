package plugin

import "strings"

// handedOn are the variables that a plugin gets of the host's. PATH is among
// them because "#!/usr/bin/env node" dies without.
var handedOn = []string{"PATH", "LANG", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR"}

// childEnv is a plugin's whole environment: what the handshake needs, the few
// variables of the host's that are handed on, and a home of its own.
func childEnv(handshake, host []string, home string) []string {
	env := append([]string(nil), handshake...)
	for _, kv := range host {
		name, _, _ := strings.Cut(kv, "=")
		if isHandedOn(name) {
			env = append(env, kv)
		}
	}
	return append(env, "HOME="+home, "TMPDIR="+home, lifelineVar)
}

func isHandedOn(name string) bool {
	for _, n := range handedOn {
		if n == name {
			return true
		}
	}
	return strings.HasPrefix(name, "LC_")
}
