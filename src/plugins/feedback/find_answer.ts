// An answer of a thread by the version that its step has committed, which is what a front end knows of it.

import type { AssistantEntryView } from "../../core/contract/entries.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readEntries } from "../../http/conversation/newest_entries.ts";
import { lengthUpTo } from "../../kernel/stored_history/entry_at.ts";

/** Entries that are read at once: those of a step, mostly. */
const WINDOW = 8;

type Deps = Pick<HttpDeps, "store">;

/**
 * The answer of the step that has committed the version. One of the newest version takes one read of the history; another one as many more as
 * the number of entries has binary digits.
 *
 * @throws {AgentError} version_unknown - the thread has no such version; invalid_request - its step gave no answer
 */
export async function findAnswer(
  ref: ThreadRef,
  header: ThreadHeader,
  version: number,
  deps: Deps,
): Promise<AssistantEntryView> {
  if (version > header.version) {
    throw new AgentError(
      "version_unknown",
      `Thread ${ref.thread} is at version ${header.version}, not ${version}.`,
    );
  }
  const length = version === header.version
    ? header.length
    : await lengthUpTo(ref, version, header.length, deps);
  for (let end = length; end > 0; end -= WINDOW) {
    const entries = await readEntries(ref, Math.max(0, end - WINDOW), end, deps);
    for (const entry of entries.reverse()) {
      if (entry.version < version) throw noAnswer(ref, version);
      if (entry.type === "assistant" && entry.version === version) return entry;
    }
  }
  throw noAnswer(ref, version);
}

function noAnswer({ thread }: ThreadRef, version: number): AgentError {
  return new AgentError(
    "invalid_request",
    `Version ${version} of thread ${thread} has no answer; name the version of an answer of the model.`,
  );
}
