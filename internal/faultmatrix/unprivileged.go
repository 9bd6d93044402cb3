package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// nobody is the user and group that nothing belongs to.
const nobody = 65534

// unprivileged plays the matrix again as another user: nothing is forbidden to
// root, so that what may not be read is no fault for it. It gives the exit code
// of that run.
func unprivileged(ctx context.Context, self, dir string) (code int, err error) {
	program, err := os.Executable()
	if err != nil {
		return 1, err
	}
	own := filepath.Join(dir, "nobody")
	if err := os.Mkdir(own, 0o700); err != nil {
		return 1, err
	}
	args := withoutFlag(os.Args[1:], "effectkit")
	copies := map[string]string{program: "faultmatrix"}
	if self != "" {
		copies[self] = "effectkit"
		args = append(args, "-effectkit="+filepath.Join(own, "effectkit"))
	}
	for from, name := range copies {
		if err := handOver(from, filepath.Join(own, name)); err != nil {
			return 1, err
		}
	}
	if err := os.Chown(own, nobody, nobody); err != nil {
		return 1, err
	}
	if err := os.Chmod(dir, 0o711); err != nil { // to be passed through
		return 1, err
	}
	server, stop, err := startSFTP()
	if err != nil {
		return 1, err
	}
	defer stop()
	cmd := exec.CommandContext(ctx, filepath.Join(own, "faultmatrix"), args...)
	cmd.Stdout, cmd.Stderr, cmd.Dir = os.Stdout, os.Stderr, own
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + own, "TMPDIR=" + own, sftpVariable + "=" + server}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}, Setpgid: true}
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if err := cmd.Run(); cmd.ProcessState == nil {
		return 1, err
	}
	if code := cmd.ProcessState.ExitCode(); code >= 0 {
		return code, nil
	}
	return 1, nil // a signal ended it
}

// handOver copies a program for nobody.
func handOver(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		_ = out.Close()
		return err
	}
	if err := out.Chown(nobody, nobody); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}

// withoutFlag takes a flag with its value out of arguments.
func withoutFlag(args []string, name string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		bare := strings.TrimLeft(args[i], "-")
		switch {
		case bare == name && bare != args[i]:
			i++
		case strings.HasPrefix(bare, name+"=") && bare != args[i]:
		default:
			out = append(out, args[i])
		}
	}
	return out
}
