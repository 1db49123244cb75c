// Whether the hash chain of an exported thread leads to the head in its state, and where it first differs.

import type { Entry } from "../../core/entry.ts";
import type { RequestRecord } from "../../core/record.ts";
import { nextHead, SharedChain, startOfChain } from "../../history/record_chain.ts";
import type { ExportedThread } from "./exported_thread.ts";

/** A place where the thread is not what was recorded. */
export interface Difference {
  /** Index of the first entry that is concerned; undefined for the thread as a whole. */
  readonly index: number | undefined;
  readonly what: string;
}

/** What the chain shows. */
export type ChainResult =
  /** From entry `from` on, every text is what was stored. */
  | { readonly type: "holds"; readonly from: number; readonly head: string }
  | { readonly type: "differs"; readonly difference: Difference }
  /** Nothing was recorded. */
  | { readonly type: "none" };

/** Follows the chain over the stored texts of all entries. */
export async function verifyChain(exported: ExportedThread): Promise<ChainResult> {
  const { header, state: { record }, texts, entries } = exported;
  if (record === undefined) {
    const index = entries.findIndex((entry) => recordOf(entry) !== undefined);
    if (index < 0) return { type: "none" };
    return differs(index, "the entry is recorded, and the state of the thread has no head");
  }
  const { since = 0, shared = 0 } = record;
  const disorder = entries.findIndex((entry, index) =>
    index >= shared &&
    (entry.version > header.version || entry.version < (entries[index - 1]?.version ?? 0))
  );
  if (disorder >= 0) return differs(disorder, "the version of the entry is not in the order of the commits");
  // Every commit adds a step to the counters.
  if (header.version - since > header.counters.steps) {
    return differs(undefined, "the thread has more versions than steps");
  }
  const from = shared > 0 ? 0 : entries.findIndex(({ version }) => version > since);
  const first = from < 0 ? entries.length : from;

  let head = await headBefore(exported, { since, shared });
  let next = Math.max(first, shared);
  for (let version = since + 1; version <= header.version; version++) {
    const start = next;
    while (entries[next]?.version === version) next++;
    const own = entries.slice(start, next);
    const named = own.map((entry) => recordOf(entry)?.head).find((each) => each !== undefined);
    if (named !== undefined && !head.startsWith(named)) {
      return differs(
        previousCommit(entries, start),
        `the commits before version ${version} are not what was recorded`,
      );
    }
    head = await nextHead(head, version, texts.slice(start, next));
  }
  if (next < entries.length) return differs(next, "the entry belongs to no commit of the record");
  if (head === record.head) return { type: "holds", from: first, head };
  return differs(
    previousCommit(entries, entries.length),
    "the head of the chain is another one: the entry, one after it, the thread's metadata or the head itself was changed, or commits are missing behind it",
  );
}

async function headBefore(
  { header: { thread, meta }, texts }: ExportedThread,
  { since, shared }: { readonly since: number; readonly shared: number },
): Promise<string> {
  const start = { thread, meta, since };
  if (shared === 0) return await startOfChain(start);
  const chain = await SharedChain.open(start);
  await chain.add(texts.slice(0, shared));
  return await chain.close();
}

/** Index of the first entry of the commit that stands before `index`. */
function previousCommit(entries: readonly Entry[], index: number): number | undefined {
  const version = entries[index - 1]?.version;
  if (version === undefined) return undefined;
  return entries.findIndex((entry) => entry.version === version);
}

/** The record of an entry that has one. */
export function recordOf(entry: Entry): RequestRecord | undefined {
  return entry.type === "assistant" || entry.type === "summary" ? entry.record : undefined;
}

function differs(index: number | undefined, what: string): ChainResult {
  return { type: "differs", difference: { index, what } };
}
