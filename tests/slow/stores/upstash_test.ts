// Rows E2, E3, E14: what is particular to the Upstash store: lost answers, scripts, errors, keys, sizes.

import assert from "node:assert/strict";
import { Redis as NodeRedis } from "@upstash/redis";
import { Redis } from "@upstash/redis/cloudflare";
import { AgentError } from "../../../src/core/error.ts";
import { FEATURES } from "../../../src/core/model/capability.ts";
import type { Store } from "../../../src/core/store.ts";
import type { BeginRequest } from "../../../src/core/store/begin.ts";
import type { CommitRequest } from "../../../src/core/store/commit.ts";
import type { ThreadRef } from "../../../src/core/store/thread.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import {
  fromKeyPart,
  ledgerKeys,
  ThreadKeys,
  threadSetKey,
  toKeyPart,
} from "../../../src/stores/upstash/keys.ts";
import { jsonBytes } from "../../../src/core/text/json_bytes.ts";
import { fromPieces, toPieces } from "../../../src/stores/upstash/blobs/pieces.ts";
import { createUpstashStore } from "../../../src/stores/upstash/store.ts";
import { booking, DAY, reservation } from "../../conformance/store_cases/ledger/_ledger.ts";
import { type Fault, type FaultSubject, serveRedisRest } from "../../support/redis/rest.ts";
import { startMonitor } from "../../support/redis/monitor.ts";
import { startRedis } from "../../support/redis/server.ts";
import { freePort, needsRedis } from "../../support/requires.ts";
import { eventually } from "../../support/eventually.ts";
import { RespClient } from "../../../src/redis_rest/resp.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { asSent } from "../../support/as_sent.ts";

const REF: ThreadRef = { tenant: "acme", thread: "t1" };
const NEW = { meta: "{}", state: "{}", schema: 1, createdAt: 1_700_000_000_000 };
const SECRET = "a prompt that must not leak";

for (const fault of ["drop-answer", "cut-answer", "drop-request", { status: 502, body: "<html>" }] as const) {
  const name = typeof fault === "string" ? fault : `${fault.status}`;
  needsRedis(
    `E14: upstash ${name} on every request once: each of begin, advance, commit happens once`,
    async () => {
      await using opened = await openUpstashStore({ faults: everyOther(fault) });
      const { store } = opened;
      const idempotency = { key: "k", bodyHash: "h" };
      const begun = await store.begin({ ...begin("o1", ["one"]), create: NEW, idempotency });
      assert(begun.type === "begun");
      assert.deepEqual([begun.created, begun.header.epoch, begun.inbox], [true, 1, ["one"]]);

      const blob = await store.putBlob(REF, SECRET);
      const counters = { ...ZERO_COUNTERS, steps: 1 };
      const advanced = await store.advance({
        ...commit("o1", 1, 0, ["one", "two"]),
        counters,
        idempotency,
        leaseMs: 30_000,
      });
      assert.deepEqual(asSent(advanced), { type: "advanced", version: 1, epoch: 2, inbox: [] });
      const events = [{ seq: 1, text: "a" }, { seq: 2, text: "b" }];
      const lease = { owner: "o1", epoch: 2, leaseMs: 30_000 };
      assert.equal(await store.flush(REF, lease, events), "ok");
      const queued = await store.begin({ ...begin("o2", ["later"]), busy: "queue" });
      assert.deepEqual(queued, { type: "queued", waiting: 1 });
      const committed = await store.commit({
        ...commit("o1", 2, 1, ["three"]),
        counters,
        consumed: 0,
        pending: { ids: ["c1"], calls: "[]" },
        blobs: [blob],
        receipt: { ...idempotency, outcome: "done", text: "T" },
        events: [{ seq: 3, text: "c" }],
      });
      assert.deepEqual(committed, { type: "committed", version: 2, waiting: 1 });

      assert.equal((await store.decide(REF, "c1", { approved: true, at: 1 })).type, "decided");
      const third = await store.begin(begin("o3", ["third"]));
      assert(third.type === "begun");
      assert.deepEqual([third.resumed, third.inbox], [false, ["later", "third"]]);
      await store.abandon({ ref: REF, owner: "o3", epoch: 3, inputs: ["third"] });
      assert.equal((await store.begin(begin("o5", []))).type, "begun");
      assert.deepEqual(await store.cancel(REF), { running: true, version: 2 });
      const snapshot = await store.read(REF);
      assert.deepEqual(
        [snapshot?.header.epoch, snapshot?.header.length, snapshot?.header.counters.steps, snapshot?.waiting],
        [5, 3, 2, 1],
      );
      assert.deepEqual((await store.history(REF, { after: 0, limit: 9 }))?.entries, ["one", "two", "three"]);
      assert.deepEqual((await store.readEvents(REF, 0, 9))?.events.map(({ seq }) => seq), [1, 2, 3]);
      const replayed = await store.begin({ ...begin("o4", ["one"]), idempotency });
      assert(replayed.type === "replayed");
      assert.deepEqual(replayed.receipt, { text: "T", entries: ["one", "two", "three"] });
      assert.equal(await store.getBlob(REF, blob), SECRET);

      const target = { ...REF, thread: "t2" };
      const fork = { source: REF, target, length: 2, append: ["x"], version: 1, base: 0, summary: null };
      assert.equal(await store.fork({ ...fork, thread: NEW, status: "done" }), true);
      assert.deepEqual((await store.history(target, { after: 0, limit: 9 }))?.entries, ["one", "two", "x"]);
      assert.deepEqual((await store.list(REF.tenant, { limit: 9 })).threads.map(({ thread }) => thread), [
        "t2",
        "t1",
      ]);
    },
  );
}

/** The requests of a script that redis does not have. */
const ALONE = [["EVALSHA"], ["EVAL"]];

needsRedis("E14: upstash scripts that redis forgot are sent again, in the middle of a step", async () => {
  await using opened = await openUpstashStore();
  const { store, rest: { stats } } = opened;
  const redis = new RespClient(opened.redis);
  try {
    await store.create(REF, NEW);
    const begun = await store.begin(begin("o1", ["one"]));
    assert(begun.type === "begun");
    for (let version = 0; version < 3; version++) {
      await redis.send([["SCRIPT", "FLUSH"]]);
      stats.reset();
      const request = { ...commit("o1", version + 1, version, ["one"]), consumed: version === 0 ? 1 : 0 };
      assert.equal((await store.advance({ ...request, leaseMs: 30_000 })).type, "advanced");
      const commands = stats.requests.map((request) => request.commands);
      // With the first one the thread gets another status, and the second one takes it out of the set of the status before.
      const moves = version < 2;
      if (moves) assert.deepEqual(commands.shift(), ["EVALSHA", "EVALSHA"]);
      assert.deepEqual(commands, moves ? [...ALONE, ...ALONE] : ALONE);
    }
    await redis.send([["SCRIPT", "FLUSH"]]);
    assert.equal((await store.begin({ ...begin("o2", ["x"]), create: NEW })).type, "busy");
  } finally {
    await redis.close();
  }
});

needsRedis(
  "E14: upstash a new thread takes along what another one has left, without a script more",
  async () => {
    await using opened = await openUpstashStore();
    const { store, rest: { stats } } = opened;
    await store.create(REF, NEW);
    assert.equal((await store.begin(begin("o1", ["one"]))).type, "begun");
    const left = { ...commit("o1", 1, 0, ["one"]), consumed: 1, status: "done" as const };
    assert.equal((await store.commit(left)).type, "committed");
    const other = { ...REF, thread: "t2" };
    stats.reset();
    assert.equal((await store.begin({ ...begin("o2", ["two"]), ref: other, create: NEW })).type, "begun");
    assert.deepEqual(stats.requests.map((request) => request.commands), [["EVALSHA", "EVALSHA"]]);
    const redis = new RespClient(opened.redis);
    const waiting = threadSetKey(opened.keyPrefix, REF.tenant, "status=waiting");
    assert.deepEqual(await redis.send([["ZCARD", waiting]]), [1], "the new one alone");
    await redis.close();
  },
);

needsRedis(
  "E14: upstash errors are store_unavailable when nothing answers, and never hold what was sent",
  async () => {
    await using opened = await openUpstashStore();
    const url = `http://127.0.0.1:${freePort()}`;
    const silent = createUpstashStore({ url, token: "secret-token", requestTimeoutMs: 2_000 });
    await assertFails("store_unavailable", () => silent.begin(begin("o1", [SECRET])));
    await assertFails("store_unavailable", () => silent.ping());

    const stuck = { delayMs: 60_000 };
    await using slow = await openUpstashStore({ faults: () => stuck, requestTimeoutMs: 50 });
    await assertFails("store_unavailable", () => slow.store.begin(begin("o1", [SECRET])));
    await using broken = await openUpstashStore({
      faults: () => ({ status: 503, body: "<html>busy</html>" }),
    });
    await assertFails("store_unavailable", () => broken.store.begin(begin("o1", [SECRET])));
    assert.equal(broken.rest.stats.total, 3, "two repetitions");

    const wrong = createUpstashStore({ url: opened.rest.url, token: "secret-token" });
    const refused = await assertFails("store_failed", () => wrong.begin(begin("o1", [SECRET])));
    assert.match(refused.message, /UPSTASH_REDIS_REST_TOKEN/);

    await using redis = await startRedis();
    await using rest = await serveRedisRest({ redis, token: "secret-token" });
    const store = createUpstashStore({ url: rest.url, token: rest.token });
    await store.create(REF, NEW);
    await redis.kill();
    await assertFails("store_unavailable", () => store.begin(begin("o1", [SECRET])));
    await assertFails("store_unavailable", () => store.begin({ ...begin("o1", [SECRET]), create: NEW }));
    await redis.restart();
    await store.ping();
    assert.equal((await store.begin({ ...begin("o1", ["x"]), create: NEW })).type, "begun");
  },
);

needsRedis("E14: upstash a key of another type is store_corrupt without what was sent", async () => {
  await using opened = await openUpstashStore({ keyPrefix: "taken" });
  const redis = new RespClient(opened.redis);
  await redis.send([["SET", new ThreadKeys("taken", REF).header, "text"]]);
  await redis.close();
  const error = await assertFails("store_corrupt", () => opened.store.begin(begin("o1", [SECRET])));
  assert.match(error.message, /Thread t1 cannot be read: its header is illegal/);
});

needsRedis("upstash without memory is store_full, and a refusal does not name the script", async () => {
  await using redis = await startRedis();
  await using rest = await serveRedisRest({ redis, token: "secret-token" });
  const store = createUpstashStore({ url: rest.url, token: rest.token });
  await store.create(REF, NEW);
  const admin = new RespClient(redis);
  await admin.send([["CONFIG", "SET", "maxmemory", "1"]]);
  for (const form of ["by text", "by hash"]) {
    const error = await assertFails("store_full", () => store.begin(begin("o1", [SECRET])));
    assert.equal(error.status, 503, form);
    assert.doesNotMatch(error.message, HIDDEN);
  }
  await admin.send([["CONFIG", "SET", "maxmemory", "0"], ["SET", `td:{${REF.tenant}}:i`, "text"]]);
  await admin.close();
  const error = await assertFails("store_failed", () => store.list(REF.tenant, { limit: 1 }));
  assert.match(error.message, /WRONGTYPE/);
  assert.doesNotMatch(error.message, HIDDEN);
});

/** The hash of a script, the name that Redis gives it, and its line. */
const HIDDEN = /[0-9a-f]{40}|user_script|script:/;

needsRedis("upstash runs on a client of the user's, of any build and with other settings", async () => {
  await using opened = await openUpstashStore();
  const { url, token } = opened.rest;
  const text = '"42"';
  const clients = [
    new Redis({ url, token, automaticDeserialization: false }),
    new NodeRedis({ url, token, automaticDeserialization: false }),
    new NodeRedis({
      url,
      token,
      automaticDeserialization: false,
      responseEncoding: false,
      enableAutoPipelining: false,
      retry: false,
      signal: () => AbortSignal.timeout(30_000),
    }),
  ];
  for (const [index, redis] of clients.entries()) {
    const ref = { ...REF, thread: `own${index}` };
    const store = createUpstashStore({ redis, keyPrefix: opened.keyPrefix });
    await store.create(ref, { ...NEW, meta: "42", state: "true" });
    await store.begin({ ...begin("o1", []), ref, expectedVersion: 7 }); // loads the script
    opened.rest.stats.reset();
    const begun = await store.begin({ ...begin("o1", [text, "007"]), ref });
    assert(begun.type === "begun");
    assert.deepEqual([begun.inbox, begun.header.meta, begun.header.state], [[text, "007"], "42", "true"]);
    const committed = await store.commit({
      ...commit("o1", 1, 0, ['{"a":1}', "null", text]),
      ref,
      consumed: 2,
    });
    assert.equal(committed.type, "committed");
    const [first] = opened.rest.stats.requests;
    assert.deepEqual([first?.path, first?.commands], ["/", ["EVALSHA"]]);
    assert.deepEqual((await store.history(ref, { after: 0, limit: 9 }))?.entries, ['{"a":1}', "null", text]);
    const blob = await store.putBlob(ref, text);
    assert.equal(await store.getBlob(ref, blob), text);
  }
});

needsRedis(
  "upstash gives each caller its own answer, whatever else uses a client that pipelines",
  async () => {
    await using opened = await openUpstashStore();
    const { url, token } = opened.rest;
    const redis = new NodeRedis({ url, token, automaticDeserialization: false });
    const store = createUpstashStore({ redis, keyPrefix: opened.keyPrefix });
    const refs = ["a", "b", "c"].map((thread) => ({ ...REF, thread }));
    for (const ref of refs) await store.create(ref, { ...NEW, meta: ref.thread });
    const unsendable: unknown[] = [1n];
    const [a, refused, b, c] = await Promise.allSettled([
      store.read(refs[0] ?? REF),
      redis.eval("return 1", [], unsendable),
      store.read(refs[1] ?? REF),
      store.read(refs[2] ?? REF),
    ]);
    assert.equal(refused.status, "rejected");
    const metas = [a, b, c].map((read) =>
      read.status === "fulfilled" ? read.value?.header.meta : read.reason
    );
    assert.deepEqual(metas, ["a", "b", "c"]);
  },
);

Deno.test("upstash refuses a client whose settings change answers, and names the setting", () => {
  const address = { url: "https://name.upstash.io", token: "token" };
  const raw = { ...address, automaticDeserialization: false };
  const refused = [
    [new Redis(address), /automaticDeserialization: false/],
    [new NodeRedis(address), /automaticDeserialization: false/],
    [new NodeRedis({ ...address, automaticDeserialization: true }), /automaticDeserialization: false/],
    [new Redis({ ...raw, signal: AbortSignal.timeout(1) }), /signal: \(\) =>/],
  ] as const;
  for (const [redis, message] of refused) {
    assert.throws(() => createUpstashStore({ redis }), {
      name: "AgentError",
      code: "config_invalid",
      message,
    });
  }
  createUpstashStore({ redis: new Redis({ ...raw, signal: () => AbortSignal.timeout(1) }) });
});

Deno.test("E14: upstash a wrong url or token is config_invalid and names the variable", () => {
  const token = "token";
  for (
    const url of ["", "name.upstash.io", "redis://host", "https://user:pw@host", "https://host?_token=x"]
  ) {
    assert.throws(
      () => createUpstashStore({ url, token }),
      (error) =>
        error instanceof AgentError && error.code === "config_invalid" &&
        error.message.startsWith("UPSTASH_REDIS_REST_URL ") && !error.message.includes("pw"),
    );
  }
  for (const wrong of ["", "to ken", "token\n", "tökén"]) {
    assert.throws(
      () => createUpstashStore({ url: "https://name.upstash.io", token: wrong }),
      (error) =>
        error instanceof AgentError && error.code === "config_invalid" &&
        error.message.startsWith("UPSTASH_REDIS_REST_TOKEN ") &&
        (wrong === "" || !error.message.includes(wrong)),
    );
  }
});

needsRedis(
  "E14: upstash tries once whether the database takes the locking form, and keeps the result",
  async () => {
    await using plain = await openUpstashStore();
    const names = () => plain.rest.stats.requests.map(({ commands }) => commands.join());
    await plain.store.read(REF);
    assert.deepEqual(names().slice(0, 3), ["EVALSHA", "EVAL", "EVALSHA"], "redis 7.0 refuses the flag");
    await plain.store.cancel(REF);
    const again = createUpstashStore({ url: plain.rest.url, token: plain.rest.token });
    plain.rest.stats.reset();
    await plain.store.read(REF);
    await again.read(REF);
    assert.deepEqual(names(), ["EVALSHA", "EVALSHA"], "known to every store of the isolate");

    const sent: string[][] = [];
    const accepting = (request: FaultSubject): Fault => {
      const [command = []] = request.commands;
      sent.push(command);
      if (command[0]?.toUpperCase() === "EVALSHA" && sent.length === 1) {
        return { status: 400, body: '{"error":"NOSCRIPT No matching script."}' };
      }
      return { status: 200, body: '{"result":null}' };
    };
    await using locking = await openUpstashStore({ faults: accepting });
    assert.equal(await locking.store.read(REF), undefined);
    assert.equal(await locking.store.read(REF), undefined);
    assert.deepEqual(sent.map(([name]) => name?.toUpperCase()), ["EVALSHA", "EVAL", "EVALSHA"]);
    assert.match(sent[1]?.[1] ?? "", /^#!lua flags=allow-key-locking\n/);
    assert.equal(sent[0]?.[1], sent[2]?.[1], "the hash of the locking form stays");

    const old: Fault = {
      status: 400,
      body: '{"error":"ERR Error compiling script: unexpected symbol near \'#\'"}',
    };
    const before7 = ({ commands: [command = []] }: FaultSubject) =>
      command[1]?.startsWith("#!") ? old : undefined;
    await using ancient = await openUpstashStore({ faults: before7 });
    assert.equal(await ancient.store.create(REF, NEW), true);
    assert.equal((await ancient.store.read(REF))?.header.version, 0);
  },
);

needsRedis(
  "E2: upstash all keys of a script have one hash slot, and threads never share one key",
  async () => {
    const seen: string[][] = [];
    const watch = ({ commands }: FaultSubject) => {
      for (const [name = "", , count, ...rest] of commands) {
        if (/^eval/i.test(name)) seen.push(rest.slice(0, Number(count)));
      }
      return undefined;
    };
    await using opened = await openUpstashStore({ faults: watch, lifetimes: { threadMs: 60_000 } });
    await useEverything(opened.store, { tenant: "a/b:{c}", thread: "x{y}:z/1" });
    assert(seen.length > 20);
    for (const keys of seen) assert.equal(new Set(keys.map(slotOf)).size, 1, keys.join(" "));

    const names = ["a", "a/b", "a:b", "a}b", "{a", "a%2Fb", "a%", "é", "🦄", "", "~!*'()", "\ud800"];
    const headers = names.flatMap((tenant) =>
      names.map((thread) => new ThreadKeys("td", { tenant, thread }).header)
    );
    assert.equal(new Set(headers).size, headers.length);
    for (const header of headers) assert.match(header, /^td:\{[^{}/:]*\/[^{}/:]*\}:h$/);
    for (const name of names) assert.equal(fromKeyPart(toKeyPart(name)), name);
    assert.equal(toKeyPart("thread_0-9.a"), "thread_0-9.a");
  },
);

needsRedis(
  "C4: upstash learned capabilities are one request each, under keys with their names (pin)",
  async () => {
    const seen: (readonly string[])[] = [];
    const watch = ({ commands }: FaultSubject) => {
      seen.push(...commands);
      return undefined;
    };
    await using opened = await openUpstashStore({ faults: watch });
    const { store, rest: { stats } } = opened;
    stats.reset();
    await store.recordLearnedCapabilities("a/b", "openai/gpt-5.1", ["tool", "none"], 1_000);
    await store.readLearnedCapabilities("a/b", "openai/gpt-5.1");
    assert.equal(stats.requests.length, 2);
    const [first = [], second = [], [name, ...keys] = [], ...more] = seen;
    const prefix = first[1]?.split(":{")[0];
    const key = (feature: string) => `${prefix}:{a%2Fb}:c:openai%2Fgpt-5.1:${feature}`;
    assert.deepEqual(first, ["set", key("tool"), "1", "px", "1000"]);
    assert.deepEqual(second, ["set", key("none"), "1", "px", "1000"]);
    assert.deepEqual([name, keys, more], ["mget", FEATURES.map(key), []]);
    assert.equal(new Set(keys.map(slotOf)).size, 1, "a cluster answers one MGET from one node");
  },
);

needsRedis("C10: upstash definitions are one request each, in one hash a kind (pin)", async () => {
  const seen: (readonly string[])[] = [];
  const watch = ({ commands }: FaultSubject) => {
    seen.push(...commands);
    return undefined;
  };
  await using opened = await openUpstashStore({ faults: watch });
  const { store, rest: { stats } } = opened;
  stats.reset();
  await store.putDefinition("a/b", "policy", "p", "text");
  await store.readDefinition("a/b", "policy", "p");
  await store.listDefinitions("a/b", "policy");
  await store.removeDefinition("a/b", "policy", "p");
  assert.equal(stats.requests.length, 4);
  const key = `${seen[0]?.[1]?.split(":{")[0]}:{a%2Fb}:d:policy`;
  assert.deepEqual(seen, [
    ["hset", key, "p", "text"],
    ["hget", key, "p"],
    ["hkeys", key],
    ["hdel", key, "p"],
  ]);
});

needsRedis("E2: upstash scripts touch no key that they do not declare, as key locking demands", async () => {
  await using opened = await openUpstashStore({ lifetimes: { threadMs: 60_000 } });
  await using monitor = await startMonitor(opened.redis);
  await useEverything(opened.store, REF);
  const seen = await monitor.stop();
  const touched = seen.filter(({ lua }) => lua);
  assert(touched.length > 200, `${touched.length} commands of scripts were seen`);
  let declared: readonly string[] = [];
  for (const { lua, words } of seen) {
    if (!lua) declared = /^eval/i.test(words[0] ?? "") ? words.slice(3, 3 + Number(words[2])) : [];
    else {for (const key of keysOf(words)) {
        assert(declared.includes(key), `${words.join(" ")} is not declared`);
      }}
  }
});

needsRedis("E2: upstash no request of a 12 MB blob or of a 700 KB commit is over 900 KB", async () => {
  await using opened = await openUpstashStore();
  const { store, rest: { stats } } = opened;
  await store.create(REF, NEW);
  const texts = [
    '{"a":"b\\\\"}'.repeat(1_100_000),
    "\0".repeat(1_000_000),
    "🦄".repeat(300_000),
    "",
    '\ud800a"'.repeat(200_000),
  ];
  for (const text of texts) {
    const blob = await store.putBlob(REF, text);
    assert.equal(blob.bytes, new TextEncoder().encode(text).length);
    assert.equal(await store.getBlob(REF, blob) === text, true);
  }
  const entries = Array.from({ length: 7 }, (_, index) => `${index}${'"'.repeat(99_999)}`);
  const begun = await store.begin(begin("o1", ["x"]));
  assert(begun.type === "begun");
  assert.equal((await store.commit(commit("o1", 1, 0, entries))).type, "committed");
  assert.deepEqual((await store.history(REF, { after: 0, limit: 3 }))?.entries, entries.slice(0, 3));
  assert(stats.requests.every(({ bytesIn }) => bytesIn <= 900_000));
  await assertFails("store_failed", () => store.begin(begin("o2", ["\0".repeat(200_000)])));
  await assertFails("store_failed", () => store.begin(begin("o2", ["\ud800"])));
});

needsRedis(
  "E2: upstash the largest begin, flush, advance and commit of a runtime fit, all of it quotes",
  async () => {
    await using opened = await openUpstashStore();
    const { store, rest: { stats } } = opened;
    /** A text that takes `bytes` in a request. */
    const quotes = (bytes: number) => '"'.repeat(bytes / 2);
    const eventsFrom = (first: number) =>
      Array.from({ length: 192 }, (_, index) => ({ seq: first + index, text: quotes(1_024) }));
    const inputs = [quotes(500 * 1_024), quotes(12 * 1_024)];
    const idempotency = { key: "k", bodyHash: "h" };
    const create = { ...NEW, meta: quotes(32 * 1_024), state: quotes(32 * 1_024) };
    const begun = await store.begin({ ...begin("o1", inputs), create, idempotency });
    assert(begun.type === "begun");
    assert.deepEqual(begun.inbox, inputs);
    await store.abandon({ ref: REF, owner: "o1", epoch: 1, inputs, idempotency });
    assert.equal(await store.read(REF), undefined);
    assert.equal((await store.begin({ ...begin("o2", inputs), create, idempotency })).type, "begun");
    assert.equal(await store.flush(REF, { owner: "o2", epoch: 1, leaseMs: 30_000 }, eventsFrom(0)), "ok");

    const entries = Array.from({ length: 4 }, () => quotes(100 * 1_024));
    const ids = Array.from({ length: 100 }, (_, index) => `call_${index}`);
    const work = {
      state: quotes(32 * 1_024),
      pending: { ids, calls: quotes(256 * 1_024) },
      summary: { text: quotes(64 * 1_024), base: 1 },
    };
    stats.reset();
    const first = { ...commit("o2", 1, 0, entries), ...work, events: eventsFrom(192), consumed: 2 };
    assert.equal((await store.advance({ ...first, idempotency, leaseMs: 30_000 })).type, "advanced");
    const receipt = { ...idempotency, outcome: "done" as const, text: quotes(8 * 1_024) };
    const last = { ...commit("o2", 2, 1, entries), ...work, events: eventsFrom(384), consumed: 0, receipt };
    assert.equal((await store.commit(last)).type, "committed");
    assert(stats.requests.every(({ bytesIn }) => bytesIn <= 900_000));

    const snapshot = await store.read(REF);
    assert.deepEqual([
      snapshot?.pending,
      snapshot?.header.summary,
      snapshot?.header.length,
      snapshot?.waiting,
    ], [
      work.pending,
      work.summary.text,
      8,
      0,
    ]);
    assert.deepEqual((await store.history(REF, { after: 4, limit: 4 }))?.entries, entries);
    assert.deepEqual((await store.readEvents(REF, 191, 1_000))?.events, [
      ...eventsFrom(192),
      ...eventsFrom(384),
    ]);
  },
);

needsRedis("E2: upstash what commits do not touch lives as long as the thread, and no longer", async () => {
  await using opened = await openUpstashStore({ lifetimes: { threadMs: 2_000 } });
  const { store, keyPrefix } = opened;
  const redis = new RespClient(opened.redis);
  try {
    await store.create(REF, NEW);
    const blob = await store.putBlob(REF, "kept");
    const texts = Array.from({ length: 900 }, (_, index) => `${index}`);
    for (let version = 0; version < 4; version++) {
      const begun = await store.begin(begin(`o${version}`, ["x"]));
      assert(begun.type === "begun");
      await store.commit({ ...commit(`o${version}`, version + 1, version, texts), blobs: [blob] });
    }
    const until = Date.now() + 3_000;
    for (let version = 4; Date.now() < until; version++) {
      const begun = await store.begin(begin(`o${version}`, ["x"]));
      assert(begun.type === "begun");
      const outcome = await store.commit(commit(`o${version}`, version + 1, version, []));
      assert.equal(outcome.type, "committed");
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const page = await store.history(REF, { after: 0, limit: 4_000 });
    assert.deepEqual(page?.entries, [...texts, ...texts, ...texts, ...texts]);
    assert.equal(await store.getBlob(REF, blob), "kept");

    const keys = async () => (await redis.send([["KEYS", `${keyPrefix}:{acme/*`]]))[0];
    await eventually(async () => JSON.stringify(await keys()) === "[]");
    assert.equal(await store.read(REF), undefined);
    assert.deepEqual(await store.list(REF.tenant, { limit: 10 }), { threads: [] });
  } finally {
    await redis.close();
  }
});

needsRedis(
  "E3: upstash a flush, a commit and an abandon leave a lease that another holds, whatever the header says",
  async () => {
    await using opened = await openUpstashStore();
    const { store, keyPrefix } = opened;
    const redis = new RespClient(opened.redis);
    const step = { owner: "o1", epoch: 1 };
    const ends = {
      flush: async () => assert.equal(await store.flush(REF, { ...step, leaseMs: 30_000 }, []), "ok"),
      commit: async () => assert.equal((await store.commit(commit("o1", 1, 0, []))).type, "committed"),
      abandon: async () => await store.abandon({ ref: REF, ...step, inputs: ["one"] }),
    };
    try {
      for (const [what, end] of Object.entries(ends)) {
        const begun = await store.begin({ ...begin("o1", ["one"]), create: NEW });
        assert(begun.type === "begun", what);
        const { lease } = new ThreadKeys(keyPrefix, REF);
        await redis.send([["SET", lease, "another"]]);
        await end();
        const [holder] = await redis.send([["GET", lease]]);
        assert(holder instanceof Uint8Array, what);
        assert.equal(new TextDecoder().decode(holder), "another", what);
        await redis.send([["DEL", lease]]);
        await store.remove(REF);
      }
    } finally {
      await redis.close();
    }
  },
);

needsRedis("E2: upstash remove leaves no key behind but expiring receipts", async () => {
  await using opened = await openUpstashStore();
  const { store, keyPrefix } = opened;
  await useEverything(store, REF);
  const redis = new RespClient(opened.redis);
  try {
    assert.equal(await store.remove(REF), true);
    const [left] = await redis.send([["KEYS", `${keyPrefix}:*`]]);
    assert(Array.isArray(left));
    const names = left.map((key) => key instanceof Uint8Array ? new TextDecoder().decode(key) : "");
    const more = names.filter((name) => !name.includes(":r:")).sort();
    assert.deepEqual(
      more,
      Object.values(ledgerKeys(keyPrefix, REF.tenant, DAY)),
      "the ledger is the tenant's",
    );
    for (const name of names) {
      const [ttl] = await redis.send([["PTTL", name]]);
      assert(typeof ttl === "number" && ttl > 0);
    }
  } finally {
    await redis.close();
  }
});

Deno.test("E2: pieces of a text are cut by their size on the wire, and never inside a surrogate pair", () => {
  const text = 'a"\\\n\0é€🦄\ud800b'.repeat(50) + "🦄".repeat(200);
  assert.equal(
    jsonBytes('a"\\\n\0é€🦄\ud800'),
    new TextEncoder().encode(JSON.stringify('a"\\\n\0é€🦄\ud800')).length - 2,
  );
  for (const limit of [16, 17, 31, 64, 1_000]) {
    for (const sample of [text, text.replaceAll("\ud800", "")]) {
      const pieces = toPieces(sample, limit);
      assert.equal(fromPieces(pieces), sample);
      for (const piece of pieces) {
        assert(piece.isWellFormed());
        assert(jsonBytes(piece) <= limit + 5, `${jsonBytes(piece)} of ${limit}`);
      }
    }
  }
  assert.deepEqual(toPieces(""), ["="]);
});

/** One pass over every operation that names keys, with a history of several segments. */
async function useEverything(store: Store, ref: ThreadRef): Promise<void> {
  const idempotency = { key: "k", bodyHash: "h" };
  const blob = await store.putBlob(ref, "text");
  const texts = Array.from({ length: 2_500 }, (_, index) => `${index}`);
  const begun = await store.begin({ ...begin("o1", ["x"]), ref, create: NEW, idempotency });
  assert(begun.type === "begun");
  const events = [{ seq: 0, text: "e" }];
  const first = { ...commit("o1", 1, 0, texts), ref, blobs: [blob], events };
  assert.equal((await store.advance({ ...first, idempotency, leaseMs: 30_000 })).type, "advanced");
  assert.equal(await store.flush(ref, { owner: "o1", epoch: 2, leaseMs: 30_000 }, events), "ok");
  const pending = { ids: ["c1"], calls: "[]" };
  const receipt = { ...idempotency, outcome: "done", text: "T" } as const;
  const second = { ...commit("o1", 2, 1, texts), ref, consumed: 0, pending, receipt };
  assert.equal((await store.commit(second)).type, "committed");
  assert.equal((await store.begin({ ...begin("o2", ["y"]), ref, idempotency })).type, "replayed");
  assert.equal((await store.decide(ref, "c1", { approved: true, at: 1 })).type, "decided");
  const abandoned = { ref, owner: "o2", idempotency: { key: "l", bodyHash: "h" } };
  assert.equal((await store.begin({ ...begin("o2", ["y"]), ...abandoned })).type, "begun");
  assert.equal(await store.markStarted(ref, 3, ["c1"]), "marked");
  await store.abandon({ ...abandoned, epoch: 3, inputs: ["y"] });
  const held = reservation();
  await store.reserve(ref.tenant, held);
  await store.book(ref.tenant, booking({ reservations: [held.id] }));
  assert.equal((await store.cancel(ref))?.running, false);
  assert.equal((await store.read(ref))?.header.length, 5_000);
  assert.equal((await store.history(ref, { after: 500, limit: 2_000 }))?.entries.length, 2_000);
  assert.equal((await store.readEvents(ref, -1, 10))?.events.length, 1);
  assert.equal((await store.list(ref.tenant, { limit: 10 })).threads[0]?.thread, ref.thread);
  const target = { ...ref, thread: "fork" };
  const copy = { length: 4_000, append: ["x"], version: 2, base: 1, summary: "S", status: "done" } as const;
  assert.equal(await store.fork({ source: ref, target, ...copy, thread: NEW }), true);
  assert.equal(await store.fork({ source: ref, target, ...copy, thread: NEW }), false);
  const page = await store.history(target, { after: 0, limit: 5_000 });
  assert.deepEqual(page?.entries, [...texts, ...texts.slice(0, 1_500), "x"]);
  assert.equal(await store.getBlob(target, blob), "text");
  assert.equal(await store.remove(target), true);
  assert.equal(await store.remove(target), false);
}

/** The keys of a command that our scripts use. */
function keysOf([name = "", ...words]: string[]): string[] {
  switch (name.toUpperCase()) {
    case "DEL":
      return words;
    case "RENAME":
      return words.slice(0, 2);
    default:
      return words.slice(0, 1);
  }
}

/** Every request meets the fault the first time it comes, and passes the second time. */
function everyOther(fault: Fault): (request: FaultSubject) => Fault | undefined {
  let last = "";
  return ({ commands }) => {
    const text = JSON.stringify(commands);
    const repeated = text === last;
    last = repeated ? "" : text;
    return repeated ? undefined : fault;
  };
}

async function assertFails(code: string, action: () => Promise<unknown>): Promise<AgentError> {
  const error = await action().then(() => undefined, (thrown: unknown) => thrown);
  assert(error instanceof AgentError, `expected ${code}, got ${Deno.inspect(error)}`);
  assert.equal(error.code, code, Deno.inspect(error));
  const shown = Deno.inspect(error) + JSON.stringify(error) + String(error.cause);
  for (const secret of ["secret-token", "test-token-of-the-bridge", SECRET]) {
    assert(!shown.includes(secret), `the error shows "${secret}"`);
  }
  return error;
}

/** The slot of a key in a Redis cluster: CRC16 of its hash tag, modulo 16,384. */
function slotOf(key: string): number {
  const tag = /\{([^}]+)\}/.exec(key)?.[1] ?? key;
  let crc = 0;
  for (const byte of new TextEncoder().encode(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) !== 0 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc % 16_384;
}

function begin(owner: string, inputs: string[]): BeginRequest {
  const window = { entries: 40, bytes: 400_000 };
  return { ref: REF, owner, leaseMs: 30_000, schema: 1, inputs, busy: "reject", window };
}

function commit(owner: string, epoch: number, version: number, entries: readonly string[]): CommitRequest {
  return {
    ref: REF,
    owner,
    epoch,
    version,
    schema: 1,
    entries,
    status: "open",
    state: "{}",
    counters: ZERO_COUNTERS,
    pending: null,
    consumed: 1,
    blobs: [],
    events: [],
  };
}
