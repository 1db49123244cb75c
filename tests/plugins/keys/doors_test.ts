// Row O1: every way in takes a stored key as it takes one of TREADLE_API_KEYS, and none writes its text anywhere.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { createApp } from "../../../src/app.ts";
import { createDeps } from "../../../src/deps.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { testModel } from "../../support/model.ts";
import { STANDARD } from "../_standard.ts";

const KEY = "acme-secret-0123456789";
const UNKNOWN = `treadle_acme.ci.${"x".repeat(43)}`;

/** Those of the kernel, beside those of plugins. */
const NATIVE = [
  ["GET /v1/agents", "GET /v1/agents/tester", "GET /v1/tools", "GET /v1/providers", "GET /v1/plugins"],
  [
    "GET /v1/usage",
    "GET /v1/deployment",
    "GET /v1/threads",
    "GET /v1/threads/t1",
    "GET /v1/threads/t1/history",
  ],
  [
    "GET /v1/threads/t1/events",
    "GET /v1/threads/t1/export",
    "POST /v1/threads/index",
    "POST /v1/threads/t1/cancel",
  ],
].flat();

/** Requests with bodies with which they run. */
const RUNS: readonly (readonly [route: string, body: object])[] = [
  ["POST /v1/threads/t2/steps", { agent: "tester", input: "Hi." }],
  ["POST /v1/chat/completions", { model: "tester", messages: [{ role: "user", content: "Hi." }] }],
  ["POST /v1/chat/completions", {
    model: "tester",
    stream: true,
    messages: [{ role: "user", content: "Hi." }],
  }],
  ["POST /v1/responses", { model: "tester", input: "Hi." }],
  ["POST /api/chat/tester", {
    id: "c1",
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "Hi." }] }],
  }],
  ["POST /agui/tester", {
    ...{ threadId: "a1", runId: "r1", state: {}, tools: [], context: [], forwardedProps: {} },
    messages: [{ id: "m1", role: "user", content: "Hi." }],
  }],
];

/** A deployment with all doors, a thread `t1` and a stored key; all that it writes is kept. */
async function deploymentOf() {
  const logs: string[] = [];
  const store = createMemoryStore();
  const deps = createDeps({
    env: {
      TREADLE_STORE: "test",
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_TOKEN_SECRETS: "a-secret-of-tokens-with-32-bytes-or-more",
    },
    agents: [defineAgent({ name: "tester", model: "first/any" })],
    providers: [testModel(() => ({ says: "Hi." })).provider],
    stores: { test: () => store },
    log: (...line) => logs.push(JSON.stringify(line)),
  });
  const app = createApp(deps);
  const send = async (route: string, headers: Record<string, string>, body: object = {}) => {
    const [method = "", path = ""] = route.split(" ");
    const response = await app.request(path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, type, text, sent: JSON.stringify([...response.headers]) + text };
  };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  await send("POST /v1/threads", bearer(KEY), { agent: "tester", id: "t1" });
  const made = await send("POST /v1/keys", bearer(KEY), { name: "ci" });
  const { key } = JSON.parse(made.text);
  return { deps, store, logs, send, bearer, key: String(key) };
}

Deno.test("O1: every route and door answers a stored key as one of the variable, and an unknown one as any unknown key", async () => {
  const [one, two] = await Promise.all([deploymentOf(), deploymentOf()]);
  const routes = [...NATIVE, ...Object.values(STANDARD).flatMap(({ requests }) => requests)];
  const sent: string[] = [];
  for (const route of routes) {
    const [stored, configured] = await Promise.all([
      one.send(route, one.bearer(one.key)),
      two.send(route, two.bearer(KEY)),
    ]);
    sent.push(stored.sent);
    // The first deletes its own key; what is behind it needs one.
    if (route === "DELETE /v1/keys/ci") {
      one.key = JSON.parse((await one.send("POST /v1/keys", one.bearer(KEY), { name: "ci" })).text).key;
    }
    if (route === "POST /v1/keys/ci/rotate") one.key = JSON.parse(stored.text).key;
    assert.deepEqual([stored.status, stored.type], [configured.status, configured.type], route);
    assert.notEqual(stored.status, 401, route);
    const [unknown, wrong] = await Promise.all([
      one.send(route, one.bearer(UNKNOWN)),
      two.send(route, two.bearer("acme-secret-0123456780")),
    ]);
    assert.deepEqual([unknown.status, unknown.type], [wrong.status, wrong.type], route);
    sent.push(unknown.sent);
  }
  assert.ok(!sent.filter((text) => !text.includes('"key":"treadle_')).join().includes("treadle_acme."));
});

Deno.test("O1: by every door a run of a stored key is recorded under its name, and its text is nowhere", async () => {
  const { deps, store, logs, send, bearer, key } = await deploymentOf();
  const sent: string[] = [];
  for (const [route, body] of RUNS) {
    const ran = await send(route, bearer(key), body);
    assert.equal(ran.status, 200, `${route}: ${ran.text}`);
    assert.match(ran.text, /Hi\./, route);
    sent.push(ran.sent);
  }
  const ways = [["x-api-key", key], ["authorization", key], ["authorization", `bearer  ${key} `]];
  for (const [name = "", value = ""] of ways) {
    assert.equal((await send("GET /v1/agents", { [name]: value })).status, 200, name);
  }
  const token = await send("POST /v1/tokens", bearer(key), { user: "ann", agents: ["tester"] });
  assert.equal(token.status, 201);
  assert.equal((await send("GET /v1/agents", bearer(JSON.parse(token.text).token))).status, 200);
  const { threads } = await store.list("acme", { limit: 100 });
  assert.equal(threads.length, 5, "that of each run that is kept, and t1");
  for (const { thread } of threads.filter(({ thread }) => thread !== "t1")) {
    const ref = { tenant: "acme", thread };
    const { entries } = await store.history(ref, { after: 0, limit: 100 }) ?? assert.fail();
    assert.match(entries.join("\n"), /"key_ci"/, thread);
    const { text } = await send(`GET /v1/threads/${thread}/export`, bearer(key));
    sent.push(entries.join("\n"), text, JSON.stringify(await store.read(ref)));
  }
  const callers = logs.flatMap((line) => JSON.parse(line)[2]?.caller ?? []);
  assert.ok(callers.filter((caller) => caller === "key_ci").length > RUNS.length);
  const secret = key.slice(-43);
  assert.ok(!sent.join().includes(secret), "responses, streams, records and exports");
  assert.ok(!logs.join().includes(secret), "the log");
  await deps.close();
});
