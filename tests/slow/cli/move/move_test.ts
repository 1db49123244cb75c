// Rows H3, E12: a tenant moves between the stores of a file, of Redis and of Durable Objects. Whatever a thread was about to do it does in the
// other store, and its record verifies there. A move that stops anywhere goes on when it is called again, and what cannot move stays.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { unlockTenant } from "../../../../src/cli/move/move_tenant.ts";
import type { Place } from "../../../../src/cli/move/copy_thread.ts";
import { toDay, ZERO_AMOUNTS } from "../../../../src/core/store/ledger.ts";
import { openPlace } from "../../../../src/cli/move/places.ts";
import type { BlobRef } from "../../../../src/core/store/blob_ref.ts";
import { type MovingThread, withLock } from "../../../../src/core/store/moving.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import { assertVerified, startRecorder } from "../../../cli/_recorded.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { makeThreads, STATES, WIRE } from "./_states.ts";
import { MOVE_SECRET, PLACES } from "./_stores.ts";
import {
  beginStep,
  DUE,
  failing,
  move,
  NOW,
  prepare,
  readAll,
  readEntries,
  REF,
  step,
  TENANT,
} from "./_threads.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const NAMES = ["sqlite", "upstash", "objects"] as const;
/** The way of a tenant into more objects is that into another Worker. */
const PAIRS = [
  ...NAMES.flatMap((from) => NAMES.filter((to) => to !== from).map((to) => [from, to] as const)),
  ["objects", "shards"] as const,
  ["shards", "sqlite"] as const,
];

for (const [from, to] of PAIRS) {
  Deno.test(`H3, E12: threads of ${from} go on in ${to}, and their records verify`, loose, async () => {
    await using here = await PLACES[from]();
    await using there = await PLACES[to]();
    const places = { from: here.place, to: there.place };
    await using before = await startRecorder(WIRE, { store: here.place });
    await makeThreads(before);
    const day = toDay(Date.now());
    const [spent = assert.fail("nothing was booked")] = await here.place.readLedger(TENANT, day, day);

    const moved = STATES;
    const records = await Promise.all(moved.map(before.verify));

    const report = await move(places, { now: Date.now });

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

    const second = await move(places, { now: Date.now, remove: true });
    assert.deepEqual(second.threads["moved before"].toSorted(), moved);
    assert.equal(second.days, 0);
    assert.deepEqual(await here.place.list(TENANT, { limit: 10 }), { threads: [] });
  });
}

/** Each call of a move between files, and some of one to Redis. */
const CUTS = [["sqlite", false, 1], ["sqlite", true, 1], ["upstash", false, 13], [
  "upstash",
  true,
  13,
]] as const;

for (const [name, isBehind, every] of CUTS) {
  Deno.test(`H3: a move to ${name} that stops ${isBehind ? "behind" : "before"} a call goes on`, async () => {
    for (let cut = 0, isCut = true; isCut; cut += every) {
      await using here = await PLACES.sqlite();
      await using there = await PLACES[name]();
      await prepare(here.place);
      const whole = await readAll(here.place);
      const calls = { left: cut };
      const broken = {
        from: failing(here.place, calls, isBehind),
        to: failing(there.place, calls, isBehind),
      };
      isCut = await move(broken).then(() => false, (thrown) => /^cut$/.test(thrown.message));
      const { threads } = await move({ from: here.place, to: there.place });
      assert.deepEqual([...threads.moved, ...threads["moved before"]].toSorted(), ["t", "u"], `cut ${cut}`);
      assert.deepEqual(await readAll(there.place), whole, `cut ${cut}`);
      assert.deepEqual(await here.place.listDueOf(TENANT), [], `cut ${cut}`);
      for (const thread of ["t", "u"]) {
        assert.equal(await here.place.findThread({ tenant: TENANT, thread }), "moved");
        assert.equal(await there.place.findThread({ tenant: TENANT, thread }), "open");
      }
    }
  });
}

/** A segment of a history in Redis has 1,024 entries. */
const LENGTHS = [0, 1, 1_023, 1_024, 1_025, 2_048, 2_049, 5_000];

for (const [from, to] of [["sqlite", "upstash"], ["upstash", "sqlite"]] as const) {
  Deno.test(`H3: histories of ${from} that end at any place of a segment go on in ${to}`, async () => {
    await using here = await PLACES[from]();
    await using there = await PLACES[to]();
    for (const length of LENGTHS) {
      const ref = { tenant: TENANT, thread: `of ${length}` };
      const entries = Array.from({ length }, (_, index) => JSON.stringify({ index, text: `"é" \u0001` }));
      for (let done = 0; done < length || done === 0; done += 1_000) {
        await step(here.place, ref, entries.slice(done, done + 1_000), `[${done}]`, `key ${done}`);
      }
    }
    await move({ from: here.place, to: there.place });
    for (const length of LENGTHS) {
      const ref = { tenant: TENANT, thread: `of ${length}` };
      await step(there.place, ref, ['"last"', '"very last"'], "[]", "another key");
      const end = await there.place.history(ref, { after: Math.max(0, length - 2), limit: 10 });
      assert.deepEqual(end?.entries.slice(-2), ['"last"', '"very last"'], ref.thread);
      assert.equal((await there.place.read(ref))?.header.length, length + 2);
      const all = await readEntries(there.place, ref.thread);
      assert.deepEqual(all.map((text) => JSON.parse(text).index ?? text), [
        ...Array.from({ length }, (_, index) => index),
        '"last"',
        '"very last"',
      ]);
    }
  });
}

for (const name of ["sqlite", "upstash"] as const) {
  Deno.test(`H3: a thread of ${name} with a step in progress stays, and moves when the step has ended`, async () => {
    await using here = await PLACES[name]();
    await using there = await PLACES.sqlite();
    const places = { from: here.place, to: there.place };
    await step(here.place, REF, ['"one"']);
    const commit = await beginStep(here.place, REF, "[2]", "second");
    let pauses = 0;
    const first = await move(places, { pause: () => Promise.resolve(void pauses++) });
    assert.deepEqual([first.threads.busy, first.threads.moved, pauses], [["t"], [], 29]);
    assert.equal(await there.place.findThread(REF), "missing");
    assert.equal((await commit(['"two"'])).type, "committed");
    assert.deepEqual((await move(places)).threads.moved, ["t"]);
    assert.equal((await there.place.read(REF))?.header.length, 2);
  });

  Deno.test(`H3: the late commit of a step of ${name} that had lost its lease is fenced`, async () => {
    await using here = await PLACES[name]();
    await using there = await PLACES.sqlite();
    await step(here.place, REF, ['"one"']);
    const commit = await beginStep(here.place, REF, "[2]", "second", 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual((await move({ from: here.place, to: there.place })).threads.moved, ["t"]);
    assert.equal((await commit(['"two"'])).type, "fenced");
    const again = await beginStep(there.place, REF, "[2]", "second");
    assert.equal((await again(['"two"'])).type, "committed");
    assert.deepEqual(await readEntries(there.place, "t"), ['"one"', '"two"']);
  });

  Deno.test(`H3: a locked thread of ${name} is listed, and refused with what it is`, async () => {
    await using here = await PLACES[name]();
    await step(here.place, REF, ['"one"']);
    await here.place.lockThread(REF);
    const { threads: [listed] } = await here.place.list(TENANT, { limit: 10 });
    assert.deepEqual([listed?.thread, listed?.header, listed?.isNewer], ["t", null, true]);
    const refused = { code: "schema_unsupported", message: /is locked: it moves to another store/ };
    await assert.rejects(here.place.read(REF), refused);
    await assert.rejects(here.place.remove(REF), refused);
    await assert.rejects(here.place.decide(REF, "c1", { approved: true, at: NOW }), refused);
    assert.deepEqual(
      await here.place.begin({
        ref: REF,
        owner: "o",
        leaseMs: 1_000,
        schema: SCHEMA,
        busy: "reject",
        inputs: ["[1]"],
        window: { entries: 1, bytes: 1 },
      }),
      { type: "unsupported", schema: withLock(SCHEMA, "leaving") },
    );
  });

  Deno.test(`H3: a thread of ${name} that both stores have stays in both, and unlock undoes what was begun`, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES[name]();
    const places = { from: here.place, to: there.place };
    for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"here"']);
    await step(there.place, REF, ['"there"']);
    // A move of `u` that was cut behind its header.
    const u = { tenant: TENANT, thread: "u" };
    await here.place.lockThread(u);
    const loaded = await here.place.readThread(u);
    for (const id of loaded.blobs) await there.place.putBlob(u, await here.place.readBlob(u, id));
    assert.equal(await there.place.loadThread(u, loaded), true);
    assert.equal(await there.place.loadThread(u, loaded), false);
    const request = {
      ...places,
      tenant: TENANT,
      remove: false,
      now: () => NOW,
      pause: () => Promise.resolve(),
    };
    assert.deepEqual(await unlockTenant(request), ["u"]);
    assert.equal(await there.place.findThread(u), "missing");
    const { threads } = await move(places);
    assert.deepEqual([threads.taken, threads.moved], [["t"], ["u"]]);
    assert.deepEqual(await readEntries(here.place, "t"), ['"here"']);
    assert.deepEqual(await readEntries(there.place, "t"), ['"there"']);
    assert.deepEqual(await unlockTenant(request), []); // `u` has moved
  });
}

Deno.test("H3: a blob that was put in a store without pieces is whole in one with pieces, and back", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.upstash();
  await using last = await PLACES.sqlite();
  const texts = [
    "x".repeat(100_000),
    "\u0001".repeat(100_000),
    "ä".repeat(700_000),
    "🦜".repeat(900_000),
    "",
  ];
  const put: BlobRef[] = [];
  const commit = await beginStep(here.place, REF, "[1]", "key");
  for (const text of texts) put.push(await here.place.putBlob(REF, text));
  await commit(['"one"'], put);
  for (const [from, to] of [[here, there], [there, last]] as const) {
    await move({ from: from.place, to: to.place });
    for (const [place, blob] of put.entries()) {
      assert.equal(await to.place.getBlob(REF, blob), texts[place], `${to.name} ${place}`);
    }
  }
});

Deno.test("H3: a thread that cannot be read stays, and the others move", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"one"']);
  const file = new DatabaseSync(here.name.slice("sqlite:".length));
  file.exec("UPDATE threads SET marks = 'nothing' WHERE thread = 't'");
  file.close();
  const { threads } = await move({ from: here.place, to: there.place });
  assert.deepEqual([threads.unreadable, threads.moved], [["t"], ["u"]]);
});

Deno.test("E12: a thread that arrives in another form stays where it was, and the others move", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"one"', '"two"']);
  const to = new Proxy(there.place, {
    get(target, name) {
      if (name !== "loadEntries") return Reflect.get(target, name).bind(target);
      return (ref: typeof REF, start: number, [first = "", second = ""]: readonly string[]) =>
        target.loadEntries(ref, start, [first, ref.thread === "t" ? '"changed"' : second]);
    },
  });
  const { threads, reasons } = await move({ from: here.place, to });
  assert.deepEqual([threads.unreadable, threads.moved], [["t"], ["u"]]);
  assert.match(reasons.t ?? "", /its history differs/);
  assert.deepEqual([await here.place.findThread(REF), await there.place.findThread(REF)], [
    "open",
    "missing",
  ]);
  assert.deepEqual((await move({ from: here.place, to: there.place })).threads.moved, ["t"]);
});

for (const name of ["sqlite", "upstash"] as const) {
  Deno.test(`H3: an interrupted move to ${name} leaves the one copy that is whole, whichever way the next one goes`, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES[name]();
    await step(here.place, REF, ['"one"']);
    const cut = failing(there.place, { left: 0 }, true, "loadThread");
    await assert.rejects(move({ from: here.place, to: cut }), /cut/);
    assert.deepEqual((await move({ from: there.place, to: here.place })).threads.incomplete, ["t"]);
    const request = {
      from: there.place,
      to: here.place,
      tenant: TENANT,
      remove: false,
      now: () => NOW,
      pause: () => Promise.resolve(),
    };
    assert.deepEqual(await unlockTenant(request), []);
    assert.deepEqual([await here.place.findThread(REF), await there.place.findThread(REF)], [
      "leaving",
      "loading",
    ]);
    assert.deepEqual((await move({ from: here.place, to: there.place })).threads.moved, ["t"]);
    assert.deepEqual(await readEntries(there.place, "t"), ['"one"']);
  });

  Deno.test(`H3: a tenant goes to ${name} and back: threads, definitions and usage are those of the last place`, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES[name]();
    const [out, back] = [{ from: here.place, to: there.place }, { from: there.place, to: here.place }];
    const spend = (store: Place, id: string, steps: number) =>
      store.book(TENANT, {
        id,
        reservations: [],
        day: "2026-11-29",
        accounts: ["tenant"],
        amounts: { ...ZERO_AMOUNTS, steps },
        counts: new Map([["tool", new Map([["look", steps]])]]),
        now: NOW,
      });
    const spent = async (store: Place) => {
      const [day] = await store.readLedger(TENANT, "2026-11-29", "2026-11-29");
      return [day?.accounts.get("tenant")?.steps, day?.counts.get("tool|look")];
    };
    for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"one"']);
    await here.place.putDefinition(TENANT, "policy", "p", "first");
    await here.place.putDefinition(TENANT, "policy", "q", "as it is");
    await here.place.putDefinition(TENANT, "keys", "all", "ci and web");
    await here.place.putDefinition(TENANT, "key_used", "ci", "1");
    await spend(here.place, "a", 7);
    await move(out);
    assert.equal(await there.place.readDefinition(TENANT, "keys", "all"), "ci and web");
    assert.equal(await there.place.readDefinition(TENANT, "key_used", "ci"), undefined);
    await here.place.putDefinition(TENANT, "keys", "all", "ci"); // web is revoked, and so it is there behind the next move
    await step(there.place, REF, ['"two"'], "[2]", "second");
    await there.place.remove({ tenant: TENANT, thread: "u" });
    await there.place.putDefinition(TENANT, "policy", "p", "second");
    await there.place.removeDefinition(TENANT, "policy", "q");
    await spend(there.place, "b", 3);
    await move(out); // again: what was removed there stays away
    assert.equal(await there.place.findThread({ tenant: TENANT, thread: "u" }), "missing");
    assert.equal(await there.place.readDefinition(TENANT, "policy", "q"), undefined);
    assert.equal(await there.place.readDefinition(TENANT, "keys", "all"), "ci");
    assert.deepEqual((await move(back)).threads.moved, ["t"]);
    assert.deepEqual(await readEntries(here.place, "t"), ['"one"', '"two"']);
    assert.equal(await here.place.readDefinition(TENANT, "policy", "p"), "second");
    assert.deepEqual(await spent(here.place), [10, 10]);
    await spend(here.place, "c", 5);
    await move(out);
    await move(out);
    assert.deepEqual([await spent(here.place), await spent(there.place)], [[15, 15], [15, 15]]);
    await step(there.place, REF, ['"three"'], "[3]", "third"); // the receipt of `second` came back by its hash
    await move(back);
    assert.deepEqual(await readEntries(here.place, "t"), ['"one"', '"two"', '"three"']);
  });
}

Deno.test("H3: a store does not move to itself", async () => {
  await using here = await PLACES.sqlite();
  await step(here.place, REF, ['"one"']);
  const again = openPlace(here.name, {}, true);
  await assert.rejects(move({ from: here.place, to: again }), {
    code: "place_unknown",
    message: /are of one store/,
  });
  await again.close();
  assert.equal(await here.place.findThread(REF), "open");
});

Deno.test("H3: a thread that a client makes in the other store meanwhile stays, and so does the one here", async () => {
  for (const name of ["sqlite", "upstash"] as const) {
    await using here = await PLACES.sqlite();
    await using there = await PLACES[name]();
    for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"here"']);
    const to = new Proxy(there.place, {
      get(target, method) {
        if (method !== "loadThread") return Reflect.get(target, method).bind(target);
        return async (ref: typeof REF, thread: MovingThread) => {
          if (ref.thread === "t") await step(there.place, ref, ['"a client"']);
          return await target.loadThread(ref, thread);
        };
      },
    });
    const { threads } = await move({ from: here.place, to });
    assert.deepEqual([threads.taken, threads.moved], [["t"], ["u"]]);
    assert.deepEqual([await readEntries(here.place, "t"), await readEntries(there.place, "t")], [['"here"'], [
      '"a client"',
    ]]);
  }
});

Deno.test("H3: a thread of phases stays while a step of a phase runs, and moves behind it", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  const child = { tenant: TENANT, thread: "t.phase" };
  await step(here.place, REF, ['"one"']);
  await here.place.create(child, {
    meta: '{"agent":"a","parent":{"thread":"t"}}',
    state: "{}",
    schema: SCHEMA,
    createdAt: NOW,
  });
  const commit = await beginStep(here.place, child, "[1]", "phase");
  const first = await move({ from: here.place, to: there.place });
  assert.deepEqual([first.threads.busy.toSorted(), first.threads.moved], [["t", "t.phase"], []]);
  await commit(['"done"']);
  assert.deepEqual((await move({ from: here.place, to: there.place })).threads.moved, ["t.phase", "t"]);
});

Deno.test("H3: a delivery that the other store has in another form stays in both", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  await here.place.putDefinition(TENANT, "delivery", "d", "here");
  await here.place.moveDue(TENANT, "@delivery/d", { to: DUE });
  await there.place.putDefinition(TENANT, "delivery", "d", "there");
  const { due, definitions } = await move({ from: here.place, to: there.place });
  assert.deepEqual([due, definitions.kept], [0, ["delivery d"]]);
  assert.deepEqual(await here.place.listDueOf(TENANT), [{
    tenant: TENANT,
    name: "@delivery/d",
    at: DUE,
  }]);
  assert.equal(await here.place.readDefinition(TENANT, "delivery", "d"), "here");
});

Deno.test(
  "H3: a Worker without a secret, or with its threads in Redis, is none that threads move to",
  loose,
  async () => {
    const secret = { TREADLE_MOVE_SECRET: MOVE_SECRET };
    for (
      const [bindings, message] of [
        [{}, /responds with 405: it is no Worker with Durable Objects, or has no TREADLE_MOVE_SECRET/],
        [{ ...secret, TREADLE_STORE: "memory" }, /keeps its threads in Redis/],
      ] as const
    ) {
      await using worker = await bootWorker({ TREADLE_OPEN: "1", ...bindings });
      await assert.rejects(openPlace(worker.url, secret, true).findThread(REF), {
        code: "config_invalid",
        message,
      });
    }
  },
);
