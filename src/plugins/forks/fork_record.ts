// The record of a fork: its chain starts anew, over all entries that it takes over, so it shows on its own that they are what
// they were when the fork was made. The fork reads its source to copy it anyway.

import type { RecordState } from "../../core/record.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { SharedChain } from "../../kernel/history/record_chain.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { threadUnknown } from "../../kernel/snapshot.ts";

/** Entries of one read. */
const PAGE = 512;

/** What the fork is. */
export interface ForkedHistory {
  readonly source: ThreadRef;
  /** Entries of the source that it shares. */
  readonly length: number;
  /** The stored texts behind them. */
  readonly append: readonly string[];
  readonly version: number;
  /** Of the fork. */
  readonly thread: string;
  readonly meta: string;
}

/**
 * The record that the fork begins with.
 *
 * @throws {AgentError} thread_unknown - the source was removed meanwhile
 */
export async function recordOfFork(
  { source, length, append, version, thread, meta }: ForkedHistory,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<RecordState> {
  const chain = await SharedChain.open({ tenant: source.tenant, thread, meta, since: version });
  for (let after = 0; after < length;) {
    const page = await store.history(source, { after, limit: Math.min(PAGE, length - after) });
    if (page === undefined || page.entries.length === 0) throw threadUnknown(source);
    await chain.add(page.entries);
    after += page.entries.length;
  }
  await chain.add(append);
  const shared = length + append.length;
  return {
    head: await chain.close(),
    since: version === 0 ? undefined : version,
    shared: shared === 0 ? undefined : shared,
  };
}
