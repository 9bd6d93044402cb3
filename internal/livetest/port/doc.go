// Package port finds ports on loopback for private servers, and waits until
// somebody greets on one. It is for tests only.
package port
