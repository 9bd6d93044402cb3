// Package files walks a folder that is read and never written, for every
// adapter whose records are files: the local file system here, SFTP in package
// sftp below it.
//
// It promises that nothing outside the root is read, that no link is followed,
// that directories, links and devices are told apart by mode, that content is
// streamed, and that whatever it could not see is tallied by kind: one entry
// that cannot be opened is one gap, not a blind store. Nothing is kept between
// two walks.
//
// It does not know what a file means: see the adapters under plugins.
package files
