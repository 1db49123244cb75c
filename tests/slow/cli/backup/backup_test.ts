// Rows O2, H3: a store is copied while it is used, and restored into any other one. What was restored is compared with the backup, goes on
// there, and nothing in it runs twice. A restore that stops anywhere goes on when it is called again, and what the store has stays.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openCopy, readFacts } from "../../../../src/cli/backup/backup_file.ts";
import { backupTenant } from "../../../../src/cli/backup/backup_tenant.ts";
import { restoreTenant } from "../../../../src/cli/backup/restore_tenant.ts";
import type { Place } from "../../../../src/cli/move/copy_thread.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import { toDay } from "../../../../src/core/store/ledger.ts";
import type { ThreadRef } from "../../../../src/core/store/thread.ts";
import { assertVerified, startRecorder } from "../../../cli/_recorded.ts";
import { makeThreads, STATES, WIRE } from "../move/_states.ts";
import { PLACES } from "../move/_stores.ts";
import {
  beginStep,
  DUE,
  failing,
  NOW,
  prepare,
  readAll,
  readEntries,
  REF,
  step,
  TENANT,
} from "../move/_threads.ts";
import { openBackups } from "./_backups.ts";
import { testCommands } from "./_commands.ts";
import { testErasing } from "./_erase.ts";
import { testImports } from "./_import.ts";
import { testKills } from "./_kills.ts";
import { testStoredForms } from "./_stored_forms.ts";
import { testWaitingMedia } from "./_waiting_media.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const NAMES = ["sqlite", "upstash", "objects"] as const;
const PAIRS = [
  ...NAMES.flatMap((from) => NAMES.map((to) => [from, to] as const)),
  ["shards", "sqlite"] as const,
  ["sqlite", "shards"] as const,
];

for (const [from, to] of PAIRS) {
  Deno.test(
    `O2, H3: a backup of ${from} is restored into ${to}, and its threads go on there`,
    loose,
    async () => {
      await using here = await PLACES[from]();
      await using there = await PLACES[to]();
      await using backups = await openBackups();
      await using before = await startRecorder(WIRE, { store: here.place });
      await makeThreads(before);
      const day = toDay(Date.now());
      const [spent = assert.fail("nothing was booked")] = await here.place.readLedger(TENANT, day, day);
      const records = await Promise.all(STATES.map(before.verify));

      // A file is copied whole without a tenant.
      const made = await backups.make(here, "b", from === "sqlite" ? { tenant: undefined } : {});
      assert.deepEqual(made.tenants, [{ tenant: TENANT, threads: STATES.length, left: {} }]);
      await before.step("planned", { input: "More.", until: "done" }); // nothing was locked

      const { tenants: [report] } = await backups.restore("b", there);
      assert.deepEqual([report?.restored.toSorted(), report?.left, report?.kept], [STATES, {}, []]);
      assert.deepEqual([report?.definitions, report?.due, report?.days], [1, 1, 1]);
      const [booked] = await there.place.readLedger(TENANT, day, day);
      assert.deepEqual([booked?.accounts, booked?.counts], [spent.accounts, spent.counts]);
      await using behind = await startRecorder(WIRE, { store: there.place });
      assert.deepEqual(await Promise.all(STATES.map(behind.verify)), records);
      const again = await behind.step("done", { agent: "worker", input: "2 calls", until: "done" }, 200, {
        "idempotency-key": "first",
      });
      assert.equal(again.thread.version, 3); // the receipt: nothing ran again
      await behind.decide("approval", true);
      for (const thread of ["approval", "decided", "planned", "long"]) {
        const input = thread === "long" ? "1 call of dump" : undefined;
        const { thread: { status } } = await behind.step(thread, { input, until: "done" });
        assert.equal(status, "done", thread);
        assertVerified(await behind.verify(thread), thread);
      }
      const { givenTitle, archived } = (await there.place.read({ tenant: TENANT, thread: "done" }))?.header ??
        {};
      assert.deepEqual([givenTitle, archived], [{ text: "One", facets: ["title=one"] }, true]);
      assert.equal(await there.place.readDefinition(TENANT, "note", "n"), "as it is");
      assert.equal(await there.place.readDefinition(TENANT, "delivery", "d"), "later");
      assert.equal((await there.place.listDueOf(TENANT)).find(({ name }) => name === "@delivery/d")?.at, DUE);

      // What goes on stays: the store has each thread as the backup has it, or later.
      await there.place.removeDefinition(TENANT, "delivery", "d"); // it was delivered
      const { tenants: [second] } = await backups.restore("b", there);
      assert.deepEqual([second?.restored, second?.there.toSorted(), second?.left], [[], STATES, {}]);
      assert.deepEqual([second?.due, second?.days], [0, 0]);
      assert.equal(await there.place.readDefinition(TENANT, "delivery", "d"), undefined);
    },
  );
}

for (const name of ["sqlite", "upstash"] as const) {
  Deno.test(`O2: a tenant of ${name} in a backup is a store of its own, with everything that is there`, async () => {
    await using here = await PLACES[name]();
    await using backups = await openBackups();
    await prepare(here.place);
    await step(here.place, { tenant: "other", thread: "t" }, ['"of another tenant"']);
    const whole = await readAll(here.place);
    await backups.make(here, "b");
    assert.deepEqual(readFacts(backups.path("b")).tenants, [{ tenant: TENANT, threads: 2 }]);
    await using copy = openCopy(backups.path("b"), NOW);
    assert.deepEqual(await readAll(copy.place), whole);
    assert.deepEqual(await readAll(here.place), whole);
    await assert.rejects(Deno.stat(backups.path("b-wal")), Deno.errors.NotFound); // one file
  });

  Deno.test(`O2: a thread of ${name} in the middle of a step is in the backup as one whose worker has vanished`, async () => {
    await using here = await PLACES[name]();
    await using there = await PLACES[name]();
    await using backups = await openBackups();
    await step(here.place, REF, ['"one"']);
    const commit = await beginStep(here.place, REF, "[2]", "second");
    await backups.make(here, "b");
    assert.equal((await commit(['"two"'])).type, "committed"); // the step was not in its way
    await backups.restore("b", there);
    const lost = await there.place.readThread(REF);
    assert.deepEqual([lost.inbox.map(({ text }) => text), lost.header.length], [["[2]"], 1]);
    assert.deepEqual(lost.receipts.map(({ state }) => state).toSorted(), ["done", "running"]);
    const again = await beginStep(there.place, REF, "[2]", "second"); // the same request: its input is there once
    assert.equal((await again(['"two"'])).type, "committed");
    assert.deepEqual(await readEntries(there.place, "t"), ['"one"', '"two"']);
  });

  Deno.test(`O2: threads of ${name} that change while they are read are read again, those of one tree together`, async () => {
    await using here = await PLACES[name]();
    await using there = await PLACES.sqlite();
    const child = { tenant: TENANT, thread: "t.phase" };
    for (const ref of [REF, { tenant: TENANT, thread: "u" }, { tenant: TENANT, thread: "v" }]) {
      await step(here.place, ref, ['"one"']);
    }
    let lists = 0;
    const from = between(here.place, async () => {
      switch (++lists) {
        case 2: // a phase begins: the child is new, and the thread above unchanged
          await here.place.create(child, {
            meta: '{"agent":"a","parent":{"thread":"t"}}',
            state: "{}",
            schema: SCHEMA,
            createdAt: NOW,
          });
          await here.place.remove({ tenant: TENANT, thread: "u" });
          return;
        case 3: // the child goes on with a key that no earlier search has found
          return await step(here.place, child, ['"of the phase"'], "[1]", "key of the phase");
        case 4:
          return await step(here.place, REF, ['"two"'], "[2]", "second");
      }
    });
    const request = { tenant: TENANT, now: NOW, pause: () => Promise.resolve() };
    const made = await backupTenant({ ...request, from, to: there.place });
    assert.deepEqual([made.threads, made.left, lists], [3, {}, 5]);
    assert.deepEqual(await readEntries(there.place, "t"), ['"one"', '"two"']);
    assert.deepEqual(await readEntries(there.place, child.thread), ['"of the phase"']);
    assert.deepEqual((await there.place.readThread(REF)).receipts.length, 2);
    assert.deepEqual((await there.place.readThread(child)).receipts.length, 1);
    assert.equal(await there.place.findThread({ tenant: TENANT, thread: "u" }), "missing");
  });

  Deno.test(`O2: a thread of ${name} that is replaced while its entries are copied is copied anew`, async () => {
    await using here = await PLACES[name]();
    await using there = await PLACES.sqlite();
    await step(here.place, REF, ['"of the first"']);
    let isReplaced = false;
    const from = new Proxy(here.place, {
      get(target, method) {
        if (method !== "readEntries") return Reflect.get(target, method).bind(target);
        return async (ref: ThreadRef, after: number) => {
          if (!isReplaced) {
            isReplaced = true;
            await here.place.remove(REF);
            const meta = '{"agent":"b"}';
            await here.place.create(REF, { meta, state: "{}", schema: SCHEMA, createdAt: NOW + 1 });
            await step(here.place, REF, ['"of the second"']);
          }
          return await target.readEntries(ref, after);
        };
      },
    });
    const request = { tenant: TENANT, now: NOW, pause: () => Promise.resolve() };
    const made = await backupTenant({ ...request, from, to: there.place });
    assert.deepEqual([made.threads, made.left], [1, {}]);
    assert.deepEqual(await readEntries(there.place, "t"), ['"of the second"']);
    assert.equal((await there.place.readThread(REF)).header.meta, '{"agent":"b"}');
  });
}

/** The store, in which something happens before each list: the first one, and those between two reads of its threads. */
function between(store: Place, happen: () => Promise<void>): Place {
  return new Proxy(store, {
    get(target, method) {
      if (method !== "list") return Reflect.get(target, method).bind(target);
      return async (...args: Parameters<Place["list"]>) => {
        await happen();
        return await target.list(...args);
      };
    },
  });
}

Deno.test("O2: a thread that changes each time that it is read is named, and not in the backup", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"one"']);
  let reads = 0;
  const from = between(here.place, () => step(here.place, REF, ['"more"'], `[${reads}]`, `key ${reads++}`));
  const request = { tenant: TENANT, now: NOW, pause: () => Promise.resolve() };
  const made = await backupTenant({ ...request, from, to: there.place });
  assert.deepEqual([made.threads, Object.keys(made.left)], [1, ["t"]]);
  assert.match(made.left.t ?? "", /has changed each time/);
  assert.equal(await there.place.findThread(REF), "missing");
});

Deno.test("O2: locked threads: one that is leaving is open in a restore, one that has moved is none of the store", async () => {
  await using here = await PLACES.sqlite();
  await using backups = await openBackups();
  for (const thread of ["t", "u", "v"]) await step(here.place, { tenant: TENANT, thread }, ['"one"']);
  for (const thread of ["t", "u", "v"]) await here.place.lockThread({ tenant: TENANT, thread });
  await here.place.changeLock({ tenant: TENANT, thread: "u" }, "leaving", "moved");
  await here.place.changeLock({ tenant: TENANT, thread: "v" }, "leaving", "loading");
  for (const tenant of [undefined, TENANT]) {
    await using there = await PLACES.sqlite();
    const made = await backups.make(here, "b", { tenant, replace: true });
    if (tenant !== undefined) assert.deepEqual(Object.keys(made.tenants[0]?.left ?? {}), ["v"]);
    const { tenants: [report] } = await backups.restore("b", there);
    assert.deepEqual(report?.restored, ["t"]);
    assert.deepEqual(Object.keys(report?.left ?? {}), tenant === undefined ? ["v"] : []);
    assert.equal(await there.place.findThread(REF), "open");
  }
});

/** Each call of a restore into a file, and some of one into Redis. */
const CUTS = [["sqlite", false, 1], ["sqlite", true, 1], ["upstash", false, 11], [
  "upstash",
  true,
  11,
]] as const;

for (const [name, isBehind, every] of CUTS) {
  Deno.test(`O2: a restore into ${name} that stops ${isBehind ? "behind" : "before"} a call goes on`, async () => {
    await using here = await PLACES.sqlite();
    await prepare(here.place);
    const whole = await readAll(here.place);
    for (let cut = 0, isCut = true; isCut; cut += every) {
      await using there = await PLACES[name]();
      const common = { tenant: TENANT, id: "b1", replace: false, now: NOW };
      const to = failing(there.place, { left: cut }, isBehind);
      const request = { ...common, keys: true, from: here.place, to };
      isCut = await restoreTenant(request).then(() => false, (thrown) => {
        assert.match(thrown.message, /^cut$/);
        return true;
      });
      const { restored, there: known, left } = await restoreTenant({ ...request, to: there.place });
      assert.deepEqual([[...restored, ...known].toSorted(), left], [["t", "u"], {}], `cut ${cut}`);
      assert.deepEqual(await readAll(there.place), whole, `cut ${cut}`);
      for (const thread of ["t", "u"]) {
        assert.equal(await there.place.findThread({ tenant: TENANT, thread }), "open");
      }
    }
  });

  if (isBehind) continue;
  Deno.test(`O2: a restore into ${name} replaces a tree whole, or nothing of it while a step of it runs`, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES[name]();
    await using backups = await openBackups();
    const child = { tenant: TENANT, thread: "t.phase" };
    const meta = '{"agent":"a","parent":{"thread":"t"}}';
    for (const { place } of [here, there]) {
      await step(place, REF, ['"one"']);
      await place.create(child, { meta, state: "{}", schema: SCHEMA, createdAt: NOW });
      await step(place, child, ['"asks"']);
    }
    await backups.make(here, "b");
    await step(there.place, child, ['"answered"'], "[2]", "second");
    for (const [ref, other] of [[REF, child], [child, REF]] as const) {
      const commit = await beginStep(there.place, ref, "[3]", `third of ${ref.thread}`);
      const { tenants: [busy] } = await backups.restore("b", there, { replace: true });
      assert.deepEqual([busy?.restored, Object.keys(busy?.left ?? {}).sort()], [[], ["t", "t.phase"]]);
      assert.match(busy?.left.t ?? "", new RegExp(`a step of ${ref.thread} runs`));
      assert.equal(await there.place.findThread(other), "open");
      assert.deepEqual(await readEntries(there.place, "t.phase"), ['"asks"', '"answered"']);
      assert.equal((await commit([])).type, "committed");
    }
    const { tenants: [whole] } = await backups.restore("b", there, { replace: true });
    assert.deepEqual([whole?.restored, whole?.left], [["t.phase", "t"], {}]);
    assert.deepEqual(await readEntries(there.place, "t.phase"), ['"asks"']);
    const { tenants: [same] } = await backups.restore("b", there, { replace: true });
    assert.deepEqual(same?.there, ["t.phase", "t"]);
    for (const ref of [REF, child]) assert.equal(await there.place.findThread(ref), "open");
  });

  Deno.test(`O2: a restore into ${name} keeps what is there, and replaces it when it is called so`, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES[name]();
    await using backups = await openBackups();
    const u = { tenant: TENANT, thread: "u" };
    for (const ref of [REF, u]) await step(here.place, ref, ['"one"']);
    await here.place.putDefinition(TENANT, "note", "n", "of the backup");
    await backups.make(here, "b");
    const { tenants: [first] } = await backups.restore("b", there);
    assert.deepEqual(first?.restored.toSorted(), ["t", "u"]);
    await there.place.putDefinition(TENANT, "note", "n", "of the store", "of the backup");
    await step(there.place, REF, ['"two"'], "[2]", "second");
    await there.place.remove(u);
    await step(there.place, u, ['"another"']);
    const kept = await backups.restore("b", there);
    assert.deepEqual([kept.tenants[0]?.there, Object.keys(kept.tenants[0]?.left ?? {})], [["t"], ["u"]]);
    assert.match(kept.tenants[0]?.left.u ?? "", /has another thread of this name/);
    assert.deepEqual(kept.tenants[0]?.kept, ["note n"]);
    assert.deepEqual(await readEntries(there.place, "u"), ['"another"']);

    const commit = await beginStep(there.place, u, "[3]", "third");
    const busy = await backups.restore("b", there, { replace: true });
    assert.deepEqual(busy.tenants[0]?.restored, ["t"]);
    assert.match(busy.tenants[0]?.left.u ?? "", /a step of it runs/);
    assert.equal(await there.place.readDefinition(TENANT, "note", "n"), "of the backup");
    assert.equal((await commit(['"end"'])).type, "committed");
    const replaced = await backups.restore("b", there, { replace: true });
    assert.deepEqual([replaced.tenants[0]?.restored, replaced.tenants[0]?.left], [["u"], {}]);
    for (const thread of ["t", "u"]) assert.deepEqual(await readEntries(there.place, thread), ['"one"']);
    const same = await backups.restore("b", there, { replace: true });
    assert.deepEqual(same.tenants[0]?.there.toSorted(), ["t", "u"]);
  });
}

for (
  const [name, kind] of [["sqlite", "keys"], ["upstash", "keys"], ["sqlite", "shares"], [
    "upstash",
    "shares",
  ]] as const
) {
  Deno.test(`O1, O2, B2: stored ${kind} of a backup come into ${name} by --keys alone, and those of the store stay`, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES[name]();
    await using backups = await openBackups();
    const put = (store: Place, text: string) => store.putDefinition(TENANT, kind, "all", text);
    const stored = () => there.place.readDefinition(TENANT, kind, "all");
    await step(here.place, REF, ['"one"']);
    await put(here.place, "ci and web");
    await here.place.putDefinition(TENANT, "key_used", "ci", "1");
    await backups.make(here, "b");
    const restored = async (more?: Parameters<typeof backups.restore>[2]) => {
      const { tenants: [tenant] } = await backups.restore("b", there, more);
      return [tenant?.keysLeft, tenant?.kept, await stored()];
    };
    assert.deepEqual(await restored(), [true, [], undefined], "a store without keys gets none by itself");
    assert.deepEqual(await restored({ replace: true }), [true, [], undefined]);
    assert.deepEqual(await restored({ keys: true }), [false, [], "ci and web"]);
    assert.deepEqual(await restored(), [false, [], "ci and web"], "the same are not missed");
    await put(there.place, "ci"); // web was revoked
    assert.deepEqual(await restored({ replace: true }), [true, [], "ci"]);
    assert.deepEqual(await restored({ keys: true }), [false, [`${kind} all`], "ci"]);
    assert.deepEqual(await restored({ keys: true, replace: true }), [false, [], "ci and web"]);
    assert.equal(await there.place.readDefinition(TENANT, "key_used", "ci"), undefined);
  });
}

Deno.test("O2: what a store cannot read any more is restored with --replace, and the thread above waits for it", async () => {
  await using here = await PLACES.sqlite();
  await using backups = await openBackups();
  const child = { tenant: TENANT, thread: "t.phase" };
  await step(here.place, REF, ['"one"']);
  await here.place.create(child, {
    meta: '{"agent":"a","parent":{"thread":"t"}}',
    state: "{}",
    schema: SCHEMA,
    createdAt: NOW,
  });
  await backups.make(here, "b", { tenant: undefined });
  const file = new DatabaseSync(here.name.slice("sqlite:".length));
  file.exec("UPDATE threads SET marks = 'nothing' WHERE thread = 't.phase'");
  file.close();
  const kept = await backups.restore("b", here);
  assert.deepEqual(Object.keys(kept.tenants[0]?.left ?? {}), ["t.phase", "t"]);
  assert.match(kept.tenants[0]?.left["t.phase"] ?? "", /cannot read the one that it has: --replace/);
  const replaced = await backups.restore("b", here, { replace: true });
  assert.deepEqual([replaced.tenants[0]?.restored, replaced.tenants[0]?.left], [["t.phase"], {}]);
  assert.deepEqual((await here.place.readThread(child)).marks, []);
});

Deno.test("O2: a thread that arrives in another form is not restored, and the others are", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"one"', '"two"']);
  const to = new Proxy(there.place, {
    get(target, name) {
      if (name !== "loadEntries") return Reflect.get(target, name).bind(target);
      return (ref: ThreadRef, start: number, [first = "", second = ""]: readonly string[]) =>
        target.loadEntries(ref, start, [first, ref.thread === "t" ? '"changed"' : second]);
    },
  });
  const request = { tenant: TENANT, id: "b1", replace: false, keys: true, now: NOW, from: here.place, to };
  const { restored, left } = await restoreTenant(request);
  assert.deepEqual([restored, Object.keys(left)], [["u"], ["t"]]);
  assert.match(left.t ?? "", /its history differs/);
  assert.equal(await there.place.findThread(REF), "missing");
});

Deno.test("O2: threads of a backup live on, and neither it nor its form is changed by a restore", async () => {
  await using here = await PLACES.sqlite();
  await using there = await PLACES.sqlite();
  await using backups = await openBackups();
  await step(here.place, REF, ['"one"']);
  const path = here.name.slice("sqlite:".length);
  const file = new DatabaseSync(path);
  file.exec(`UPDATE threads SET expires_at = ${Date.now() + 60_000}`);
  file.close();
  await backups.make(here, "b", { tenant: undefined });
  const older = new DatabaseSync(backups.path("b")); // a minute has passed since, and more
  older.exec(
    `UPDATE threads SET expires_at = ${Date.now() - 1}; UPDATE backup_note SET at = ${Date.now() - 60_000}`,
  );
  older.close();
  await Deno.chmod(backups.path("b"), 0o444);
  const before = await Deno.readFile(backups.path("b"));
  assert.deepEqual((await backups.restore("b", there)).tenants[0]?.restored, ["t"]);
  assert.deepEqual(await Deno.readFile(backups.path("b")), before);
});

Deno.test("O2: a backup of a file is of one moment, whatever is written meanwhile, and leaves no file of an earlier one", async () => {
  await using here = await PLACES.sqlite();
  await using backups = await openBackups();
  await step(here.place, REF, ['"one"']);
  const stopped = "b.4194305-01234567.part"; // no process has a number as high
  await Deno.writeTextFile(backups.path(stopped), "of a backup that was stopped");
  await backups.make(here, "b", { tenant: undefined });
  await step(here.place, REF, ['"two"'], "[2]", "second");
  await using copy = openCopy(backups.path("b"), NOW);
  assert.deepEqual(await readEntries(copy.place, "t"), ['"one"']);
  await assert.rejects(Deno.stat(backups.path(stopped)), Deno.errors.NotFound);
});

Deno.test("O2: of two backups that are made of one name at once, one is there whole, and the other is refused", async () => {
  await using here = await PLACES.sqlite();
  await using backups = await openBackups();
  for (let thread = 0; thread < 20; thread++) {
    await step(here.place, { ...REF, thread: `t${thread}` }, ['"one"']);
  }
  const made = await Promise.allSettled([backups.make(here, "b"), backups.make(here, "b")]);
  assert.deepEqual(made.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const [refused] = made.filter((each) => each.status === "rejected");
  assert.equal(refused?.reason.code, "backup_exists");
  const report = readFacts(backups.path("b"));
  assert.deepEqual(report.tenants.map(({ threads }) => threads), [20]);
  const both = [backups.make(here, "b", { replace: true }), backups.make(here, "b", { replace: true })];
  await Promise.all(both);
  assert.deepEqual(readFacts(backups.path("b")).tenants.map(({ threads }) => threads), [20]);
});

testCommands();
testErasing();
testImports();
testStoredForms();
testWaitingMedia();
testKills();
