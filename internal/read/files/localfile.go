package files

import (
	"io"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// localFile is a file of this machine. It is not an os.File, which would try to
// have each one polled: a folder of mail is opened fifty thousand times.
type localFile struct {
	fd     int
	opened Info // as it was when it was opened
}

func (f *localFile) Opened() Info { return f.opened }

func (f *localFile) Read(p []byte) (int, error) {
	n, err := retry(func() (int, error) { return unix.Read(f.fd, p) })
	switch {
	case err != nil:
		return 0, err
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

func (f *localFile) Stat() (Info, error) {
	var st unix.Stat_t
	if err := again(func() error { return unix.Fstat(f.fd, &st) }); err != nil {
		return Info{}, err
	}
	info := infoOf(&st)
	info.Path = f.opened.Path
	return info, nil
}

func (f *localFile) Close() error { return unix.Close(f.fd) }

// openAt opens one name of a folder for reading, a link never.
func openAt(folder *os.File, name string, flags int) (int, error) {
	return retry(func() (int, error) {
		return unix.Openat(int(folder.Fd()), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|flags, 0)
	})
}

// lookAt looks at one name of a folder; a link is a link. The Info has no path.
func lookAt(folder int, name string) (Info, error) {
	var st unix.Stat_t
	err := again(func() error { return unix.Fstatat(folder, name, &st, unix.AT_SYMLINK_NOFOLLOW) })
	if err != nil {
		return Info{}, err
	}
	return infoOf(&st), nil
}

func infoOf(st *unix.Stat_t) Info {
	return Info{
		Mode: modeOf(uint32(st.Mode)), Size: st.Size, ModTime: time.Unix(st.Mtim.Unix()),
		// No ordinary program can set the change time back: a rewrite that keeps
		// size and modification time still moves it.
		Stamp: Stamp{Device: uint64(st.Dev), Node: st.Ino, Changed: st.Ctim.Nano()},
	}
}

// modeOf gives the type and the permissions of a mode of the system's.
func modeOf(mode uint32) fs.FileMode {
	out := fs.FileMode(mode & 0o777)
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		out |= fs.ModeDir
	case unix.S_IFLNK:
		out |= fs.ModeSymlink
	case unix.S_IFIFO:
		out |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		out |= fs.ModeSocket
	case unix.S_IFBLK:
		out |= fs.ModeDevice
	case unix.S_IFCHR:
		out |= fs.ModeDevice | fs.ModeCharDevice
	default:
		out |= fs.ModeIrregular
	}
	return out
}

// retry calls again what a signal interrupted.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != unix.EINTR {
			return n, err
		}
	}
}

func again(call func() error) error {
	_, err := retry(func() (int, error) { return 0, call() })
	return err
}
