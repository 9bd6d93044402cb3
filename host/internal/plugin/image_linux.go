package plugin

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// sealedCopy copies a program into memory that nobody can change any more,
// while hashing it. ok is false where this machine has no such thing, or the
// program is a script, whose interpreter would have to open it by a name.
func sealedCopy(from, name string) (image *Image, digest string, ok bool, err error) {
	if isScript(from) {
		return nil, "", false, nil
	}
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING|unix.MFD_EXEC)
	if err == unix.EINVAL { // before Linux 6.3 there is no MFD_EXEC, and none is needed
		fd, err = unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	}
	if err != nil {
		return nil, "", false, nil
	}
	// Out of the way of the descriptors that a child gets: it is opened by its
	// number there.
	high, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 64)
	_ = unix.Close(fd)
	if err != nil {
		return nil, "", false, nil
	}
	file := os.NewFile(uintptr(high), name)
	if digest, err = copyHashed(file, from); err != nil {
		_ = file.Close()
		return nil, "", true, err
	}
	_, err = unix.FcntlInt(uintptr(high), unix.F_ADD_SEALS, unix.F_SEAL_WRITE|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK|unix.F_SEAL_SEAL)
	if err != nil {
		_ = file.Close()
		return nil, "", false, nil
	}
	return &Image{path: "/proc/self/fd/" + strconv.Itoa(high), argv: []string{name}, close: file.Close}, digest, true, nil
}

func isScript(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [2]byte
	n, _ := f.Read(head[:])
	return n == 2 && string(head[:]) == "#!"
}
