// Row E12: what the ledger costs on the Upstash store, what it writes there, and what lost answers do to it.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import { BOOKING_MS, LIFETIMES, RESERVED_DAY_MS } from "../../../src/core/store/limits.ts";
import type { CommitRequest } from "../../../src/core/store/commit.ts";
import { ledgerKeys, ThreadKeys } from "../../../src/stores/upstash/keys.ts";
import { bench, counters, newThread, type Step } from "../../conformance/store_cases/case.ts";
import {
  amounts,
  booking,
  counted,
  DAY,
  dayOf,
  heldOf,
  limited,
  NOW,
  reservation,
  RESERVED,
  usedOf,
} from "../../conformance/store_cases/ledger/_ledger.ts";
import { codeIn, readPage, rowsOf } from "../../support/docs/markdown.ts";
import { startMonitor } from "../../support/redis/monitor.ts";
import { RespClient } from "../../../src/redis_rest/resp.ts";
import type { Fault } from "../../support/redis/rest.ts";
import { type OpenedUpstashStore, openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";

const { text: page } = await readPage("docs/redis.md");

/** 24 characters, as newId makes them. */
const ID = "run_0123456789abcdefghij";
const LIMITS = { account: "tenant", limits: { tokens: 1_000_000, microDollars: 5_000_000 } } as const;
const RESERVE = reservation({
  id: ID,
  accounts: [LIMITS],
  amounts: amounts({ steps: 1, calls: 8, tokens: 20_000, microDollars: 60_000, wallMs: 30_000 }),
});
const BOOKING = booking({
  id: ID,
  reservations: [ID],
  amounts: amounts({ steps: 1, calls: 2, tokens: 5_733, microDollars: 20_412, wallMs: 2_345 }),
  ...counted("support|openai/gpt-5.1", {
    "o.search": 1,
    "o.fetch": 1,
    "o.write": 1,
    "o.read": 1,
    "c.search": 1,
    "r.auto": 1,
    "s.default": 1,
    tin: 5_321,
    tout: 412,
    us: 20_412,
    ms: 2_345,
    plans: 1,
  }),
});

needsRedis(
  "E12: upstash the ledger of a typical step is no request and at most 300 bytes of arguments",
  async () => {
    const sent: string[][][] = [];
    const watch = ({ commands }: { commands: string[][] }): undefined => void sent.push(commands);
    await using opened = await openUpstashStore({ faults: watch });
    await warm(opened);
    sent.length = 0;
    const at = benchOf(opened);
    await at.commit(await at.step({ reserve: RESERVE }), { booking: BOOKING });
    assert.equal(sent.length, 2);
    const bytes = sent.flat().filter(([name, , , key = ""]) => name === "evalsha" && /:[uv]:/.test(key)).map(
      (words) => {
        assert.equal(words[2], "2", "the keys of the ledger");
        return words.slice(5).reduce((sum, word) => sum + JSON.stringify(word).length + 1, 0);
      },
    );
    assert.equal(bytes.length, 2);
    const [reserved = 0, booked = 0] = bytes;
    assert(reserved + booked <= 300, `${reserved} + ${booked} bytes`);
  },
);

needsRedis("E12: upstash a step without the ledger sends one command a request, as ever", async () => {
  const sent: string[][][] = [];
  await using opened = await openUpstashStore({ faults: ({ commands }) => void sent.push(commands) });
  await warm(opened);
  sent.length = 0;
  opened.rest.stats.reset();
  const at = benchOf(opened);
  const step = await at.step({ create: undefined, ref: { tenant: "warm", thread: "t1" } });
  const advanced = await at.advance(step);
  assert(advanced.type === "advanced");
  await at.commit(after(step, advanced));
  assert.deepEqual(opened.rest.stats.byPath, { "/": 3 });
  assert.deepEqual(sent.map((commands) => commands.length), [1, 1, 1]);
});

needsRedis("E12: upstash each part of the ledger is one request, a release one more", async () => {
  await using opened = await openUpstashStore();
  const { store, rest: { stats } } = opened;
  await warm(opened);
  const at = benchOf(opened);
  const { tenant } = at.ref;
  const accounts = [limited("tenant", 100)];
  const held = reservation({ accounts });
  const step = await at.step({ reserve: held });
  const requests: Record<string, [number, () => Promise<unknown>]> = {
    "a busy begin, refused": [1, () => at.begin({ inputs: ["i"], reserve: reservation({ accounts }) })],
    "a busy begin": [2, () => at.begin({ inputs: ["i"], reserve: reservation() })],
    advance: [
      1,
      () => at.advance(step, { booking: booking({ reservations: [held.id] }), reserve: reservation() }),
    ],
    reserve: [1, () => store.reserve(tenant, reservation())],
    book: [1, () => store.book(tenant, booking())],
    "readLedger of 100 days": [1, () => store.readLedger(tenant, "2026-02-28", "2026-06-07")],
    "readLedger of none": [0, () => store.readLedger(tenant, "2026-02-28", "2026-02-27")],
  };
  for (const [name, [count, request]] of Object.entries(requests)) {
    stats.reset();
    await request();
    assert.equal(stats.total, count, name);
  }
});

for (const fault of ["drop-answer", "cut-answer", "drop-request"] as const) {
  needsRedis(`E12: upstash with every other request lost (${fault}) the ledger counts once`, async () => {
    await using opened = await openUpstashStore({ faults: everyOther(fault) });
    const { store } = opened;
    const at = benchOf(opened);
    const { tenant } = at.ref;
    const accounts = [limited("tenant", 200)];
    const [first, second] = [reservation({ accounts }), reservation({ accounts })];
    const step = await at.step({ reserve: first });
    assert.deepEqual(step.begun.reserved, RESERVED);
    const advanced = await at.advance(step, {
      booking: booking({ reservations: [first.id], ...counted("g", { n: 1 }) }),
      reserve: second,
    });
    assert(advanced.type === "advanced");
    assert.deepEqual(advanced.reserved, RESERVED);
    assert.equal((await at.begin({ inputs: ["i"], reserve: reservation() })).type, "busy");
    assert.equal(await heldOf(store, tenant), 100);
    await at.commit(after(step, advanced), {
      booking: booking({ reservations: [second.id], ...counted("g", { n: 1 }) }),
    });
    await store.book(tenant, booking());
    assert.equal(await heldOf(store, tenant), 0);
    assert.deepEqual(await dayOf(store, tenant), {
      accounts: { tenant: amounts({ tokens: 30 }) },
      counts: { "g|n": 2 },
    });
  });
}

needsRedis("E12: upstash a step keeps its ledger on a database that has lost its scripts", async () => {
  await using opened = await openUpstashStore();
  const redis = new RespClient(opened.redis);
  const at = benchOf(opened);
  const held = reservation();
  const step = await at.step({ reserve: held });
  await redis.send([["SCRIPT", "FLUSH"]]);
  const request = { booking: booking({ reservations: [held.id] }), reserve: reservation() };
  const advanced = await at.advance(step, request);
  assert(advanced.type === "advanced");
  assert.deepEqual(advanced.reserved, RESERVED);
  assert.equal(await heldOf(opened.store, at.ref.tenant), 100);
  assert.equal(await usedOf(opened.store, at.ref.tenant), 10);
  await redis.close();
});

needsRedis("E12: upstash a commit that rolls the history by two requests is booked once", async () => {
  await using opened = await openUpstashStore({ keyPrefix: "rolled" });
  await using other = await openUpstashStore({ keyPrefix: "rolled" });
  const at = benchOf(opened);
  await at.append(Array.from({ length: 1_020 }, () => "e"));
  await at.append(Array.from({ length: 1_020 }, () => "e"));
  const step = await at.step();
  other.rest.stats.reset();
  const rolled = await benchOf(other).commit(step, {
    entries: Array.from({ length: 50 }, () => "e"),
    booking: booking(),
  });
  assert.equal(rolled.type, "committed");
  assert(other.rest.stats.total >= 2);
  assert.equal(await usedOf(opened.store, at.ref.tenant), 10);
});

needsRedis(
  "E12: upstash a ledger that cannot be written fails its step, which repeats it when it can",
  async () => {
    await using opened = await openUpstashStore();
    const redis = new RespClient(opened.redis);
    const at = benchOf(opened);
    const step = await at.step();
    const { day } = ledgerKeys(opened.keyPrefix, at.ref.tenant, DAY);
    await redis.send([["SET", day, "text"]]);
    const one = booking();
    await assert.rejects(
      at.commit(step, { booking: one }),
      (error) => error instanceof AgentError && error.code === "store_failed" && /book/.test(error.message),
    );
    await redis.send([["DEL", day]]);
    assert.equal((await at.commit(step, { booking: one })).type, "committed");
    assert.equal(await usedOf(opened.store, at.ref.tenant), 10);
    await redis.close();
  },
);

needsRedis("E12: upstash the keys of a ledger expire, and what has ended leaves after an hour", async () => {
  await using opened = await openUpstashStore();
  const redis = new RespClient(opened.redis);
  const { store, keyPrefix } = opened;
  const { day, live } = ledgerKeys(keyPrefix, "acme", DAY);
  const ttl = async (key: string) => {
    const [left] = await redis.send([["PTTL", key]]);
    return Number(left);
  };
  const near = (left: number, ms: number) => assert(left > ms - 60_000 && left <= ms, `${left} of ${ms} ms`);
  await store.reserve("acme", reservation());
  near(await ttl(day), RESERVED_DAY_MS);
  near(await ttl(live), RESERVED_DAY_MS);
  for (let count = 0; count < 50; count++) {
    const one = reservation();
    await store.reserve("acme", one);
    await store.book("acme", booking({ id: one.id, reservations: [one.id] }));
  }
  near(await ttl(day), LIFETIMES.ledgerMs);
  near(await ttl(live), RESERVED_DAY_MS);
  const size = async () => Number((await redis.send([["ZCARD", live]]))[0]);
  assert.equal(await size(), 101, "a booking and a reservation each, and the one that is held");
  await store.book("acme", booking({ now: NOW + BOOKING_MS - 1 }));
  assert.equal(await size(), 102);
  await store.book("acme", booking({ now: NOW + BOOKING_MS }));
  assert.equal(await size(), 3);
  const [fields] = await redis.send([["HKEYS", day]]);
  assert(Array.isArray(fields));
  const names = fields.map((field) => field instanceof Uint8Array ? new TextDecoder().decode(field) : "");
  assert.deepEqual(
    names.map((name) => name.slice(0, 2)).sort(),
    ["at", "ht", "rr"],
    "nothing of what has ended",
  );
  await redis.close();
});

needsRedis("E12: upstash begin and commit write the fields of the ledger that the docs name", async () => {
  await using opened = await openUpstashStore();
  const at = benchOf(opened);
  const keys = ledgerKeys(opened.keyPrefix, at.ref.tenant, DAY);
  const held = reservation();
  const columns: ((step?: Step) => Promise<Step>)[] = [
    () => at.step({ reserve: held }),
    async (step = assert.fail()) => {
      await at.commit(step, { booking: booking({ reservations: [held.id], ...counted("g", { n: 1 }) }) });
      return step;
    },
  ];
  let step: Step | undefined;
  for (const [column, send] of columns.entries()) {
    await using monitor = await startMonitor(opened.redis);
    step = await send(step);
    const commands = (await monitor.stop()).filter(({ lua }) => lua).map(({ words }) => words);
    const fields = commands.flatMap(([name = "", key, ...words]) => {
      if (key === keys.day && /^(HSET|HINCRBY|HDEL)$/.test(name)) return [`${words[0]?.slice(0, 1)} in u`];
      if (key === keys.live && name === "ZADD") {
        return words.flatMap((word, place) => place % 2 === 1 ? [`${word.slice(0, 1)} in v`] : []);
      }
      return [];
    });
    const rows = rowsOf(page, "ledger").filter((cells) => cells[4 + column] !== "");
    const documented = rows.map(([, field = "", key = ""]) =>
      `${codeIn(field)[0]?.slice(0, 1)} in ${codeIn(key)[0]?.slice(1, 2)}`
    );
    assert.deepEqual([...new Set(fields)].sort(), documented.sort());
  }
});

needsRedis(
  "E12: upstash counters of every earlier form are read, and none that is added is lost",
  async () => {
    await using opened = await openUpstashStore();
    const redis = new RespClient(opened.redis);
    const at = benchOf(opened);
    await at.append(["e"], { counters: counters(2) });
    const { header } = new ThreadKeys(opened.keyPrefix, at.ref);
    await redis.send([["HSET", header, "n", "2 4 6 8 10 12"], ["HDEL", header, "n2"]]);
    assert.deepEqual((await at.header()).counters, { ...counters(2), microDollars: 0 });
    await at.append(["e"], { counters: counters(3) });
    assert.deepEqual((await at.header()).counters, { ...counters(5), microDollars: 21 });
    // Of a version with seven in one field; and with what its late commit has added to six.
    for (const more of [["HDEL", header, "n2"], ["HSET", header, "n2", "7"]]) {
      await redis.send([["HSET", header, "n", "2 4 6 8 10 12 7"], more]);
      const before = more[0] === "HDEL" ? 7 : 14;
      assert.deepEqual((await at.header()).counters, { ...counters(2), microDollars: before });
      await at.append(["e"], { counters: counters(1) });
      assert.deepEqual((await at.header()).counters, { ...counters(3), microDollars: before + 7 });
      const [kept] = await redis.send([["HMGET", header, "n", "n2"]]);
      assert(Array.isArray(kept));
      const fields = kept.map((field) =>
        new TextDecoder().decode(field instanceof Uint8Array ? field : undefined)
      );
      assert.deepEqual(fields, ["3 6 9 12 15 18", String(before + 7)]);
    }
    await redis.close();
  },
);

function benchOf({ store }: Pick<OpenedUpstashStore, "store">) {
  return bench({ store, close: () => store.close() });
}

/** Loads every script of a step, and finds out which form the database takes. */
async function warm({ store }: OpenedUpstashStore): Promise<void> {
  const at = bench({ store, close: () => store.close() });
  const held = reservation();
  const ref = { tenant: "warm", thread: "t1" };
  const step = await at.step({ ref, reserve: held, create: newThread() });
  const advanced = await at.advance(step, {
    booking: booking({ reservations: [held.id] }),
    reserve: reservation(),
  });
  assert(advanced.type === "advanced");
  await at.begin({ ref, inputs: ["i"], reserve: reservation() });
  await at.commit(after(step, advanced), { booking: booking() });
}

/** The step that follows an advance. */
function after(step: Step, { epoch, version }: Pick<CommitRequest, "epoch" | "version">): Step {
  return { ...step, header: { ...step.header, epoch, version }, begun: { ...step.begun, inbox: [] } };
}

/** Every second request fares so, the first one too. */
function everyOther(fault: Fault): () => Fault | undefined {
  let sent = 0;
  return () => sent++ % 2 === 0 ? fault : undefined;
}
