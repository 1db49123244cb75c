// Operations of a store that run every script, several in more than one way. The commands that come to Redis are recorded.

import assert from "node:assert/strict";
import { ZERO_COUNTERS } from "../../../../src/core/usage.ts";
import { RespClient } from "../../../../src/redis_rest/resp.ts";
import { ThreadKeys } from "../../../../src/stores/upstash/keys.ts";
import { type Bench, bench, newThread, texts } from "../../../conformance/store_cases/case.ts";
import { booking, limited, NOW, reservation } from "../../../conformance/store_cases/ledger/_ledger.ts";
import { openUpstashStore } from "../../../support/redis/upstash_store.ts";

/** A session, as the commands of its requests in their order. */
export async function recordSession(): Promise<readonly string[][]> {
  const log: string[][] = [];
  await using opened = await openUpstashStore({
    keyPrefix: "td",
    lifetimes: { threadMs: 3_600_000 },
    faults: ({ commands }) => {
      log.push(...commands);
      return undefined;
    },
  });
  const redis = new RespClient(opened.redis);
  const run = async (...words: string[]) => {
    log.push(words);
    await redis.send([words]);
  };
  await run("FLUSHALL");
  const at = bench({ store: opened.store, close: () => opened.store.close() });
  const { lease } = new ThreadKeys("td", at.ref);
  await steps(at, () => run("DEL", lease));
  await rest(at);
  await redis.close();
  return log;
}

const KEY = { key: "k", bodyHash: "h" };

async function steps(at: Bench, endLease: () => Promise<void>): Promise<void> {
  const { store, ref, step, begin, commit, advance } = at;
  const held = reservation({ accounts: [limited("tenant", 10_000)] });
  const first = await step({ idempotency: KEY, reserve: held });
  const blob = await store.putBlob(ref, "a blob");
  await store.flush(ref, { owner: first.owner, epoch: 1, leaseMs: 60_000 }, [{ seq: 1, text: "e1" }]);
  await begin({ inputs: ["queued"], busy: "queue" });
  const pending = { ids: ["c1", "c2"], calls: "[]" };
  const advanced = await advance(first, {
    pending,
    blobs: [blob],
    newBlob: { id: "n".repeat(64), text: "new", shared: true },
    booking: booking({ reservations: [held.id], counts: new Map([["g", new Map([["n", 2]])]]) }),
    events: [{ seq: 2, text: "e2" }],
    idempotency: KEY,
    summary: { base: 0, text: "S" },
  });
  assert(advanced.type === "advanced");
  await store.markStarted(ref, advanced.epoch, ["c1"]);
  const { version, epoch } = advanced;
  const second = { ...first, header: { ...first.header, version, epoch } };
  await commit(second, {
    pending,
    events: [{ seq: 3, text: "e3" }],
    entries: texts(1_030),
    consumed: 1,
    receipt: { ...KEY, outcome: "done", text: "T" },
    status: "waiting",
    awaits: NOW,
    due: { to: NOW },
  });
  await begin({ idempotency: KEY, inputs: ["again"] });
  const decision = { approved: true, at: 1 };
  await store.decide(ref, "c1", { ...decision, by: "ann" }, 2);
  await store.decide(ref, "c1", { ...decision, by: "bob" }, 2);
  const lost = await step({ inputs: [] });
  await endLease();
  await store.decide(ref, "c2", decision);
  const taken = await step({ inputs: ["x"], idempotency: { key: "k2", bodyHash: "h" } });
  await commit(lost, { afterCancel: true });
  await store.abandon({
    ref,
    owner: taken.owner,
    epoch: taken.header.epoch,
    inputs: ["x"],
    idempotency: { key: "k2", bodyHash: "h" },
  });
  const third = await step({ inputs: ["y"] });
  await begin({ inputs: ["w"], busy: "queue" });
  await store.withdraw(ref, { epoch: third.header.epoch, texts: ["w"] });
  const restarted = await begin({ inputs: ["z"], busy: "restart" });
  assert(restarted.type === "begun");
  await commit(third, { afterCancel: true });
  await commit({ ...third, owner: "nobody" });
  await store.cancel(ref);
  await store.moveDue(ref.tenant, ref.thread, { from: NOW });
}

async function rest({ store, ref, sibling, begin, step, commit }: Bench): Promise<void> {
  const other = sibling("other");
  await store.create(other, newThread());
  const request = { owner: "o", schema: 2, inputs: ["i"], receiptMs: 1_000, due: NOW };
  const create = newThread();
  await store.enqueue({ ...request, ref: other, idempotency: KEY, create });
  await store.enqueue({ ...request, ref: sibling("made"), idempotency: KEY, create });
  await begin({ ref: sibling("made"), inputs: [] });
  const shared = { source: ref, append: ["a"], version: 1, base: 0, summary: null, thread: newThread() };
  await store.fork({
    ...shared,
    target: sibling("fork"),
    length: 1_030,
    status: "open",
    pending: { ids: ["c1"], calls: "[]" },
  });
  await commit(await step({ ref: sibling("fork") }));
  await store.read(ref);
  await store.history(ref, { after: 10, limit: 5 });
  await store.readEvents(ref, 0, 10);
  await store.list(ref.tenant, { limit: 2 });
  const { cursor } = await store.list(ref.tenant, { limit: 1 });
  await store.list(ref.tenant, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
  await store.putFacets(other, { version: 0, facets: ["user=ann"] });
  await store.list(ref.tenant, { limit: 1, filter: { status: "waiting", facets: ["user=ann"] } });
  await store.list(ref.tenant, { limit: 1, filter: { status: "done", before: NOW } });
  await store.putLabel(other, { title: { text: "A title", facets: ["word=title"] } });
  await store.putLabel(other, { archived: true });
  await store.putLabel(other, { title: { text: "Another", facets: ["word=another"] }, archived: false });
  await store.listAwaiting(ref.tenant, { limit: 2, order: "newest" });
  const blob = await store.putBlob(ref, "another", { mayExist: true });
  const large = await store.putBlob(ref, "large".repeat(200_000), { shared: true });
  await step({ ref: sibling("sharing"), sharedBlob: large.id });
  await store.putDefinition(ref.tenant, "kind", "name", "text", null);
  await store.putDefinition(ref.tenant, "kind", "name", "text2", "text");
  const accounts = [limited("tenant", 10_000), limited("user:bob", 10_000)];
  for (const id of ["r1", "r2", "r3"]) await store.reserve(ref.tenant, reservation({ id, accounts }));
  await store.reserve(ref.tenant, reservation({ accounts: [limited("tenant", 0)] }));
  await store.reserve(ref.tenant, reservation({ accounts, now: NOW + 3_600_000 }));
  await store.book(ref.tenant, booking({ reservations: ["r1"], accounts: ["tenant", "user:bob"] }));
  await begin({ ref: sibling("idle"), reserve: reservation({ id: "r9", accounts }), create: newThread() });
  await store.moveDue(ref.tenant, "made", { from: NOW, to: NOW + 5 });
  await store.remove(sibling("fork"));
  const long = await step({ inputs: ["w"] });
  await commit(long, {
    entries: [...texts(1_100), "x".repeat(450_000), "y".repeat(450_000)],
    blobs: [blob],
    counters: ZERO_COUNTERS,
  });
  await store.remove(ref);
}
