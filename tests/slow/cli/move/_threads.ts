// A tenant whose threads were written by a store alone, without a deployment.

import assert from "node:assert/strict";
import { type MoveReport, type MoveRequest, moveTenant } from "../../../../src/cli/move/move_tenant.ts";
import type { Place, Places } from "../../../../src/cli/move/copy_thread.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import type { BlobRef } from "../../../../src/core/store/blob_ref.ts";
import type { CommitOutcome } from "../../../../src/core/store/commit.ts";
import { withLock } from "../../../../src/core/store/moving.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { ZERO_AMOUNTS } from "../../../../src/core/store/ledger.ts";
import { ZERO_COUNTERS } from "../../../../src/core/usage.ts";

export const TENANT = "acme";
export const NOW = Date.UTC(2026, 10, 30, 12);
/** When what is due is: no alarm of an object begins it meanwhile. */
export const DUE = Date.UTC(2100, 0, 1);
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
      due: { to: DUE },
    });
  };
}

/** Two threads, a definition, a delivery, and what was spent. */
export async function prepare(store: Place): Promise<void> {
  for (const thread of ["t", "u"]) await step(store, { tenant: TENANT, thread }, ['"one"', '"two"']);
  await store.decide(REF, "c1", { approved: true, by: "ann", at: NOW }, 2);
  await store.putDefinition(TENANT, "note", "n", "as it is");
  await store.putDefinition(TENANT, "delivery", "d", "later");
  await store.moveDue(TENANT, "@delivery/d", { to: DUE });
  const amounts = { ...ZERO_AMOUNTS, steps: 7 };
  const counts = new Map([["tool", new Map([["look", 3]])]]);
  for (const account of ["tenant", "user:ann"] as const) {
    await store.book(TENANT, {
      id: account,
      reservations: [],
      day: "2026-11-29",
      accounts: [account],
      amounts,
      counts,
      now: NOW,
    });
  }
}

/** What a tenant has in a store, but for locks. */
export async function readAll(store: Place): Promise<unknown> {
  const due = await store.listDueOf(TENANT); // first, so that all receipts are found
  const threads = await Promise.all(["t", "u"].map(async (thread) => {
    const ref = { tenant: TENANT, thread };
    const { header, receipts, ...read } = await store.readThread(ref);
    return {
      ...read,
      header: { ...header, schema: withLock(header.schema) },
      receipts: receipts.map(({ hash, text }) => [hash, text]),
      entries: await store.readEntries(ref, 0),
    };
  }));
  const days = await store.readLedger(TENANT, "2026-11-01", "2026-11-30");
  return {
    threads,
    note: await store.readDefinition(TENANT, "note", "n"),
    delivery: await store.readDefinition(TENANT, "delivery", "d"),
    due: due.toSorted((left, right) => left.at - right.at),
    days: days.map(({ day, accounts, counts }) => [
      day,
      [...accounts].sort(),
      [...counts].filter(([name]) => !name.startsWith("moved|")),
    ]),
  };
}

/** The store, of which the call of this number fails: before it has an effect, or behind it. */
export function failing(store: Place, calls: { left: number }, isBehind: boolean, only?: string): Place {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        const isHit = (only === undefined || only === name) && calls.left-- === 0;
        if (isHit && !isBehind) throw new Error("cut");
        const answer: unknown = await method.apply(target, args);
        if (isHit) throw new Error("cut");
        return answer;
      };
    },
  });
}

/** The whole history of a thread. */
export async function readEntries(store: Place, thread: string): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const page = await store.history({ tenant: TENANT, thread }, { after: all.length, limit: 1_000 });
    if (page === undefined || page.entries.length === 0) return all;
    all.push(...page.entries);
  }
}
