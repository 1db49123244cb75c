// Whether the hash chain of an exported thread leads to the head in its state, and where it first differs.

import { type Entry, findRequestRecord } from "../../core/entry.ts";
import { nextHead, SharedChain, startOfChain } from "../../kernel/history/record_chain.ts";
import type { ExportedThread } from "./exported_thread.ts";

/** A place where the thread is not what was recorded. */
export interface Difference {
  /** Index of the first entry that is concerned; undefined for the thread as a whole. */
  readonly index: number | undefined;
  readonly what: string;
}

/** What the chain shows. */
export type ChainResult =
  /** From entry `from` on, every text is what was stored. The chain of an earlier version does not cover the tenant. */
  | { readonly type: "holds"; readonly from: number; readonly head: string; readonly coversTenant: boolean }
  | { readonly type: "differs"; readonly difference: Difference }
  /** Nothing was recorded. */
  | { readonly type: "none" };

/** Follows the chain over the stored texts of all entries. */
export async function verifyChain(exported: ExportedThread): Promise<ChainResult> {
  const { header, state: { record }, entries } = exported;
  if (record === undefined) {
    const index = entries.findIndex((entry) => findRequestRecord(entry) !== undefined);
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
  const place = { since, shared, first, head: record.head };
  const followed = await follow(exported, header.tenant, place);
  if (followed.result.type === "holds") return followed.result;
  const earlier = await follow(exported, undefined, place);
  const isEarlier = earlier.result.type === "holds" || earlier.version > followed.version;
  return isEarlier ? earlier.result : followed.result;
}

interface Place {
  readonly since: number;
  readonly shared: number;
  /** Index of the first entry that the chain covers. */
  readonly first: number;
  /** The head in the state. */
  readonly head: string;
}

/** Follows the chain from its start in one of its forms, with the version at which it ended. */
async function follow(
  exported: ExportedThread,
  tenant: string | undefined,
  { since, shared, first, head: last }: Place,
): Promise<{ readonly result: ChainResult; readonly version: number }> {
  const { header, texts, entries } = exported;
  let head = await headBefore(exported, { tenant, since, shared });
  let next = Math.max(first, shared);
  for (let version = since + 1; version <= header.version; version++) {
    const start = next;
    while (entries[next]?.version === version) next++;
    const own = entries.slice(start, next);
    const named = own.map((entry) => findRequestRecord(entry)?.head).find((each) => each !== undefined);
    if (named !== undefined && !head.startsWith(named)) {
      const what = `the commits before version ${version} are not what was recorded`;
      return { result: differs(previousCommit(entries, start), what), version };
    }
    head = await nextHead(head, version, texts.slice(start, next));
  }
  const { version } = header;
  if (next < entries.length) {
    return { result: differs(next, "the entry belongs to no commit of the record"), version };
  }
  if (head === last) {
    return { result: { type: "holds", from: first, head, coversTenant: tenant !== undefined }, version };
  }
  return {
    result: differs(
      previousCommit(entries, entries.length),
      "the head of the chain is another one: the entry, one after it, the thread's tenant or metadata or the head itself was changed, or commits are missing behind it",
    ),
    version,
  };
}

async function headBefore(
  { header: { thread, meta }, texts }: ExportedThread,
  { tenant, since, shared }: Pick<Place, "since" | "shared"> & { readonly tenant: string | undefined },
): Promise<string> {
  const start = { tenant, thread, meta, since };
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

function differs(index: number | undefined, what: string): ChainResult {
  return { type: "differs", difference: { index, what } };
}
