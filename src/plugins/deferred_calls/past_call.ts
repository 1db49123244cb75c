// What the newest entries of a history have of a call that is not pending.

import type { Entry, ToolEntry } from "../../core/entry.ts";
import { isJsonObject } from "../../core/json.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { unpackEntry } from "../../kernel/stored_history/blobs.ts";

/** Newest entries among which a call is looked for. */
const LOOKED_AT = 100;

/** The observation of the call; undefined when it is not there. */
export async function findObservation(
  ref: ThreadRef,
  callId: string,
  header: Pick<ThreadHeader, "length">,
  deps: Pick<RuntimeDeps, "store">,
): Promise<ToolEntry | undefined> {
  return await findInHistory(
    ref,
    callId,
    header,
    deps,
    (entry) => entry.type === "tool" && entry.callId === callId ? entry : undefined,
  );
}

/** True for the observation of a call that the run has gone on without, as the executor writes it: no result is in it. */
export function isWithoutResult({ outcome, output }: ToolEntry): boolean {
  return outcome === "completed" && isJsonObject(output) && output.status === "deferred" && "ref" in output;
}

/** The argument text of the call, as the model wrote it; undefined when it is not there. */
export async function argumentsInHistory(
  ref: ThreadRef,
  callId: string,
  header: Pick<ThreadHeader, "length">,
  deps: Pick<RuntimeDeps, "store">,
): Promise<string | undefined> {
  return await findInHistory(ref, callId, header, deps, (entry) => {
    if (entry.type !== "assistant") return undefined;
    return entry.blocks.flatMap((block) => block.type === "call" && block.id === callId ? block.args : [])[0];
  });
}

async function findInHistory<T>(
  ref: ThreadRef,
  callId: string,
  { length }: Pick<ThreadHeader, "length">,
  { store }: Pick<RuntimeDeps, "store">,
  find: (entry: Entry) => T | undefined,
): Promise<T | undefined> {
  const page = await store.history(ref, { after: Math.max(0, length - LOOKED_AT), limit: LOOKED_AT });
  for (const text of page?.entries.toReversed() ?? []) {
    if (!text.includes(callId) && !text.includes('"blob"')) continue;
    const found = find(await unpackEntry(store, ref, text));
    if (found !== undefined) return found;
  }
  return undefined;
}
