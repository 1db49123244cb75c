// A fork whose id belongs to an idempotency key: the same request finds the fork that it has made before.

import type { ThreadView } from "../../core/contract/threads.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { ForkOptions } from "../../http/ports/forks.ts";
import { type ForkDeps, forkThread } from "./fork.ts";
import { assertReplayable, type Created } from "../../kernel/threads/threads.ts";
import { viewThread } from "../../kernel/snapshot.ts";

/**
 * As {@link forkThread}. With `idempotent` a fork that exists as the request would make it is the answer.
 *
 * @throws {AgentError} as {@link forkThread} does; idempotency_mismatch when the thread was made by another request
 */
export async function forkOnce(
  source: ThreadRef,
  options: ForkOptions,
  idempotent: boolean,
  deps: ForkDeps,
): Promise<Created> {
  try {
    return { thread: await forkThread(source, options, deps), replayed: false };
  } catch (thrown) {
    // The calls of a fork that was made before have left the source, or have run there since.
    const isRefused = thrown instanceof AgentError &&
      (thrown.code === "thread_exists" || thrown.code === "invalid_request" || thrown.code === "thread_busy");
    if (!isRefused || !idempotent || options.thread === undefined) throw thrown;
    const target = { ...source, thread: options.thread };
    if (await deps.store.read(target) === undefined) throw thrown;
    const [thread, from] = await Promise.all([viewThread(target, deps), viewThread(source, deps)]);
    // Another user may have had a thread of the source's id before: its fork is no receipt.
    assertReplayable(thread, isSameFork(thread, source, options) && thread.user === from.user);
    return { thread, replayed: true };
  }
}

/** A repeated request without a version matches a fork of any version: the source may have later versions by now. */
function isSameFork(
  { forkedFrom }: ThreadView,
  source: ThreadRef,
  { version, replan = false, calls = "skip" }: ForkOptions,
): boolean {
  return forkedFrom?.thread === source.thread && (version === undefined || forkedFrom.version === version) &&
    (forkedFrom.replan ?? false) === replan && (forkedFrom.calls ?? "skip") === calls;
}
