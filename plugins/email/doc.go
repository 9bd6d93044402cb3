// Package email reads what arrived at a point where mail is captured: a
// Maildir, or a folder of .eml files; a record a message.
//
// A message is told from others by the unique part of its file's name, its
// Message-ID and its digest, so that one that was only read or moved is the same
// message. Recipients are addresses out of every header that names one, the
// envelope's included. Text is matched as a reader sees it: charset and transfer
// encoding undone, HTML rendered. What does not parse is a gap.
//
// What is proved is delivery to the capture point, not receipt beyond it, and
// every read says so in an advisory gap: an absence here never claims that
// nothing was sent.
package email
