// Row O2: a tenant is erased from each store: all of it, in any state of its threads, and nothing of another one. What was stopped is finished
// by the next call.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import type { Place } from "../../../../src/cli/move/copy_thread.ts";
import { countMoved, eraseTenant, isNothing, planErasure } from "../../../../src/cli/move/erase_tenant.ts";
import { openPlace } from "../../../../src/cli/move/places.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import type { CommitRequest } from "../../../../src/core/store/commit.ts";
import { ZERO_AMOUNTS } from "../../../../src/core/store/ledger.ts";
import { sha256Hex } from "../../../../src/core/text/sha256.ts";
import { NO_ROWS, type TenantRows } from "../../../../src/core/store/tenant.ts";
import { RespClient } from "../../../../src/redis_rest/resp.ts";
import { runTreadle } from "../../../cli/_treadle.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { PLACES } from "../move/_stores.ts";
import { beginStep, DUE, failing, NOW, readEntries, step, TENANT } from "../move/_threads.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

/** Their names begin alike, or are no part of a key as they are. */
const OTHERS = ["acm", "acme2", "acme/t", "ac*e", "Ac me:{t}"];

/** The store, where what commits leave is due in 2100: no alarm of an object runs it. */
function dueLater(place: Place): Place {
  return new Proxy(place, {
    get(target, method) {
      if (method !== "commit") return Reflect.get(target, method).bind(target);
      return (request: CommitRequest) => target.commit({ ...request, due: { to: DUE } });
    },
  });
}

/** A tenant with everything that a store keeps of one. */
async function fill(place: Place, tenant: string): Promise<void> {
  const store = dueLater(place);
  const refOf = (thread: string) => ({ tenant, thread });
  for (const thread of ["t", "u", "moved", "loading"]) await step(store, refOf(thread), ['"one"', '"two"']);
  await store.decide(refOf("t"), "c1", { approved: true, by: "ann", at: NOW }, 2);
  await store.putLabel(refOf("u"), { title: { text: "One", facets: ["title=one"] }, archived: true });
  for (const lock of ["moved", "loading"] as const) {
    await store.lockThread(refOf(lock));
    await store.changeLock(refOf(lock), "leaving", lock);
  }
  const create = { meta: "{}", state: "{}", schema: SCHEMA, createdAt: NOW };
  const owner = crypto.randomUUID();
  for (const thread of ["running", "vanished"]) {
    const begun = await store.begin({
      ...{
        ref: refOf(thread),
        owner,
        leaseMs: 600_000,
        schema: SCHEMA,
        busy: "reject",
        inputs: ["[1]"],
        create,
      },
      ...{ window: { entries: 1, bytes: 1 }, idempotency: { key: "k", bodyHash: "b" } },
    });
    assert(begun.type === "begun");
    const { epoch } = begun.header;
    const event = { seq: 1, text: `{"of":"${tenant}"}` };
    assert.equal(await store.flush(refOf(thread), { owner, epoch, leaseMs: 600_000 }, [event]), "ok");
    if (thread === "running") continue;
    await store.abandon({ ref: refOf(thread), owner, epoch, inputs: ["[1]"], told: true }); // its epoch is kept
  }
  await store.enqueue({
    ...{ ref: refOf("queued"), owner, create, schema: SCHEMA, inputs: ["[1]"], receiptMs: 600_000 },
    ...{ idempotency: { key: "k", bodyHash: "b" }, due: DUE },
  });
  await store.putBlob(refOf("upload"), `an upload of ${tenant}`);
  await store.putBlob(refOf("t"), `shared by ${tenant}`, { shared: true });
  await store.putBlob(refOf("t"), "of every tenant");
  await store.recordLearnedCapabilities(tenant, "openai/x", ["temperature"], 600_000);
  for (const kind of ["policy", "pause", "schedule", "kind of its own"]) {
    await store.putDefinition(tenant, kind, "n", `of ${tenant}`);
  }
  await store.putDefinition(tenant, "delivery", "d", "later");
  await store.moveDue(tenant, "@delivery/d", { to: DUE });
  const day = { day: "2026-11-29", now: NOW };
  const amounts = { ...ZERO_AMOUNTS, steps: 7 };
  for (const id of ["one", "two"]) {
    const accounts = [{ account: "tenant", limits: {} }] as const;
    await store.reserve(tenant, { ...day, id, accounts, amounts, expiresAt: NOW + 600_000 });
  }
  const counts = new Map([["tool", new Map([["look", 3]])]]);
  await store.book(tenant, {
    ...day,
    id: "one",
    reservations: ["one"],
    accounts: ["tenant"],
    amounts,
    counts,
  });
}

/** Another tenant, as far as every store says. */
async function read(store: Place, tenant: string): Promise<unknown> {
  const ref = { tenant, thread: "t" };
  const { threads } = await store.list(tenant, { limit: 100 });
  const due = await store.listDueOf(tenant);
  const { receipts, ...thread } = await store.readThread(ref);
  return {
    rows: await store.countTenant(tenant),
    threads,
    due: due.toSorted((left, right) => left.name < right.name ? -1 : 1),
    days: await store.readLedger(tenant, "2026-11-01", "2026-11-30"),
    learned: await store.readLearnedCapabilities(tenant, "openai/x"),
    thread,
    receipts: receipts.map(({ expiresAt: _untilAbout, ...receipt }) => receipt),
    entries: await store.readEntries(ref, 0),
    blobs: await Promise.all(thread.blobs.map((id) => store.readBlob(ref, id))),
  };
}

/** What was there, but for the number of other rows, which stores count each in its own way. */
function withoutOthers({ others: _others, ...rows }: TenantRows) {
  return rows;
}

/** The tests of erasing. */
export function testErasing(): void {
  for (const name of ["sqlite", "upstash", "objects", "shards"] as const) {
    Deno.test(
      `O2: all of a tenant of ${name} is erased, and nothing of another one changes`,
      loose,
      async () => {
        await using here = await PLACES[name]();
        const { place } = here;
        for (const tenant of [TENANT, ...OTHERS]) await fill(place, tenant);
        const before = await Promise.all(OTHERS.map((tenant) => read(place, tenant)));
        const words = ["tenants", "erase", TENANT, "--from", here.name];

        const plan = await runTreadle({ env: here.env }, ...words);
        assert.deepEqual([plan.code, plan.stderr], [1, ""]);
        assert.match(
          plan.stdout,
          /^Would be erased from .*: 6 threads \(1 with a step in progress\), 5 definitions \(.*policy 1.*\), 6 due items, 1 day of usage, \d+ other rows\.\n1 thread of these moved to another store: erase acme there, too\.\nOut of reach: backups .*\ndo it: treadle tenants erase acme --from .* --yes\n$/,
        );
        const dry = await runTreadle({ env: here.env }, ...words, "--dry-run", "--yes", "--json");
        const { rows } = JSON.parse(dry.stdout);
        assert.deepEqual([dry.code, rows], [0, await place.countTenant(TENANT)]);

        const erased = await runTreadle({ env: here.env }, ...words, "--yes");
        assert.deepEqual([erased.code, erased.stderr], [0, ""]);
        assert.match(erased.stdout, /^Erased from .*: 6 threads .*\n1 thread .*\nOut of reach: .*\n$/);
        assert.deepEqual(await place.countTenant(TENANT), NO_ROWS);
        assert.deepEqual(await place.list(TENANT, { limit: 10, filter: { status: "waiting" } }), {
          threads: [],
        });
        assert.deepEqual((await place.listDue(DUE, 1_000)).filter(({ tenant }) => tenant === TENANT), []);
        assert.deepEqual(await Promise.all(OTHERS.map((tenant) => read(place, tenant))), before);

        const again = await runTreadle({ env: here.env }, ...words, "--yes");
        assert.deepEqual([again.code, again.stdout], [0, `There is nothing of acme in ${here.name}.\n`]);
        await step(place, { tenant: TENANT, thread: "t" }, ['"anew"']); // the same key is another request by now
        assert.deepEqual(await readEntries(place, "t"), ['"anew"']);
      },
    );
  }

  Deno.test("O2: every table of a file has no row of a tenant that was erased, and the others have theirs", async () => {
    await using here = await PLACES.sqlite();
    using file = new DatabaseSync(here.name.slice("sqlite:".length));
    const tables = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      .map(({ name }) => String(name)).filter((name) => name !== "sqlite_sequence");
    const dump = () =>
      Object.fromEntries(tables.map((table) => [table, file.prepare(`SELECT * FROM ${table}`).all()]));
    for (const tenant of OTHERS) await fill(here.place, tenant);
    const before = dump();
    for (const table of tables) assert.ok((before[table]?.length ?? 0) > 0, `nothing is in ${table}`);
    await fill(here.place, TENANT);
    await eraseTenant(here.place, TENANT);
    assert.deepEqual(dump(), before);
    for (const tenant of OTHERS) await eraseTenant(here.place, tenant);
    for (const [table, rows] of Object.entries(dump())) assert.deepEqual(rows, [], table);
  });

  Deno.test("O2: every key and row of a tenant in Redis is erased, and a call that was cut is finished by the next", async () => {
    await using redis = await startRedis();
    let [sent, last] = [0, Infinity];
    await using rest = await serveRedisRest({
      redis,
      token: "test-token-of-the-bridge",
      faults: () => sent++ >= last ? "drop-request" : undefined,
    });
    const env = { UPSTASH_REDIS_REST_URL: rest.url, UPSTASH_REDIS_REST_TOKEN: rest.token };
    const place = openPlace("upstash", env, true);
    const client = new RespClient(redis);
    const dump = async () => {
      const [found] = await client.send([["KEYS", "*"]]);
      const keys = toTexts(found).sort();
      const values = await client.send(keys.map((key) => ["DUMP", key]));
      const digests = await Promise.all(values.map(toDigest));
      return keys.map((key, index) => `${key} ${digests[index]}`);
    };
    for (const tenant of OTHERS) await fill(place, tenant);
    const before = await dump();
    let isCut = true;
    for (let cut = 0; isCut; cut += 8) {
      await fill(place, TENANT);
      [sent, last] = [0, cut];
      isCut = await eraseTenant(place, TENANT).then(() => false, ({ code }) => {
        assert.equal(code, "store_unavailable");
        return true;
      });
      last = Infinity;
      await eraseTenant(place, TENANT);
      assert.deepEqual(await dump(), before, `cut ${cut}`);
    }
    for (const tenant of OTHERS) await eraseTenant(place, tenant);
    assert.deepEqual(await dump(), []);
    await client.close();
  });

  Deno.test("O2: a tenant of a file with more rows than one call removes is erased, and a call that was cut goes on", async () => {
    for (let cut = 0, isCut = true; isCut; cut++) {
      await using here = await PLACES.sqlite();
      for (let count = 0; count < 250; count++) {
        await here.place.putDefinition(TENANT, "note", `n${count}`, "text");
        await here.place.create({ tenant: TENANT, thread: `t${count}` }, {
          ...{ meta: "{}", state: "{}", schema: SCHEMA, createdAt: NOW },
        });
      }
      const broken = failing(here.place, { left: cut }, true);
      isCut = await eraseTenant(broken, TENANT).then(() => false, (thrown) => {
        assert.match(thrown.message, /^cut$/);
        return true;
      });
      const { erased, left } = await eraseTenant(here.place, TENANT);
      assert.ok(isCut || isNothing(erased));
      assert.deepEqual(left, NO_ROWS);
    }
  });

  for (const name of ["sqlite", "upstash"] as const) {
    Deno.test(`O2: what is written into ${name} while a tenant is erased is reported, and fenced where it is a step's`, async () => {
      await using here = await PLACES[name]();
      const ref = { tenant: TENANT, thread: "t" };
      const commit = await beginStep(here.place, ref, "[1]", "first");
      let calls = 0;
      const used = new Proxy(here.place, {
        get(target, method) {
          if (method !== "countTenant") return Reflect.get(target, method).bind(target);
          return async (tenant: string) => {
            if (++calls === 2) {
              assert.equal((await commit(['"late"'])).type, "fenced");
              await target.putDefinition(tenant, "policy", "p", "late");
            }
            return await target.countTenant(tenant);
          };
        },
      });
      const { erased, left } = await eraseTenant(used, TENANT);
      assert.deepEqual([erased.threads, erased.running, countMoved(erased)], [1, 1, 0]);
      assert.deepEqual([left.threads, left.definitions], [0, { policy: 1 }]);
      assert.deepEqual(withoutOthers((await eraseTenant(here.place, TENANT)).left), withoutOthers(NO_ROWS));
    });
  }

  Deno.test("O2: a tenant with a thread of a newer Treadle is refused before anything is erased", async () => {
    await using here = await PLACES.sqlite();
    for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"one"']);
    using file = new DatabaseSync(here.name.slice("sqlite:".length));
    file.exec(`UPDATE threads SET schema = ${SCHEMA + 1} WHERE thread = 't'`);
    const rows = await here.place.countTenant(TENANT);
    const words = ["tenants", "erase", TENANT, "--from", here.name, "--yes", "--json"];
    const { code, stderr } = await runTreadle(...words);
    const { error } = JSON.parse(stderr);
    assert.deepEqual([code, error.code], [1, "schema_unsupported"]);
    assert.match(error.message, /has written 1 of the 2 threads of acme/);
    await assert.rejects(planErasure(here.place, TENANT), { code: "schema_unsupported" });
    assert.deepEqual(await here.place.countTenant(TENANT), rows);
  });
}

/** Of what DUMP answers: an assertion prints all of two values that differ. */
async function toDigest(value: unknown): Promise<string> {
  return value instanceof Uint8Array ? await sha256Hex(value.toHex()) : "";
}

function toTexts(reply: unknown): string[] {
  return Array.isArray(reply) ? reply.map((each) => new TextDecoder().decode(each)) : [];
}
