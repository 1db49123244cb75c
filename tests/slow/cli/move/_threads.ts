// A tenant whose threads were written by a store alone, without a deployment.

import assert from "node:assert/strict";
import { type MoveReport, type MoveRequest, moveTenant } from "../../../../src/cli/move/move_tenant.ts";
import type { Place, Places } from "../../../../src/cli/move/copy_thread.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import type { BlobRef } from "../../../../src/core/store/blob_ref.ts";
import type { CommitOutcome } from "../../../../src/core/store/commit.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { ZERO_COUNTERS } from "../../../../src/core/usage.ts";

export const TENANT = "acme";
export const NOW = Date.UTC(2026, 10, 30, 12);
export const REF = { tenant: TENANT, thread: "t" };
/** What a new thread is made of. */
const NEW = { meta: '{"agent":"a"}', state: "{}", schema: SCHEMA, createdAt: NOW, facets: ["user=ann"] };

/** A move of everything, which waits for nothing. */
export function move(places: Places, more: Partial<MoveRequest> = {}): Promise<MoveReport> {
  return moveTenant({
    ...places,
    tenant: TENANT,
    remove: false,
    now: () => NOW,
    pause: () => Promise.resolve(),
    ...more,
  });
}

/** A step that appends entries, leaves a call and uses a key. */
export async function step(
  store: Place,
  ref: ThreadRef,
  entries: readonly string[],
  input = "[1]",
  key = `key of ${ref.thread}`,
): Promise<void> {
  const commit = await beginStep(store, ref, input, key);
  assert.equal((await commit(entries)).type, "committed");
}

/** Begins a step, and returns its commit. */
export async function beginStep(
  store: Place,
  ref: ThreadRef,
  input: string,
  key: string,
  leaseMs = 30_000,
): Promise<(entries: readonly string[], blobs?: readonly BlobRef[]) => Promise<CommitOutcome>> {
  const owner = crypto.randomUUID();
  const begun = await store.begin({
    ref,
    owner,
    leaseMs,
    schema: SCHEMA,
    busy: "reject",
    inputs: [input],
    create: NEW,
    window: { entries: 10, bytes: 1_000 },
    idempotency: { key, bodyHash: "b" },
  });
  assert(begun.type === "begun", begun.type);
  return async (entries, more = []) => {
    const blob = await store.putBlob(ref, `${"ä".repeat(300_000)} of ${ref.thread}`);
    return await store.commit({
      ref,
      owner,
      epoch: begun.header.epoch,
      version: begun.header.version,
      schema: SCHEMA,
      entries,
      status: "waiting",
      state: "{}",
      counters: { ...ZERO_COUNTERS, steps: 1 },
      pending: { ids: ["c1"], calls: "[{}]" },
      awaits: NOW,
      facets: ["user=ann"],
      consumed: begun.inbox.length,
      receipt: { key, bodyHash: "b", outcome: "done", text: "the answer" },
      blobs: [blob, ...more],
      events: [],
      due: { to: NOW + 60_000 },
    });
  };
}
