// Threads that were written before lists had filters become findable: their facets are read from their histories. One page of the
// tenant's threads at a time, so that it may be stopped and go on.

import type { IndexedPage } from "../../core/contract/threads.ts";
import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { withFacetTexts } from "../../core/thread_facets.ts";
import type { RuntimeDeps } from "../deps.ts";
import { unpackEntry } from "../stored_history/blobs.ts";
import { hasAll, type Whose } from "../owner.ts";
import { readMeta, readPendingCalls, readState } from "../stored.ts";
import { facetsOfNew, listCalledTools, listDoors } from "../facets.ts";
import { needAfter } from "../held_calls/thread_need.ts";

type Deps = Pick<RuntimeDeps, "store">;

/** Entries of a history that one request reads. */
const ENTRIES = 200;

/**
 * Indexes a page of a tenant's threads, the newest first. A thread in which a step runs, or that changes meanwhile, is `busy`: its
 * next commit keeps its facets, but not the tools of its earlier steps.
 *
 * @throws {AgentError} invalid_request - the cursor is malformed; forbidden - the caller has not all threads of the tenant
 */
export async function indexThreads(
  whose: Whose,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  { store }: Deps,
): Promise<IndexedPage> {
  const { tenant } = whose;
  if (!hasAll(whose)) {
    throw new AgentError(
      "forbidden",
      "A caller with a user or a token indexes no threads; it needs an API key.",
    );
  }
  const page = await store.list(tenant, { limit, cursor });
  const busy: string[] = [];
  const unreadable: string[] = [];
  let indexed = 0;
  for (const { thread, header } of page.threads) {
    const outcome = header === null ? "unreadable" : await indexThread({ tenant, thread }, { store });
    if (outcome === "put") indexed++;
    if (outcome === "busy") busy.push(thread);
    if (outcome === "unreadable") unreadable.push(thread);
  }
  return { indexed, busy, unreadable, cursor: page.cursor };
}

async function indexThread(
  ref: ThreadRef,
  { store }: Deps,
): Promise<"put" | "busy" | "missing" | "unreadable"> {
  try {
    const snapshot = await store.read(ref);
    if (snapshot === undefined) return "missing";
    const { header, pending, running } = snapshot;
    if (running) return "busy";
    const tools = new Set<string>();
    const doors = new Set<string>();
    for (let after = 0; after < header.length;) {
      const window = await store.history(ref, { after, limit: ENTRIES });
      if (window === undefined || window.entries.length === 0) break;
      for (const text of window.entries) {
        const entry = await unpackEntry(store, ref, text);
        for (const tool of listCalledTools(entry)) tools.add(tool);
        for (const door of listDoors(entry)) doors.add(door);
      }
      after += window.entries.length;
    }
    const state = readState(ref, header);
    const error = header.status === "failed" ? state.error?.code : undefined;
    const known = header.facets ?? facetsOfNew(readMeta(ref, header));
    const needs = needAfter({ status: header.status, state, pending: readPendingCalls(ref, pending) });
    const facets = withFacetTexts(known, {
      tools: [...tools],
      doors: [...doors],
      error,
      needs,
      title: state.title,
    });
    return await store.putFacets(ref, { version: header.version, facets });
  } catch (error) {
    if (isUnreadable(error)) return "unreadable";
    throw error;
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof AgentError &&
    (error.code === "store_corrupt" || error.code === "schema_unsupported");
}
