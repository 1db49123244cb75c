// Row E2: the hashes that EVALSHA sends are those of the scripts, and the scripts keep the rules of script.ts.

import assert from "node:assert/strict";
import * as begin from "../../src/stores/upstash/lua/begin.ts";
import * as commit from "../../src/stores/upstash/lua/commit.ts";
import * as lease from "../../src/stores/upstash/lua/lease.ts";
import { LOCKING_LINE, type Script } from "../../src/stores/upstash/lua/script.ts";
import * as thread from "../../src/stores/upstash/lua/thread.ts";
import * as transfer from "../../src/stores/upstash/lua/transfer.ts";
import { startRedis } from "../support/redis/server.ts";
import { needsRedis } from "../support/requires.ts";
import { ErrorReply, RespClient } from "../support/redis/resp.ts";

const SCRIPTS: Script[] = [begin, commit, lease, thread, transfer].flatMap((module) => Object.values(module));

needsRedis("E2: redis compiles every script under the hash that is stored beside it", async () => {
  await using redis = await startRedis();
  const client = new RespClient(redis);
  try {
    for (const { name, source, sha1 } of SCRIPTS) {
      const [reply] = await client.send([["SCRIPT", "LOAD", source]]);
      assert(reply instanceof Uint8Array, `${name}: ${reply instanceof ErrorReply ? reply.message : reply}`);
      assert.equal(sha1, new TextDecoder().decode(reply), name);
    }
  } finally {
    await client.close();
  }
});

Deno.test("E2: both hashes of every script are those of its text", async () => {
  assert.equal(SCRIPTS.length, 16);
  for (const { name, source, sha1, lockingSha1 } of SCRIPTS) {
    assert.equal(sha1, await sha1Of(source), name);
    assert.equal(lockingSha1, await sha1Of(LOCKING_LINE + source), name);
  }
});

Deno.test("E2: no script computes a key, parses JSON or asks for the time", () => {
  for (const { name, source } of SCRIPTS) {
    assert.doesNotMatch(source, /cjson|cmsgpack|'TIME'|'KEYS'|'SCAN'|'LINDEX'|loadstring/, name);
    assert.doesNotMatch(source, /KEYS\[[^\]]*\]\s*\.\./, `${name} makes a key out of a key`);
    assert.doesNotMatch(source, /'LRANGE', (KEYS\[\d\]|l|p), 0, -1/, `${name} reads a whole segment`);
    assert.doesNotMatch(source, /^#!/m, name);
  }
});

async function sha1Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
