package email

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// reader is one capture.
type reader struct {
	*instance
	tree    files.Tree
	w       *sdk.RecordWriter
	maildir bool

	mu        sync.Mutex
	tally     files.Tally
	broken    int // messages that do not parse
	several   int // messages with a header of several values
	cut       int // messages that stop before their end
	disagrees int // messages whose forms say different things
}

// list finds the files of messages.
func (r *reader) list(ctx context.Context) ([]found, error) {
	var err error
	if r.maildir, err = isMaildir(ctx, r.tree); err != nil {
		return nil, err
	}
	if !r.maildir {
		var out []found
		err := r.walk.Files(ctx, r.tree, &r.tally, func(i files.Info) error {
			out = append(out, found{path: i.Path, unique: i.Path})
			return nil
		})
		return out, err
	}
	var out []found
	for _, folder := range append([]string{"."}, r.folders...) {
		messages, err := listMaildir(ctx, r.tree, folder)
		if err != nil {
			return nil, err
		}
		for _, f := range messages {
			if !r.pattern || r.walk.Pattern.Match(path.Base(f.path)) || r.walk.Pattern.Match(f.path) {
				out = append(out, f)
			}
		}
	}
	return out, nil
}

// readAll reads the messages, several at a time.
func (r *reader) readAll(ctx context.Context, messages []found) error {
	return files.Each(ctx, messages, r.readOne)
}

// readOne reads one message and writes its record, or tallies why there is
// none. The error ends the capture.
func (r *reader) readOne(ctx context.Context, f found) error {
	info, raw, err := r.content(ctx, f)
	if err == nil && len(raw) == 0 {
		err = files.ErrMoved // its content is still to come
	}
	var p *parsed
	if err == nil {
		p, err = parse(raw)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var other notFile
	switch {
	case err == nil:
		return r.record(f, info, p)
	case errors.As(err, &other):
		other.count(&r.tally)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, errUnfinished):
		r.cut++
	case errors.Is(err, errSeveral):
		r.several++
	case errors.Is(err, errMessage), errors.Is(err, errAddress):
		r.broken++
	default:
		r.tally.Take(err)
	}
	return nil
}

// content reads a message's file. One that was moved since it was listed, as
// when it is read for the first time, is looked for under its new name.
func (r *reader) content(ctx context.Context, f found) (files.Info, []byte, error) {
	info, raw, err := r.file(ctx, f.path)
	for range 3 {
		if !errors.Is(err, files.ErrMoved) || !r.maildir {
			break
		}
		if seen, err := r.tree.Lstat(ctx, f.path); err == nil && !seen.Mode.IsRegular() {
			return files.Info{}, nil, notFile(seen.Mode)
		}
		folder := path.Dir(path.Dir(f.path))
		again, listErr := listMaildir(ctx, r.tree, folder)
		if listErr != nil {
			return files.Info{}, nil, listErr
		}
		i := slices.IndexFunc(again, func(g found) bool { return g.unique == f.unique })
		if i < 0 {
			return files.Info{}, nil, files.ErrMoved
		}
		info, raw, err = r.file(ctx, again[i].path)
	}
	return info, raw, err
}

// notFile is what stands under a message's name and is no file.
type notFile fs.FileMode

func (notFile) Error() string { return files.ErrNotRegular.Error() }

func (n notFile) count(t *files.Tally) {
	switch mode := fs.FileMode(n); {
	case mode.IsDir(): // of no message
	case mode&fs.ModeSymlink != 0:
		t.Links++
	default:
		t.Devices++
	}
}

func (r *reader) file(ctx context.Context, name string) (files.Info, []byte, error) {
	return files.Whole(ctx, r.tree, name, r.maxBytes, true)
}

// record writes one message.
func (r *reader) record(f found, info files.Info, p *parsed) error {
	text := value.OfText
	row := []value.Value{
		text(f.unique + " " + p.messageID + " " + p.sha256), text(f.unique), text(p.messageID), text(p.sha256),
		text(joined(p.from)), text(joined(p.to)), text(joined(p.cc)), text(joined(p.bcc)), text(joined(p.delivered)),
		text(joined(p.to, p.cc, p.bcc, p.resent, p.delivered)), text(p.subject), p.date, text(p.kind), p.attachments,
	}
	if r.window > 0 {
		fresh, known := r.tree.Clock().Fresh(r.now(), info.ModTime, r.window)
		if known {
			row = append(row, value.OfBool(fresh))
		} else {
			r.tally.Undated++
			row = append(row, value.Value{})
		}
	}
	if r.probe != nil {
		match, agree := r.match(p)
		if agree {
			row = append(row, value.OfBool(match))
		} else {
			r.disagrees++
			row = append(row, value.Value{})
		}
	}
	return r.w.Row(row...)
}

// match looks for the probe in the form of the body that the section names.
// agree is false where several forms count and answer differently.
func (r *reader) match(p *parsed) (match, agree bool) {
	inText := p.hasText && r.probe.MatchString(p.text)
	inHTML := p.hasHTML && r.probe.MatchString(p.html)
	switch {
	case r.body == textForm:
		return inText, true
	case r.body == htmlForm:
		return inHTML, true
	case p.hasText && p.hasHTML:
		return inText, inText == inHTML
	}
	return inText || inHTML, true
}

// report writes what could not be seen.
func (r *reader) report() {
	r.tally.Report(r.w)
	for _, g := range []struct {
		n    int
		kind value.GapKind
		what string
	}{
		{r.broken, value.GapUnobserved, "do not parse"},
		{r.several, value.GapUnobserved, "have a header twice that may stand once, and it differs"},
		{r.cut, value.GapInFlight, "stop before their end"},
		{r.disagrees, value.GapUnobserved, "say different things in their text and HTML forms; name one with mail_body"},
	} {
		if g.n > 0 {
			r.w.Gap(g.kind, fmt.Sprintf("messages that %s: %d", g.what, g.n))
		}
	}
	r.w.Advise(value.GapElsewhere, "what is proved is delivery to this capture point, not receipt beyond it")
	if !r.maildir {
		return
	}
	if delivering(context.Background(), r.tree, r.now()) {
		r.w.Advise(value.GapInFlight, "a message is being delivered")
	}
	if n, err := otherFolders(context.Background(), r.tree, r.folders); err != nil || n > 0 {
		r.w.Advise(value.GapElsewhere, fmt.Sprintf("sub-folders of the Maildir that are not read: %d", n))
	}
}
