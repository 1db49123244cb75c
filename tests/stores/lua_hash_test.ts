// Row E2: the hash that EVALSHA sends is that of Redis, and the scripts keep the rules of script.ts.

import assert from "node:assert/strict";
import { THREAD_STATUSES } from "../../src/core/state.ts";
import * as begin from "../../src/stores/upstash/lua/begin.ts";
import * as commit from "../../src/stores/upstash/lua/commit.ts";
import * as due from "../../src/stores/upstash/lua/due.ts";
import * as enqueue from "../../src/stores/upstash/lua/enqueue.ts";
import * as inbox from "../../src/stores/upstash/lua/inbox.ts";
import * as ledger from "../../src/stores/upstash/lua/ledger.ts";
import * as lease from "../../src/stores/upstash/lua/lease.ts";
import {
  COMMIT_FIELD,
  COMMITS,
  EVENT_FIELD,
  FIRST_COUNTERS,
  HEADER_FIELD,
  HEADER_FIELDS,
  KEY,
  PENDING_FIELD,
  RECEIPT_FIELD,
  RECEIPT_STATE,
  SEGMENT,
} from "../../src/stores/upstash/layout.ts";
import { defineScript, type Script } from "../../src/stores/upstash/lua/script.ts";
import * as thread from "../../src/stores/upstash/lua/thread.ts";
import * as threadSets from "../../src/stores/upstash/lua/thread_sets.ts";
import * as transfer from "../../src/stores/upstash/lua/transfer.ts";
import { hashOfScript } from "../../src/stores/upstash/script_hash.ts";
import { startRedis } from "../support/redis/server.ts";
import { needsRedis } from "../support/requires.ts";
import { ErrorReply, RespClient } from "../../src/redis_rest/resp.ts";

const SCRIPTS: Script[] = [begin, commit, due, enqueue, inbox, lease, ledger, thread, threadSets, transfer]
  .flatMap((
    module,
  ) => Object.values(module));

needsRedis("E2: redis compiles every script under the hash that EVALSHA sends", async () => {
  await using redis = await startRedis();
  const client = new RespClient(redis);
  try {
    assert.equal(SCRIPTS.length, 32);
    for (const { name, source } of SCRIPTS) {
      const [reply] = await client.send([["SCRIPT", "LOAD", source]]);
      assert(reply instanceof Uint8Array, `${name}: ${reply instanceof ErrorReply ? reply.message : reply}`);
      assert.equal(await hashOfScript(source), new TextDecoder().decode(reply), name);
    }
  } finally {
    await client.close();
  }
});

Deno.test("E2: no script computes a key, parses JSON or reads the clock", () => {
  for (const { name, source } of SCRIPTS) {
    assert.doesNotMatch(source, /cjson|cmsgpack|'TIME'|'KEYS'|'SCAN'|'LINDEX'|loadstring/, name);
    assert.doesNotMatch(source, /(KEYS\[[^\]]*\]|K\.\w+)\s*\.\./, `${name} makes a key out of a key`);
    assert.doesNotMatch(source, /'LRANGE', K\.(active|previous), 0, -1/, `${name} reads a whole segment`);
    assert.doesNotMatch(source, /^#!/m, name);
  }
});

Deno.test("E2: the statuses that scripts write and compare are those of ThreadStatus (pin)", () => {
  assert.deepEqual(THREAD_STATUSES, ["open", "waiting", "done", "failed", "cancelled"]);
  const known: readonly string[] = THREAD_STATUSES;
  const written: Record<string, string[]> = {};
  for (const { name, source } of SCRIPTS) {
    const words = source.replaceAll(/.HMGET.[^)]*\)/g, "").matchAll(
      /(?:'st', |tostring\(told\), '0', |\bstatus (?:=|==|~=) )'([a-z]\w+)'/g,
    );
    const statuses = new Set(Array.from(words, ([, status = ""]) => status));
    for (const status of statuses) assert.ok(known.includes(status), `${name}: ${status}`);
    if (statuses.size > 0) written[name] = [...statuses].sort();
  }
  assert.deepEqual(written, {
    begin: ["cancelled", "done", "waiting"],
    commit: ["cancelled"],
    cancel: ["cancelled"],
    create: ["waiting"],
    enqueue: ["waiting"],
    decide: ["cancelled", "open", "waiting"],
  });
});

Deno.test("E2: the short names of what is stored are those that stored threads have (pin)", () => {
  assert.deepEqual(Object.entries(KEY).map(([name, short]) => `${name} ${short}`), [
    "header h",
    "active l",
    "previous p",
    "lease k",
    "pending x",
    "inbox q",
    "events e",
    "blobs b",
    "renewal t",
    "archive s",
    "blob b",
    "receipt r",
    "staging w",
  ]);
  assert.deepEqual(HEADER_FIELDS, [
    "sv",
    "v",
    "ep",
    "cx",
    "st",
    "len",
    "base",
    "sum",
    "meta",
    "state",
    "n",
    "n2",
    "fc",
    "ti",
    "ar",
  ]);
  assert.deepEqual(Object.values(HEADER_FIELD).slice(HEADER_FIELDS.length), [
    "id",
    "bo",
    "be",
    "bc",
    "br",
    "bv",
    "ce",
    "qo",
    "xo",
    "xr",
    "fo",
    "ln",
  ]);
  assert.deepEqual(Object.values(RECEIPT_FIELD), ["s", "i", "b", "e", "f", "t", "x"]);
  assert.deepEqual(RECEIPT_STATE, { running: "P", queued: "Q", retry: "R", done: "D" });
  assert.deepEqual(Object.values(PENDING_FIELD), ["c", "o:", "p:", "s:", "d:"]);
  assert.deepEqual([COMMIT_FIELD, COMMITS, EVENT_FIELD, SEGMENT, FIRST_COUNTERS], ["l", 32, "t", 1024, 6]);
  for (const names of [HEADER_FIELD, RECEIPT_FIELD, PENDING_FIELD]) {
    assert.equal(new Set(Object.values(names)).size, Object.keys(names).length, "no two fields share a name");
  }
});

Deno.test("E2: a call packs its keys and arguments by name, in the order in which the script reads them", () => {
  const script = defineScript({
    name: "sample",
    keys: ["first", "second"],
    optionalKeys: ["third", "fourth"],
    numbers: ["one", "two"],
    texts: ["text"],
    optionalTexts: ["fifth", "sixth"],
    body: "",
  });
  const { keys, args } = script.call({
    keys: { second: "B", first: "A" },
    optionalKeys: { fourth: "D" },
    args: { text: "t", two: 2, one: -1, sixth: "" },
    moreKeys: ["E"],
    moreArgs: ["more"],
  });
  assert.deepEqual([keys, args], [["A", "B", "D", "E"], ["0101 -1 2", "t", "", "more"]]);
});
