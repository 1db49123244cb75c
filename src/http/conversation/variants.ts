// Which branches of a conversation have another message in the place of one that a page shows: its "1 of 3". A fork names the version of
// its source that it shares, so the headers of the branches suffice, and no history is read.

import { readMeta } from "../../kernel/stored.ts";
import { type Branch, writtenAt } from "./branches.ts";

/** A message of the current branch. */
export interface PlacedMessage {
  readonly id: string;
  /** The version of its last entry, and of an input less 3/4: a fork for another answer, at 1/2, shares it. */
  readonly at: number;
}

/**
 * The branches to choose from at each message, by its id, in the order in which they were made: the visible one, and of those that have the
 * same other message there the one that was written last. A message that no other branch has another one for is left out. `isNewest`: the
 * messages come to the end of the branch.
 */
export function listVariants(
  { ref: visible, all }: Pick<Branch, "ref" | "all">,
  messages: readonly PlacedMessage[],
  isNewest: boolean,
): Record<string, string[]> {
  const first = all.at(-1)?.ref.thread ?? "";
  const threads = all.toReversed().map((thread) => {
    const { ref, header, running } = thread;
    const { forkedFrom = { thread: first, version: 0 } } = readMeta(ref, header);
    const isKept = all.some((each) => each.ref.thread === forkedFrom.thread);
    return {
      id: ref.thread,
      // What a fork of a removed branch shares with others is not known: it is one from the first message on.
      source: isKept ? forkedFrom.thread : first,
      at: ref.thread === first ? -1 : isKept ? forkedFrom.version - (forkedFrom.replan ? 0.5 : 0) : 0,
      hasOwn: running || ref.thread === visible.thread || header.version > forkedFrom.version,
      time: ref.thread === visible.thread ? Infinity : writtenAt(thread),
    };
  });
  const found: Record<string, string[]> = {};
  for (const place of new Set(threads.map(({ at }) => at))) {
    // The branch may end where others go on.
    const message = messages.find(({ at }) => at > place) ?? (isNewest ? messages.at(-1) : undefined);
    // An entry before the first one belongs to an earlier page.
    if (message === undefined || message === messages[0] && place < message.at - 0.25) continue;
    const before = new Map<string, string>();
    const behind = new Map<string, string>();
    for (const { id, source, at } of threads) {
      before.set(id, at < place ? id : before.get(source) ?? source);
      behind.set(id, at <= place ? id : behind.get(source) ?? source);
    }
    const variants = new Map<string | undefined, typeof threads[number]>();
    for (const thread of threads) {
      const { id, hasOwn, time } = thread;
      if (before.get(id) !== before.get(visible.thread) || !hasOwn) continue;
      const other = variants.get(behind.get(id));
      if (other === undefined || time >= other.time) variants.set(behind.get(id), thread);
    }
    if (variants.size < 2) continue;
    const ids = Array.from(variants.values(), ({ id }) => id);
    found[message.id] = [...new Set([...found[message.id] ?? [], ...ids])];
  }
  return found;
}
