// Row K1: agents that are paused and resumed without a deploy, by the routes and the steps of the standard set.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createApp } from "../../../src/app.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createDeps, type DepsOptions } from "../../../src/deps.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { testModel } from "../../support/model.ts";
import { outcomeOf } from "../_standard.ts";

const KEY = "acme-secret-0123456789";
const OTHER_KEY = "beta-secret-0123456789";

const tester = defineAgent({ name: "tester", model: "first/any" });

/** A deployment with pauses and two agents, over a store and a clock that others may share. */
function pausable(options: Partial<DepsOptions> & { reply?: Parameters<typeof testModel>[0] } = {}) {
  const { reply = () => ({ says: "Hi." }), ...rest } = options;
  const model = testModel(reply);
  const deps = createDeps({
    log: () => {},
    env: {
      TREADLE_STORE: "test",
      TREADLE_API_KEYS: `acme:${KEY},beta:${OTHER_KEY}`,
      TREADLE_TOKEN_SECRETS: "a-secret-of-tokens-with-32-bytes-or-more",
    },
    agents: [tester, defineAgent({ name: "other", model: "first/any" })],
    providers: [model.provider],
    stores: { test: () => createMemoryStore() },
    ...rest,
  });
  const app = createApp(deps);
  const send = async (method: string, path: string, json?: object, headers: Record<string, string> = {}) =>
    await app.request(path, {
      method,
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  const step = (thread: string, json: object, headers?: Record<string, string>) =>
    send("POST", `/v1/threads/${thread}/steps`, json, headers);
  return { deps, model, send, step };
}

Deno.test("K1: a paused agent begins no step before anything is spent, and goes on when it is resumed", async () => {
  const { deps, model, send, step } = pausable();
  const put = await send("PUT", "/v1/pauses/tester", { reason: "It refunds twice." });
  assert.equal(put.status, 200);
  const pause = await put.json();
  assert.deepEqual([pause.agent, pause.reason], ["tester", "It refunds twice."]);
  assert.match(pause.by, /^key_/);
  assert.ok(Date.now() - Date.parse(pause.since) < 60_000);
  assert.deepEqual(await (await send("GET", "/v1/pauses")).json(), { pauses: [pause] });

  const keyed = { "idempotency-key": "k1" };
  const refused = await step("t1", { agent: "tester", input: "Hello." }, keyed);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "60"]);
  const problem = await refused.json();
  assert.deepEqual([problem.code, problem.retryable, problem.details], ["agent_paused", true, {
    pause: "tester",
  }]);
  assert.doesNotMatch(JSON.stringify(problem), /refunds|key_/, "callers of the agent are not told");
  assert.equal(model.requests.length, 0);
  assert.equal(await deps.store.read({ tenant: "acme", thread: "t1" }), undefined, "no thread was made");

  assert.equal((await step("t2", { agent: "other", input: "Hello." })).status, 200);
  const beta = { authorization: `Bearer ${OTHER_KEY}` };
  assert.equal((await step("t1", { agent: "tester", input: "Hello." }, beta)).status, 200);

  assert.equal((await send("DELETE", "/v1/pauses/tester")).status, 204);
  assert.equal((await step("t1", { agent: "tester", input: "Hello." }, keyed)).status, 200);
  assert.equal((await send("PUT", "/v1/pauses/tester")).status, 200);
  const again = await step("t1", { agent: "tester", input: "Hello." }, keyed);
  assert.equal(again.status, 200, "the answer of a run that has ended is no step");
  assert.equal(model.requests.length, 3);
});

Deno.test("K1: * pauses every agent of the tenant, beside pauses of single agents", async () => {
  const { send, step } = pausable();
  assert.equal((await send("PUT", "/v1/pauses/*")).status, 200);
  await send("PUT", "/v1/pauses/other");
  const outcome = async (agent: string) => outcomeOf(await step(`t_${agent}`, { agent, input: "Hello." }));
  assert.equal(await outcome("tester"), "503 agent_paused");
  assert.equal(await outcome("other"), "503 agent_paused");
  assert.equal((await send("DELETE", "/v1/pauses/*")).status, 204);
  assert.equal(await outcome("tester"), "200");
  assert.equal(await outcome("other"), "503 agent_paused");
});

Deno.test("K1: a pause is refused for an agent that there is not, a long reason, and a caller that may not manage", async () => {
  const { send } = pausable();
  const outcome = async (...request: Parameters<typeof send>) => await outcomeOf(await send(...request));
  assert.equal(await outcome("PUT", "/v1/pauses/none"), "404 agent_unknown");
  assert.equal(await outcome("DELETE", "/v1/pauses/none"), "404 agent_unknown");
  assert.equal(await outcome("DELETE", "/v1/pauses/tester"), "204", "it goes on already");
  assert.equal(await outcome("PUT", "/v1/pauses/a%20b"), "400 invalid_path");
  assert.equal(await outcome("PUT", "/v1/pauses/*", { reason: "x".repeat(501) }), "422 invalid_request");
  assert.equal(await outcome("PUT", "/v1/pauses/*", { reson: "x" }), "422 invalid_request");
  const issued = await send("POST", "/v1/tokens", {
    user: "u1",
    agents: ["tester"],
    scopes: ["read", "run"],
  });
  const { token } = await issued.json();
  for (const [method, path] of [["GET", "/v1/pauses"], ["PUT", "/v1/pauses/*"], ["DELETE", "/v1/pauses/*"]]) {
    const headers = { authorization: `Bearer ${token}` };
    assert.equal(await outcome(method ?? "", path ?? "", undefined, headers), "403 forbidden");
  }
  assert.deepEqual(await (await send("GET", "/v1/pauses")).json(), { pauses: [] });
});

Deno.test("K1: other isolates follow within 10 s, by one read of a list, and a step has two requests beside", async () => {
  const time = { now: Date.parse("2026-11-30T12:00:00Z") };
  const clock = () => time.now;
  const memory = createMemoryStore({ clock });
  const requests: string[] = [];
  const store = new Proxy(memory, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      return typeof value !== "function" ? value : (...args: unknown[]) => {
        requests.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
  const writing = pausable({ stores: { test: () => memory }, clock });
  const { step } = pausable({ stores: { test: () => store }, clock });
  const outcome = async (thread: string) =>
    outcomeOf(await step(thread, { agent: "tester", input: "Hello." }));
  assert.equal(await outcome("t1"), "200");
  assert.deepEqual(requests.splice(0).sort(), ["begin", "commit", "listDefinitions"]);
  await writing.send("PUT", "/v1/pauses/tester");
  time.now += 9_999;
  assert.equal(await outcome("t2"), "200");
  assert.deepEqual(requests.splice(0), ["begin", "commit"]);
  time.now += 1;
  assert.equal(await outcome("t3"), "503 agent_paused");
  assert.equal(await outcome("t3"), "503 agent_paused");
  assert.equal(requests.filter((name) => name === "listDefinitions").length, 1);
  await writing.send("DELETE", "/v1/pauses/tester");
  time.now += 10_000;
  assert.equal(await outcome("t3"), "200");
});

Deno.test("K1: a run that is paused while it runs stops between two steps, and goes on with the calls that were planned", async () => {
  const ran: string[] = [];
  const look = defineTool({
    name: "look",
    description: "Looks.",
    run: async () => {
      ran.push("look");
      await deployed.send("PUT", "/v1/pauses/looker");
      return "seen";
    },
  });
  const looker = defineAgent({ name: "looker", model: "first/any", tools: [look] });
  const deployed: ReturnType<typeof pausable> = pausable({
    agents: [looker],
    reply: (_, index) => index < 2 ? { calls: ["look"] } : { says: "Done." },
  });
  const { model, send, step } = deployed;
  const first = await (await step("t1", { agent: "looker", input: "Go.", until: "done" })).json();
  assert.deepEqual([first.thread.status, first.error, ran.length], ["open", undefined, 1]);
  const before = await (await send("GET", "/v1/threads/t1")).json();
  const [call] = before.calls;
  assert.deepEqual([call.name, call.state, model.requests.length], ["look", "pending", 2]);
  for (const busy of ["reject", "queue", "steer", "interrupt"]) {
    assert.equal(await outcomeOf(await step("t1", { input: "More.", busy })), "503 agent_paused", busy);
  }
  assert.deepEqual(await (await send("GET", "/v1/threads/t1")).json(), before);
  await send("DELETE", "/v1/pauses/looker");
  const second = await (await step("t1", { until: "step" })).json();
  assert.deepEqual([second.thread.status, second.output, ran.length], ["done", "Done.", 2]);
});

Deno.test("K1: a store that cannot tell about pauses, and a pause that cannot be read, refuse the step", async () => {
  const memory = createMemoryStore();
  const failing = Object.assign(createMemoryStore(), {
    listDefinitions: () => Promise.reject(new AgentError("store_unavailable", "The store is away.")),
  });
  const sleep = (ms: number) => ms < 2_000 ? Promise.resolve() : new Promise<void>(() => {});
  const away = pausable({ stores: { test: () => failing }, sleep });
  assert.equal(
    await outcomeOf(await away.step("t1", { agent: "tester", input: "x" })),
    "503 store_unavailable",
  );
  assert.equal(away.model.requests.length, 0);
  const { send, step } = pausable({ stores: { test: () => memory } });
  await memory.putDefinition("acme", "pause", "tester", "{}");
  assert.equal(await outcomeOf(await step("t1", { agent: "tester", input: "x" })), "500 store_corrupt");
  assert.equal((await send("PUT", "/v1/pauses/tester")).status, 200, "what a put repairs");
  assert.equal((await send("DELETE", "/v1/pauses/tester")).status, 204);
  assert.equal((await step("t1", { agent: "tester", input: "x" })).status, 200);
});

Deno.test("K1: a request waits for no read of the pauses that another one has begun", async () => {
  const memory = createMemoryStore();
  let reads = 0;
  // In workerd the promise of a request that has ended never settles.
  const store = Object.assign(createMemoryStore(), {
    listDefinitions: async (...args: Parameters<typeof memory.listDefinitions>) =>
      ++reads === 1 ? await new Promise<never>(() => {}) : await memory.listDefinitions(...args),
  });
  const { step } = pausable({ stores: { test: () => store } });
  const conflict = await step("t1", { agent: "tester", input: "x", expectedVersion: 7 });
  assert.equal(conflict.status, 409);
  assert.equal((await step("t2", { agent: "tester", input: "x" })).status, 200);
  assert.equal((await step("t3", { agent: "tester", input: "x" })).status, 200);
  assert.equal(reads, 2, "one read of a request that has ended, and one for the others");
});

Deno.test("K1: a pause that is put again keeps since when, by whom and why, unless it has another reason", async () => {
  const { send } = pausable();
  const put = async (body?: object) => await (await send("PUT", "/v1/pauses/tester", body)).json();
  const first = await put({ reason: "It refunds twice." });
  assert.deepEqual(await put(), first);
  assert.deepEqual(await put({ reason: "It leaks." }), { ...first, reason: "It leaks." });
  const refused = await send("PUT", "/v1/pauses/tester", { reason: "\u001b[2J" });
  assert.deepEqual([refused.status, (await refused.json()).code], [422, "invalid_request"]);
});

Deno.test("K1: behind a step that runs an input is accepted and waits for the end of the pause, and none interrupts the step", async () => {
  const outcomes: string[] = [];
  const look = defineTool({
    name: "look",
    description: "Looks.",
    run: async () => {
      if (outcomes.length > 0) return "seen";
      await deployed.send("PUT", "/v1/pauses/*");
      for (const busy of ["interrupt", "queue"]) {
        outcomes.push(await outcomeOf(await deployed.step("t1", { input: `By ${busy}.`, busy })));
      }
      return "seen";
    },
  });
  const deployed: ReturnType<typeof pausable> = pausable({
    agents: [defineAgent({ name: "looker", model: "first/any", tools: [look] })],
    reply: (_, index) => index === 0 ? { calls: ["look"] } : { says: `Answer ${index}.` },
  });
  const { deps, send, step } = deployed;
  await step("t1", { agent: "looker", input: "Go.", until: "done" });
  assert.deepEqual(outcomes, ["503 agent_paused", "202"]);
  const { waiting, header } = await deps.store.read({ tenant: "acme", thread: "t1" }) ?? assert.fail();
  assert.deepEqual([waiting, header.status], [1, "done"]);
  assert.equal(await outcomeOf(await step("t1", { until: "done" })), "503 agent_paused");
  await send("DELETE", "/v1/pauses/*");
  const next = await (await step("t1", { until: "done" })).json();
  assert.deepEqual([next.thread.status, next.output], ["done", "Answer 2."]);
});
