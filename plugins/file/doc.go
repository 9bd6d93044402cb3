// Package file reads the arrival of files in a folder, of this machine or over
// SFTP: a record a file, its path the identity, with its size, its time and
// what its content said.
//
// A file that is still growing, that was replaced while it was read, or that
// bears a temporary name is a gap in flight, never a record. Links are not
// followed. Modification times are by the clock of whoever keeps the files: an
// age that the clocks' difference could decide is a gap, and the record then
// carries no fresh.
//
// What a file means beyond a pattern in its text is for package document.
package file
