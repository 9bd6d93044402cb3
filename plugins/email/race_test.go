package email

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// meddled is a Maildir in which somebody reads mail at an awkward moment.
type meddled struct {
	files.Tree
	listed map[string]func() // once a folder was listed
	open   func()            // before a message is opened
}

func (m *meddled) Names(ctx context.Context, dir string, visit func(string) error) error {
	err := m.Tree.Names(ctx, dir, visit)
	if act := m.listed[dir]; act != nil {
		delete(m.listed, dir)
		act()
	}
	return err
}

func (m *meddled) Open(ctx context.Context, name string) (files.File, error) {
	if act := m.open; act != nil {
		m.open = nil
		act()
	}
	return m.Tree.Open(ctx, name)
}

type counted struct{ rows int }

func (c *counted) Header(sdk.Header) error { return nil }
func (c *counted) Batch(b *value.Batch) error {
	c.rows += b.Rows()
	return nil
}

func TestAMessageThatMovesWhileItIsReadIsOneMessage(t *testing.T) {
	for name, meddle := range map[string]func(m *meddled, move func()){
		"between the listings of new and cur": func(m *meddled, move func()) { m.listed = map[string]func(){"new": move} },
		"after cur was listed":                func(m *meddled, move func()) { m.listed = map[string]func(){"cur": move} },
		"between the listing and the reading": func(m *meddled, move func()) { m.open = move },
	} {
		t.Run(name, func(t *testing.T) {
			root := store(t, true, map[string]string{"new/1.M1P2.host": letter("hi"), "new/2.M1P2.host": letter("ho")})
			tree, err := files.OpenLocal(root)
			if err != nil {
				t.Fatal(err)
			}
			defer tree.Close()
			m := &meddled{Tree: tree}
			meddle(m, func() {
				if err := os.Rename(filepath.Join(root, "new/1.M1P2.host"), filepath.Join(root, "cur/1.M1P2.host:2,S")); err != nil {
					t.Error(err)
				}
			})
			s := section{Root: root}
			c, err := s.check()
			if err != nil {
				t.Fatal(err)
			}
			rows := &counted{}
			r := &reader{instance: &instance{config: c}, tree: m, w: sdk.NewRecordWriter(t.Context(), rows)}
			if err := r.w.Fields(r.Fields()...); err != nil {
				t.Fatal(err)
			}
			messages, err := r.list(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range messages {
				if err := r.readOne(t.Context(), f); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := r.w.Finish(); err != nil || rows.rows != 2 || r.tally != (files.Tally{}) {
				t.Errorf("%d messages, tally %+v, %v", rows.rows, r.tally, err)
			}
		})
	}
}

func TestWhatStandsUnderAMessagesNameAndIsNoFileIsToldByItsKind(t *testing.T) {
	for name, c := range map[string]struct {
		place func(at string) error
		want  *value.Gap
	}{
		"a link": {func(at string) error { return os.Symlink("1.M1P2.host", at) },
			&value.Gap{Kind: value.GapUncrossable, Detail: "1 entry: a link, which is not followed"}},
		"a pipe": {func(at string) error { return syscall.Mkfifo(at, 0o600) },
			&value.Gap{Kind: value.GapUncrossable, Detail: "1 entry: a pipe, socket or device, which is not opened"}},
		"a folder is of no message": {func(at string) error { return os.Mkdir(at, 0o700) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			root := store(t, true, map[string]string{"new/1.M1P2.host": letter("hi")})
			if err := c.place(filepath.Join(root, "new", "2.M1P2.host")); err != nil {
				t.Fatal(err)
			}
			r := capture(t, map[string]any{"root": root})
			if r.Err != nil || len(r.Records()) != 1 {
				t.Fatalf("%d records, error %v", len(r.Records()), r.Err)
			}
			var impeaching []value.Gap
			for _, g := range r.Trailer.Gaps {
				if !g.Advisory {
					impeaching = append(impeaching, g)
				}
			}
			var want []value.Gap
			if c.want != nil {
				want = []value.Gap{*c.want}
			}
			if d := cmp.Diff(want, impeaching); d != "" {
				t.Errorf("gaps (-want +got):\n%s", d)
			}
		})
	}
}
