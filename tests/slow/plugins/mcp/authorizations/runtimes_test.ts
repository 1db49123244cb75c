// Row E10: users authorize MCP servers in workerd, over Upstash, with several isolates.

import assert from "node:assert/strict";
import * as z from "zod";
import { bootWorker } from "../../../support/boot_worker.ts";
import { serveAuthorization } from "../../../../support/mcp/authorization_server.ts";
import { serveMcp, words } from "../../../../support/mcp/server.ts";
import { serveRedisRest } from "../../../../support/redis/rest.ts";
import { fileRedis } from "../../../../support/redis/upstash_store.ts";
import { needs } from "../../../../support/requires.ts";
import { released } from "../../../integration/rolling/_tree.ts";
import { BEFORE_ADDRESSES, meetBeforeAddresses } from "./_before_addresses.ts";
import { PORT } from "./_port.ts";

const STEPS = 64;
const KEY = "key-of-acme-0123456789";
const HEADERS = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };

Deno.test({
  name:
    "E10: in three isolates of workerd over Redis a token that ends in the middle of 64 steps is refreshed once",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const tool = {
      name: "look",
      description: "",
      schema: z.object({}),
      annotations: { readOnlyHint: true },
      run: () => words("seen"),
    };
    await using server = serveMcp("modern", [tool], PORT);
    await using authorization = serveAuthorization();
    authorization.protect(server);
    await using rest = await serveRedisRest({ redis: await fileRedis(), token: "authorizations-token" });
    const bindings = {
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_STORE: "upstash",
      UPSTASH_REDIS_REST_URL: rest.url,
      UPSTASH_REDIS_REST_TOKEN: rest.token,
      TREADLE_PUBLIC_URL: "https://agents.example.com",
      TREADLE_SEAL_SECRETS: "a-secret-of-the-test-with-32-characters",
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    };
    const main = "tests/slow/plugins/mcp/authorizations/_worker.ts";
    await using first = await bootWorker(bindings, { main });
    await using second = await bootWorker(bindings, { main });
    await using third = await bootWorker(bindings, { main });
    const isolates = [first, second, third];
    // Threads of this run of the test alone: the Redis is shared.
    const run = crypto.randomUUID().slice(0, 8);
    const user = `ann-${run}`;
    const step = async (index: number, body: object) => {
      const response = await isolates[index % isolates.length]?.fetch(`/v1/threads/${run}-${index}/steps`, {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify(body),
      });
      return { status: response?.status, answer: await response?.json() };
    };
    const agree = async (url: string, isolate = 1) => {
      const back = await authorization.agree(url, user);
      const done = await isolates[isolate]?.fetch(`${back.pathname}${back.search}`);
      assert.equal(done?.status, 200, `${await done?.text()}`);
    };

    const refused = await step(0, { agent: "a", user, input: "go" });
    assert.deepEqual([refused.status, refused.answer.code], [409, "authorization_required"]);
    await agree(refused.answer.details.url);
    const all = Array.from({ length: STEPS }, (_, index) => index);
    for (
      const { status, answer } of await Promise.all(
        all.map((index) => step(index, { agent: "a", user, input: "go" })),
      )
    ) {
      assert.equal(status, 200, JSON.stringify(answer));
    }
    authorization.expireAll();
    for (const { answer } of await Promise.all(all.map((index) => step(index, { until: "done" })))) {
      assert.equal(answer.output, "Done.", JSON.stringify(answer));
    }
    assert.deepEqual(authorization.grants, ["authorization_code", "refresh_token"]);
    assert.equal(authorization.users.length, STEPS, "each call ran once");
    assert.deepEqual(authorization.refusals, []);

    // Revoked in the middle of a run: the call waits, another isolate takes the callback, and a third one runs the call.
    await step(STEPS, { agent: "a", user, input: "go" });
    authorization.revoke(user);
    const parked = await step(STEPS, {});
    assert.deepEqual([parked.answer.thread.status, parked.answer.thread.waitsFor], [
      "waiting",
      "authorization",
    ]);
    const again = await first.fetch(`/v1/oauth/srv?user=${user}`, { method: "POST", headers: HEADERS });
    await agree((await again.json()).url, 2);
    const path = `/v1/threads/${run}-${STEPS}`;
    const opened = await (await third.fetch(path, { headers: HEADERS })).json();
    assert.equal(opened.status, "open", "the address is the one of the thread that waits");
    const ended = await third.fetch(`${path}/steps`, {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify({ until: "done" }),
    });
    assert.equal((await ended.json()).output, "Done.");
    assert.equal(authorization.users.length, STEPS + 1);
    const printed = isolates.map((isolate) => isolate.output()).join("");
    assert.ok(!/\bat-|\brt-|code-/.test(printed), printed);
  },
});

needs(
  released(BEFORE_ADDRESSES),
  false,
  `E10: E13: what ${BEFORE_ADDRESSES} keeps of authorizations is used by none of this version, and the other way round, and neither harms the other`,
  meetBeforeAddresses,
);
