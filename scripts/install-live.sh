#!/bin/sh
# Installs the servers that the live tests start, on Debian and as root. The
# packages' own services are not started: the tests start private ones.
set -eu

have() { command -v "$1" >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/"$1" /usr/sbin/"$1" >/dev/null 2>&1; }

if have initdb && have mariadbd && have sshd && have postfix && have pdftotext && have openssl && have node && have npm; then
	exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
	echo "install-live: not root on Debian; live suites without a server will be skipped" >&2
	exit 0
fi
export DEBIAN_FRONTEND=noninteractive
# Keep the packages from starting services of their own.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
	printf '#!/bin/sh\nexit 101\n' >"$policy"
	chmod +x "$policy"
	trap 'rm -f "$policy"' EXIT
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends \
	postgresql mariadb-server openssh-server openssh-client postfix poppler-utils openssl >/dev/null
# A newer Node.js than Debian's brings an npm of its own, with which Debian's
# conflicts.
have node || apt-get install -y -qq --no-install-recommends nodejs >/dev/null
have npm || apt-get install -y -qq --no-install-recommends npm >/dev/null
