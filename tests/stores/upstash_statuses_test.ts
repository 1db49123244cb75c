import assert from "node:assert/strict";
import { THREAD_STATUSES } from "../../src/core/state.ts";
import { projectRoot, walkFiles } from "../support/project.ts";

Deno.test("the statuses in the Lua scripts are those of ThreadStatus", async () => {
  const found: string[] = [];
  for await (const file of walkFiles("src/stores/upstash/lua")) {
    const source = await Deno.readTextFile(new URL(file, projectRoot));
    // Behind 'st' stands its value in HSET and the field 'len' in HMGET.
    for (const [, status = ""] of source.matchAll(/(?:\bstatus ==? |'st', (?!'len'))'(\w+)'/g)) {
      found.push(status);
    }
  }
  assert(found.length > 5, `only ${found.length} statuses found: ${found}`);
  assert.deepEqual(found.filter((status) => !THREAD_STATUSES.some((known) => known === status)), []);
});
