package plugin

// handedOn are the variables that a plugin gets of the host's. PATH is among
// them because "#!/usr/bin/env node" dies without.
var handedOn = []string{
	"PATH", "LANG", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR",
	"LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT", "LC_MESSAGES",
	"LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME",
}

// childEnv is a plugin's whole environment: what the handshake needs, the few
// variables of the host's that are handed on, and a home of its own.
func childEnv(handshake []string, lookup func(string) (string, bool), home string) []string {
	env := append([]string(nil), handshake...)
	for _, name := range handedOn {
		if text, ok := lookup(name); ok {
			env = append(env, name+"="+text)
		}
	}
	return append(env, "HOME="+home, "TMPDIR="+home, lifelineVar)
}
