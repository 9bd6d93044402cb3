// Command files measures the adapters that read folders: hashing a tree against
// find and sha256sum, and a Maildir against a plain loop that parses the same
// messages. It exits 1 when a ratio is over its target.
package main
