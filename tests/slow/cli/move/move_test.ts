// Rows E10, E12: a tenant moves between the stores of a file, of Redis and of Durable Objects. Whatever a thread was about to do it does in the
// other store, and its record verifies there.

import assert from "node:assert/strict";
import { type MoveReport, moveTenant, unlockTenant } from "../../../../src/cli/move/move_tenant.ts";
import type { Places } from "../../../../src/cli/move/move_thread.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { toDay } from "../../../../src/core/store/ledger.ts";
import { assertVerified, type Recorder, startRecorder } from "../../../cli/_recorded.ts";
import { triedCases } from "../../../wire/cases.ts";
import { PLACES } from "./_stores.ts";

const TENANT = "acme";

/** In 2100. */
const DUE = 4_102_444_800_000;
const [WIRE = assert.fail("no provider")] = triedCases();

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[];
const PAIRS = NAMES.flatMap((from) => NAMES.filter((to) => to !== from).map((to) => [from, to] as const));

function move(places: Places, more: { readonly remove?: boolean } = {}): Promise<MoveReport> {
  return moveTenant({
    ...places,
    tenant: TENANT,
    remove: false,
    now: Date.now,
    pause: () => Promise.resolve(),
    ...more,
  });
}

/** Threads in each state in which one may be found. */
async function prepare({ step, decide, post, store }: Recorder): Promise<void> {
  await step("done", { agent: "worker", input: "2 calls", until: "done" }, 200, {
    "idempotency-key": "first",
  });
  await step("long", { agent: "worker", input: "2 calls of dump", until: "done" });
  await step("approval", { agent: "worker", input: "1 call of remove" });
  await step("decided", { agent: "worker", input: "1 call of remove" });
  await decide("decided", true);
  await step("planned", { agent: "worker", input: "1 call of find" });
  await step("brief", { agent: "brief", input: "2 calls", until: "done" });
  await step("brief", { input: "2 calls", until: "done" });
  await post("/v1/threads/done/fork", { id: "forked" }, 201);
  await store.putLabel({ tenant: TENANT, thread: "done" }, {
    title: { text: "One", facets: ["title=one"] },
    archived: true,
  });
  await store.putDefinition(TENANT, "note", "n", "as it is");
  await store.putDefinition(TENANT, "delivery", "d", "later");
  await store.moveDue(TENANT, "@delivery/d", { to: DUE });
}

for (const [from, to] of PAIRS) {
  Deno.test(`E10, E12: threads of ${from} go on in ${to}, and their records verify`, loose, async () => {
    await using here = await PLACES[from]();
    await using there = await PLACES[to]();
    const places = { from: here.place, to: there.place };
    await using before = await startRecorder(WIRE, { store: here.place });
    await prepare(before);
    const day = toDay(Date.now());
    const [spent = assert.fail("nothing was booked")] = await here.place.readLedger(TENANT, day, day);

    const moved = ["approval", "brief", "decided", "done", "forked", "long", "planned"];
    const records = await Promise.all(moved.map(before.verify));

    const report = await move(places);

    const [booked] = await there.place.readLedger(TENANT, day, day);
    assert.deepEqual([report.days, booked?.accounts], [1, spent.accounts]);
    for (const [name, count] of spent.counts) assert.equal(booked?.counts.get(name), count, name);
    assert.deepEqual(report.threads.moved.toSorted(), moved);
    await assert.rejects(before.step("done", { input: "More." }), /schema_unsupported/);
    await using behind = await startRecorder(WIRE, { store: there.place });
    assert.deepEqual(await Promise.all(moved.map(behind.verify)), records);
    const again = await behind.step("done", { agent: "worker", input: "2 calls", until: "done" }, 200, {
      "idempotency-key": "first",
    });
    assert.equal(again.thread.version, 3); // the receipt: nothing ran again
    await behind.decide("approval", true);
    for (const thread of ["approval", "decided", "planned", "long"]) {
      const { thread: { status } } = await behind.step(thread, {
        input: thread === "long" ? "1 call of dump" : undefined,
        until: "done",
      });
      assert.equal(status, "done", thread);
      assertVerified(await behind.verify(thread), thread);
    }
    const { givenTitle, archived } = (await there.place.read({ tenant: TENANT, thread: "done" }))?.header ??
      {};
    assert.deepEqual([givenTitle, archived], [{ text: "One", facets: ["title=one"] }, true]);
    assert.deepEqual(report.definitions, { copied: 1, kept: [] });
    assert.equal(await there.place.readDefinition(TENANT, "note", "n"), "as it is");
    assert.equal(await there.place.readDefinition(TENANT, "delivery", "d"), "later");
    assert.equal((await there.place.listDueOf(TENANT)).find(({ name }) => name === "@delivery/d")?.at, DUE);
    assert.deepEqual([report.due, await here.place.listDueOf(TENANT)], [1, []]);

    const second = await move(places, { remove: true });
    assert.deepEqual(second.threads["moved before"].toSorted(), moved);
    assert.equal(second.days, 0);
    assert.deepEqual(await here.place.list(TENANT, { limit: 10 }), { threads: [] });
  });
}
