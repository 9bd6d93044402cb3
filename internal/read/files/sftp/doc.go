// Package sftp reads a folder over SFTP (draft-ietf-secsh-filexfer-02, the
// version 3 that OpenSSH speaks) as a [files.Tree].
//
// It promises that the host key is always verified, that a connection serves
// one capture at a time and is given up when that capture's context ends, and
// that a broken one is made anew for the next. It opens files for reading
// only. There is no insecure mode.
package sftp
