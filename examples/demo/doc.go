// Command demo places orders in a small sqlite shop, each in another way, and
// shows what the program's exit said beside what effectkit says. It fails when
// a verdict is not the right one.
//
// Every row is one real "effectkit run" around the shop program of
// examples/shop; "make demo" builds both.
package main
