// Rows E10, E12: histories of any length move, and threads that cannot move stay as they are.

import assert from "node:assert/strict";
import { unlockTenant } from "../../../../src/cli/move/move_tenant.ts";
import type { Place } from "../../../../src/cli/move/move_thread.ts";
import { LOCK } from "../../../../src/core/store/moving.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import { DatabaseSync } from "node:sqlite";
import { PLACES } from "./_stores.ts";
import { beginStep, move, NOW, REF, step, TENANT } from "./_threads.ts";

/** A segment of a history in Redis has 1,024 entries. */
const LENGTHS = [0, 1, 1_023, 1_024, 1_025, 2_048, 2_049, 5_000];

for (const [from, to] of [["sqlite", "upstash"], ["upstash", "sqlite"]] as const) {
  Deno.test(`E10: histories of ${from} that end at any place of a segment go on in ${to}`, async () => {
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
      const all = await readAll(there.place, ref.thread);
      assert.deepEqual(all.map((text) => JSON.parse(text).index ?? text), [
        ...Array.from({ length }, (_, index) => index),
        '"last"',
        '"very last"',
      ]);
    }
  });
}

async function readAll(store: Place, thread: string): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const page = await store.history({ tenant: TENANT, thread }, { after: all.length, limit: 1_000 });
    if (page === undefined || page.entries.length === 0) return all;
    all.push(...page.entries);
  }
}

for (const name of ["sqlite", "upstash"] as const) {
  Deno.test(`E10: a thread of ${name} with a step in progress stays, and moves when the step has ended`, async () => {
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

  Deno.test(`E10: the late commit of a step of ${name} that had lost its lease is fenced`, async () => {
    await using here = await PLACES[name]();
    await using there = await PLACES.sqlite();
    await step(here.place, REF, ['"one"']);
    const commit = await beginStep(here.place, REF, "[2]", "second", 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual((await move({ from: here.place, to: there.place })).threads.moved, ["t"]);
    assert.equal((await commit(['"two"'])).type, "fenced");
    const again = await beginStep(there.place, REF, "[2]", "second");
    assert.equal((await again(['"two"'])).type, "committed");
    assert.deepEqual(await readAll(there.place, "t"), ['"one"', '"two"']);
  });

  Deno.test(`E10: a locked thread of ${name} is listed, and refused with what it is`, async () => {
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
      { type: "unsupported", schema: SCHEMA + LOCK },
    );
  });

  Deno.test(`E10: a thread of ${name} that both stores have stays in both, and unlock undoes what was begun`, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES[name]();
    const places = { from: here.place, to: there.place };
    for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"here"']);
    await step(there.place, REF, ['"there"']);
    // A move of `u` that was cut behind its header.
    const u = { tenant: TENANT, thread: "u" };
    await here.place.lockThread(u);
    const loaded = await here.place.readLocked(u);
    for (const id of loaded.blobs) await there.place.putBlob(u, await here.place.readLockedBlob(u, id));
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
    assert.deepEqual(await readAll(here.place, "t"), ['"here"']);
    assert.deepEqual(await readAll(there.place, "t"), ['"there"']);
    assert.deepEqual(await unlockTenant(request), []); // `u` has moved
  });
}

Deno.test("E10: a thread that cannot be read stays, and the others move", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"one"']);
  const file = new DatabaseSync(here.name.slice("sqlite:".length));
  file.exec("UPDATE threads SET marks = 'nothing' WHERE thread = 't'");
  file.close();
  const { threads } = await move({ from: here.place, to: there.place });
  assert.deepEqual([threads.unreadable, threads.moved], [["t"], ["u"]]);
});

Deno.test("E12: what arrives in another form is found, and the thread stays locked in both stores", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  await step(here.place, REF, ['"one"', '"two"']);
  const to = new Proxy(there.place, {
    get(target, name) {
      if (name !== "loadEntries") return Reflect.get(target, name).bind(target);
      return (ref: typeof REF, start: number, [first = ""]: readonly string[]) =>
        target.loadEntries(ref, start, [first, '"changed"']);
    },
  });
  await assert.rejects(move({ from: here.place, to }), {
    code: "store_corrupt",
    message: /its history differs/,
  });
  assert.deepEqual([await here.place.findThread(REF), await there.place.findThread(REF)], [
    "locked",
    "locked",
  ]);
  assert.deepEqual((await move({ from: here.place, to: there.place })).threads.moved, ["t"]);
});
