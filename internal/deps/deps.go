// Package deps pins the modules that the build will use. It goes away when
// each has its user.
package deps

import (
	_ "github.com/emersion/go-message"
	_ "github.com/go-sql-driver/mysql"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/gowebpki/jcs"
	_ "github.com/hashicorp/go-hclog"
	_ "github.com/hashicorp/go-plugin"
	_ "github.com/jackc/pgx/v5"
	_ "github.com/pkg/sftp"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/spf13/cobra"
	_ "github.com/theory/jsonpath"
	_ "github.com/vektah/gqlparser/v2"
	_ "go.uber.org/goleak"
	_ "golang.org/x/crypto/ssh"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/sys/unix"
	_ "golang.org/x/text/encoding"
	_ "gopkg.in/yaml.v3"
	_ "modernc.org/sqlite"
)
