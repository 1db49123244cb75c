// Row E2: a script that fails leaves nothing. Redis takes nothing back, so each script reads and checks first and writes then. A
// session of a store is recorded; each call of a script in it is run on the database as it was then: with an error in the place of
// each of its commands, with each of its keys of each other type, with each field of its hashes and each text of its lists as no
// Treadle writes it or gone, and without memory.

import assert from "node:assert/strict";
import * as begin from "../../../../src/stores/upstash/lua/begin.ts";
import * as commit from "../../../../src/stores/upstash/lua/commit.ts";
import * as due from "../../../../src/stores/upstash/lua/due.ts";
import * as enqueue from "../../../../src/stores/upstash/lua/enqueue.ts";
import { WITHDRAW } from "../../../../src/stores/upstash/lua/inbox.ts";
import * as lease from "../../../../src/stores/upstash/lua/lease.ts";
import * as ledger from "../../../../src/stores/upstash/lua/ledger.ts";
import type { Script } from "../../../../src/stores/upstash/lua/script.ts";
import * as thread from "../../../../src/stores/upstash/lua/thread.ts";
import * as threadSets from "../../../../src/stores/upstash/lua/thread_sets.ts";
import * as transfer from "../../../../src/stores/upstash/lua/transfer.ts";
import { hashOfScript } from "../../../../src/stores/upstash/script_hash.ts";
import { ErrorReply, RespClient } from "../../../../src/redis_rest/resp.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { needsRedis } from "../../../support/requires.ts";
import {
  changed,
  digestOf,
  lengthenLives,
  listOf,
  putBack,
  send,
  type State,
  stateOf,
  textOf,
} from "../../../stores/upstash_scripts/_database.ts";
import { recordSession } from "./_session.ts";

const SCRIPTS: readonly Script[] = [begin, commit, due, enqueue, lease, ledger, thread, threadSets, transfer]
  .flatMap((
    module,
  ) => Object.values(module)).concat(WITHDRAW);

/** By text and by hash. */
const BY_FORM = new Map(SCRIPTS.map((script) => [script.source, script]));
for (const script of SCRIPTS) BY_FORM.set(await hashOfScript(script.source), script);

const READS = new Set(
  ("EXISTS HGET HGETALL HMGET HEXISTS HLEN LLEN LRANGE PTTL GET SCARD SMEMBERS SISMEMBER XREVRANGE XRANGE ZSCORE ZRANGEBYSCORE " +
    "ZREVRANGEBYSCORE ZRANGE ZREVRANGE ZRANK ZREVRANK ZCOUNT ZCARD").split(" "),
);

/** What a script says when it is refused: the type of a key, a part that no Treadle writes, or what a request has to bring again. */
const CLEAR = /^WRONGTYPE|\bCORRUPT [a-z]+|staged entries are missing/;

interface Call {
  readonly script: Script;
  readonly keys: readonly string[];
  readonly rest: readonly string[];
}

needsRedis(
  "E2: a script that fails leaves nothing, whichever of its commands fails and whatever it finds",
  async () => {
    const log = await recordSession();
    await using server = await startRedis({ args: ["--enable-debug-command", "yes"] });
    const redis = new RespClient(server);
    const seen = new Map<string, number>();
    const trials = { failed: 0, planted: 0, refused: 0, full: 0 };
    try {
      for (const words of log) {
        const call = callOf(words);
        if (call === "not run") continue;
        if (call !== undefined) {
          seen.set(call.script.name, (seen.get(call.script.name) ?? 0) + 1);
          await lengthenLives(redis);
          const before = await stateOf(redis);
          trials.failed += await failEachCommand(redis, call, before);
          const planted = await plantGarbage(redis, call, before);
          trials.planted += planted.planted;
          trials.refused += planted.refused;
          trials.full += await withoutMemory(redis, call, before);
          const [reply] = await redis.send([evalOf(call)]);
          assert(
            !(reply instanceof ErrorReply),
            `${call.script.name}: ${reply instanceof ErrorReply && reply.message}`,
          );
        } else {
          const reply = await send(redis, ...words);
          assert(!(reply instanceof ErrorReply), words.join(" "));
        }
      }
    } finally {
      await redis.close();
    }
    assert.deepEqual(
      [...seen.keys()].sort(),
      SCRIPTS.map(({ name }) => name).sort(),
      "every script was called",
    );
    console.log(
      `calls: ${[...seen].map(([name, count]) => `${name} ${count}`).join(", ")}; trials: ${
        JSON.stringify(trials)
      }`,
    );
    assert(trials.failed > 500 && trials.refused > 200 && trials.full > 10);
  },
);

/** The first attempts of a store find out which form the database takes; they run nothing. */
function callOf(
  [command = "", text = "", count = "0", ...words]: readonly string[],
): Call | "not run" | undefined {
  if (!/^eval/i.test(command)) return undefined;
  const script = BY_FORM.get(text);
  if (script === undefined) return "not run";
  return { script, keys: words.slice(0, Number(count)), rest: words.slice(Number(count)) };
}

function evalOf({ script, keys, rest }: Call, before = ""): string[] {
  return ["EVAL", before + script.source, String(keys.length), ...keys, ...rest];
}

/** Lua in front of a script: its n-th command is not run and fails with the name of the command. */
function failing(place: number): string {
  const called = `made = made + 1
    if made == ${place} then error('INJECTED ' .. (...), 0) end`;
  return `local real, made = redis, 0
local redis = setmetatable({
  call = function(...) ${called} return real.call(...) end,
  pcall = function(...) ${
    called.replace("error('INJECTED ' .. (...), 0)", "return {err = 'INJECTED'}")
  } return real.pcall(...) end,
}, {__index = real})
`;
}

/** Reads come first, and an error of one leaves the database as it was. */
async function failEachCommand(redis: RespClient, call: Call, before: State): Promise<number> {
  let hasWritten = false;
  for (let place = 1;; place++) {
    const [reply] = await redis.send([evalOf(call, failing(place))]);
    const name = /INJECTED (\w+)/.exec(reply instanceof ErrorReply ? reply.message : "")?.[1];
    const after = await stateOf(redis);
    const differs = changed(before, after);
    if (name !== undefined) {
      const where = `${call.script.name}, command ${place}: ${name}`;
      if (READS.has(name)) assert(!hasWritten, `${where} reads behind a write`);
      if (!hasWritten) assert.deepEqual(differs, [], `${where} failed, and something has changed`);
      hasWritten ||= !READS.has(name);
    }
    if (differs.length > 0) await putBack(redis, before);
    if (name === undefined) return place - 1;
  }
}

/** Values of each type of key, and what no Treadle writes into a field or a list. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  string: ["SET", "text"],
  hash: ["HSET", "field", "x"],
  list: ["RPUSH", "item"],
  set: ["SADD", "member"],
  zset: ["ZADD", "1", "member"],
  stream: ["XADD", "9-9", "field", "x"],
};
const GARBAGE = ["x", "", "-1", "1e400", "99999999999999999999", "7:x"];

async function plantGarbage(
  redis: RespClient,
  call: Call,
  before: State,
): Promise<{ planted: number; refused: number }> {
  let [planted, refused] = [0, 0];
  for (const key of new Set(call.keys)) {
    for (const commands of await defectsOf(redis, key)) {
      await redis.send(commands);
      const garbled = await digestOf(redis);
      const [reply] = await redis.send([evalOf(call)]);
      planted++;
      if (reply instanceof ErrorReply) {
        refused++;
        const how = commands.map((words) => words.join(" ")).join("; ");
        const what = `${call.script.name} with ${how}: ${reply.message}`;
        assert.match(withoutCode(reply), CLEAR, what);
        assert.equal(await digestOf(redis), garbled, what);
        await putBack(redis, before, key);
      } else {
        await putBack(redis, before);
      }
    }
  }
  return { planted, refused };
}

function withoutCode({ message }: ErrorReply): string {
  return message.replace(/^ERR /, "");
}

async function defectsOf(redis: RespClient, key: string): Promise<string[][][]> {
  const type = textOf(await send(redis, "TYPE", key));
  const defects: string[][][] = Object.entries(OTHERS).filter(([other]) => other !== type).map((
    [, [command = "", ...rest]],
  ) => [
    ["DEL", key],
    [command, key, ...rest],
  ]);
  if (type !== "none") defects.push([["DEL", key]]);
  if (type === "hash") {
    const fields = listOf(await send(redis, "HKEYS", key));
    for (const field of fields) {
      defects.push([["HDEL", key, field]], ...GARBAGE.map((value) => [["HSET", key, field, value]]));
    }
  }
  if (type === "list") {
    defects.push(
      [["LPOP", key]],
      [["RPUSH", key, "more"]],
      ...GARBAGE.map((value) => [["LSET", key, "0", value]]),
    );
  }
  return defects;
}

/** The first command that needs memory is refused, and then no other has been run. */
async function withoutMemory(redis: RespClient, call: Call, before: State): Promise<number> {
  await send(redis, "CONFIG", "SET", "maxmemory", "1");
  const [reply] = await redis.send([evalOf(call)]);
  await send(redis, "CONFIG", "SET", "maxmemory", "0");
  const differs = changed(before, await stateOf(redis));
  if (differs.length > 0) await putBack(redis, before);
  if (!(reply instanceof ErrorReply)) return 0;
  assert.match(reply.message, /OOM/);
  assert.deepEqual(differs, [], `${call.script.name} without memory has changed something`);
  return 1;
}
