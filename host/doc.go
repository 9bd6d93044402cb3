// Package host is all that a runner imports: it reads a system of record
// before an action and after it, waits until the answer has settled, and says
// whether the declared effect really landed, once, complete, and nothing else.
//
//	h, err := host.Open(ctx, deployment, host.Options{Builtins: builtin.All()})
//	s, err := h.Begin(ctx, host.BeginRequest{Step: step, Params: params})
//	s.ActionStarted()
//	…the runner acts…
//	out, err := s.Verify(ctx, host.VerifyRequest{ActorEnded: true})
//	if out.Proceed() { … }
//
// # What it promises
//
//   - The zero value of everything that decides halts. [Outcome.Proceed] is the
//     only gate, and it is false whenever the error is not nil.
//   - Before the action a mistake is a [*Refusal]: typed, with the file, the
//     place and the fix, all mistakes at once. After the action every answer is
//     a verdict: a system that is down, a plugin that crashed, a fault of this
//     package itself are indeterminate, never an error and never a guess.
//   - Readers are chosen before the action and pinned. There is no fallback
//     after it.
//   - A [Host] is safe for concurrent use, a [Session] is not. Memory for
//     snapshots stays within [Options.SnapshotBudget].
//   - It prints nothing. Progress is a struct of functions, the logger discards
//     unless one is given, clock and environment are injected.
//
// # What it is not for
//
// It does not judge (package judge), read systems (package sdk and its
// adapters), parse contracts (package effect) or repair anything.
package host
