// What GET /v1/deployment says, and to whom.

import assert from "node:assert/strict";
import { createClient } from "../../../src/react/client/mod.ts";
import { SCHEMA } from "../../../src/core/state.ts";
import { VERSION } from "../../../src/core/text/version.ts";
import { deploymentSchema } from "../../../src/http/schemas/responses/deployment.ts";
import config from "../../../deno.json" with { type: "json" };
import { createTestApp, json, KEY } from "../_app.ts";

Deno.test("V2: a deployment says its version, its schema, its runtime, the kind of its store and how many agents it has", async () => {
  const { send, fetch, store } = createTestApp();
  const facts = await json(await send("GET", "/v1/deployment"));
  assert.deepEqual(facts, {
    version: config.version,
    schema: SCHEMA,
    runtime: `Deno/${Deno.version.deno}`,
    store: store.name,
    agents: 1,
  });
  assert.deepEqual(deploymentSchema.parse(facts), facts);
  const client = createClient({
    url: "http://treadle.test",
    key: KEY,
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  assert.deepEqual(await client.deployment(), facts);
  assert.equal(VERSION, config.version, "src/core/text/version.ts has the version of deno.json");
});

Deno.test("V2: the facts of a deployment need a key and the scope manage", async () => {
  const { app } = createTestApp();
  assert.equal((await app.request("/v1/deployment")).status, 401);
  const { send } = createTestApp({
    authenticate: () => ({ tenant: "acme", scopes: ["read", "run", "decide"] }),
  });
  const response = await send("GET", "/v1/deployment");
  assert.deepEqual([response.status, (await json(response)).code], [403, "forbidden"]);
});
