package main

import (
	"encoding/json"
	"os"

	"github.com/effectkit/effectkit/internal/faultmatrix/matrix"
	"github.com/effectkit/effectkit/internal/livetest/sshd"
)

// sftpVariable hands the server that root started to the program that reads.
const sftpVariable = "FAULTMATRIX_SFTP"

// startSFTP starts an OpenSSH server whose user is nobody, so that what a file's
// mode forbids is forbidden over it too.
func startSFTP() (text string, stop func(), err error) {
	s, err := sshd.Launch(sshd.Options{UID: nobody, Open: true})
	if err != nil {
		return "", nil, err
	}
	raw, err := json.Marshal(matrix.SFTP{Host: s.Host, Port: s.Port, User: s.User, KnownHosts: s.KnownHosts, Key: s.Key})
	if err != nil {
		s.Stop()
		return "", nil, err
	}
	return string(raw), s.Stop, nil
}

// givenSFTP is the server that was handed over; nil where none was.
func givenSFTP() (*matrix.SFTP, error) {
	text := os.Getenv(sftpVariable)
	if text == "" {
		return nil, nil
	}
	s := &matrix.SFTP{}
	return s, json.Unmarshal([]byte(text), s)
}
