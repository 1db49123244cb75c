import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { AgentError } from "../../src/core/error.ts";
import { SCHEMA } from "../../src/core/state.ts";
import { approvalSchema } from "../../src/http/schemas/responses/approvals.ts";
import {
  agentDetailSchema,
  agentListSchema,
  healthSchema,
  toolListSchema,
} from "../../src/http/schemas/responses/deployment.ts";
import { historySchema } from "../../src/http/schemas/responses/entries.ts";
import { problemSchema } from "../../src/http/schemas/responses/runs.ts";
import {
  cancelledSchema,
  threadDetailSchema,
  threadListSchema,
  threadSchema,
} from "../../src/http/schemas/responses/threads.ts";
import { createTestApp, exactly, json, KEY, LOOKS_UP, OTHER_KEY, REMOVES, SAYS_HI } from "./_app.ts";

const STEPS = "/v1/threads/t1/steps";

Deno.test("threads: create, read, list by pages, remove", async () => {
  const { send } = createTestApp();
  const created = await send("POST", "/v1/threads", {
    agent: "tester",
    id: "t1",
    metadata: { user: "u" },
    plan: ["a"],
  });
  assert.deepEqual([created.status, created.headers.get("location")], [201, "/v1/threads/t1"]);
  const thread = exactly(threadSchema).parse(await created.json());
  assert.deepEqual([thread.status, thread.version, thread.metadata, thread.plan], ["waiting", 0, {
    user: "u",
  }, ["a"]]);
  const again = await send("POST", "/v1/threads", { agent: "tester", id: "t1" });
  assert.deepEqual([again.status, (await json(again)).code], [409, "thread_exists"]);
  const minted = threadSchema.parse(await (await send("POST", "/v1/threads", { agent: "tester" })).json());
  assert.match(minted.id, /^thread_[0-9a-z]{20}$/);

  const first = exactly(threadListSchema).parse(await (await send("GET", "/v1/threads?limit=1")).json());
  const second = threadListSchema.parse(
    await (await send("GET", `/v1/threads?limit=1&cursor=${encodeURIComponent(first.cursor ?? "")}`)).json(),
  );
  assert.deepEqual(
    [...first.threads, ...second.threads].map(({ id }) => id).sort(),
    ["t1", minted.id].sort(),
  );

  assert.equal((await send("DELETE", "/v1/threads/t1")).status, 204);
  assert.equal((await send("GET", "/v1/threads/t1")).status, 404);
});

for (const [what, stored] of Object.entries({ meta: '{"agent":', state: "null" })) {
  Deno.test(`E14: a thread with an illegal ${what} is listed as corrupted, is not read, and can be removed`, async () => {
    const { send, store } = createTestApp();
    const texts = { meta: '{"agent":"tester","metadata":{},"createdAt":1}', state: "{}", [what]: stored };
    await store.create({ tenant: "acme", thread: "bad" }, { ...texts, schema: SCHEMA, createdAt: 1 });
    await send("POST", "/v1/threads", { agent: "tester", id: "good" });
    const list = async () =>
      exactly(threadListSchema).parse(await (await send("GET", "/v1/threads")).json()).threads;
    assert.deepEqual((await list()).map(({ id, status }) => [id, status]), [
      ["good", "waiting"],
      ["bad", "corrupted"],
    ]);
    const input = { agent: "tester", input: "hi" };
    for (
      const refused of [
        await send("GET", "/v1/threads/bad"),
        await send("POST", "/v1/threads/bad/steps", input),
      ]
    ) {
      const problem = problemSchema.parse(await refused.json());
      assert.deepEqual([refused.status, problem.code], [500, "store_corrupt"]);
      assert.match(problem.detail ?? "", /^Thread bad cannot be read/);
    }
    assert.equal((await send("POST", "/v1/threads/good/steps", input)).status, 200);
    assert.equal((await send("DELETE", "/v1/threads/bad")).status, 204);
    assert.deepEqual((await list()).map(({ id }) => id), ["good"]);
    assert.equal((await send("POST", "/v1/threads/bad/steps", input)).status, 200);
  });
}

Deno.test("E11: the same Idempotency-Key makes one thread, and another request with it is refused", async () => {
  const { send } = createTestApp();
  const key = { "idempotency-key": "k1" };
  const body = { agent: "tester", metadata: { a: 1, b: 2 }, plan: ["x"] };
  const first = await send("POST", "/v1/threads", body, key);
  const again = await send("POST", "/v1/threads", { ...body, metadata: { b: 2, a: 1 } }, key);
  assert.deepEqual([first.status, first.headers.get("idempotency-replayed")], [201, null]);
  assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [200, "true"]);
  const thread = exactly(threadSchema).parse(await first.json());
  assert.match(thread.id, /^thread_[0-9a-z]{20}$/);
  assert.deepEqual(await again.json(), thread);
  assert.equal(again.headers.get("location"), `/v1/threads/${thread.id}`);
  for (const other of [{ agent: "tester" }, { ...body, plan: null }, { ...body, metadata: {} }]) {
    const refused = await send("POST", "/v1/threads", other, key);
    assert.deepEqual([refused.status, (await json(refused)).code], [422, "idempotency_mismatch"]);
  }
  const beta = await json(
    await send("POST", "/v1/threads", body, { ...key, authorization: `Bearer ${OTHER_KEY}` }),
  );
  assert.notEqual(beta.id, thread.id, "another tenant's key is another key");
  const list = threadListSchema.parse(await (await send("GET", "/v1/threads")).json());
  assert.equal(list.threads.length, 1);
});

Deno.test("E11: an id of one's own with a key is compared the same way", async () => {
  const { send } = createTestApp();
  const key = { "idempotency-key": "k1" };
  assert.equal((await send("POST", "/v1/threads", { agent: "tester", id: "t1" }, key)).status, 201);
  assert.equal((await send("POST", "/v1/threads", { agent: "tester", id: "t1" }, key)).status, 200);
  const other = await send("POST", "/v1/threads", { agent: "tester", id: "t1", plan: 1 }, key);
  assert.equal((await json(other)).code, "idempotency_mismatch");
  const without = await send("POST", "/v1/threads", { agent: "tester", id: "t1" });
  assert.equal((await json(without)).code, "thread_exists");
});

Deno.test("E11: the same Idempotency-Key makes one fork", async () => {
  const { send } = createTestApp({ scenario: [{ says: "Hi." }, { says: "Ho." }] });
  const key = { "idempotency-key": "k1" };
  await send("POST", STEPS, { agent: "tester", input: "hi" });
  const first = await send("POST", "/v1/threads/t1/fork", undefined, key);
  await send("POST", STEPS, { input: "ho" });
  const again = await send("POST", "/v1/threads/t1/fork", undefined, key);
  assert.deepEqual([first.status, again.status], [201, 200]);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(await again.json(), await first.json());
  assert.equal((await send("POST", "/v1/threads/t1/fork", { version: 1 }, key)).status, 200);
  for (
    const [path, body] of [["/v1/threads/t1/fork", { version: 2 }], ["/v1/threads", { agent: "tester" }]]
  ) {
    const refused = await send("POST", String(path), body, key);
    assert.deepEqual([refused.status, (await json(refused)).code], [422, "idempotency_mismatch"]);
  }
});

Deno.test("E11: a page beyond the end tells the real length", async () => {
  const { send } = createTestApp({ scenario: LOOKS_UP });
  await send("POST", STEPS, { agent: "tester", input: "hi", until: "done" });
  const page = historySchema.parse(await (await send("GET", "/v1/threads/t1/history?after=100")).json());
  assert.deepEqual([page.entries.length, page.length, page.next], [0, 4, null]);
});

Deno.test("history: pages hold every entry, times in ISO 8601", async () => {
  const { send } = createTestApp({ scenario: LOOKS_UP });
  await send("POST", STEPS, { agent: "tester", input: "hi", until: "done" });
  const types: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = exactly(historySchema).parse(
      await (await send("GET", `/v1/threads/t1/history?limit=3&after=${after}`)).json(),
    );
    assert.equal(page.length, 4);
    types.push(...page.entries.map(({ type }) => type));
    after = page.next;
  }
  assert.deepEqual(types, ["user", "assistant", "tool", "assistant"]);
});

Deno.test("history: an entry that lies in a blob comes back whole", async () => {
  const { send } = createTestApp();
  const input = "é".repeat(200_000);
  await send("POST", STEPS, { agent: "tester", input });
  const page = historySchema.parse(await (await send("GET", "/v1/threads/t1/history")).json());
  const [first] = page.entries;
  assert.ok(first?.type === "user" && first.text === input);
});

Deno.test("history: a page ends at about 4 MB, whatever its limit, and the pages hold every entry", async () => {
  const { send, fetch, store } = createTestApp({
    scenario: Array.from({ length: 14 }, () => ({ says: "Hi." })),
  });
  for (let turn = 0; turn < 14; turn++) {
    await send("POST", STEPS, { agent: "tester", input: `${turn}${"x".repeat(500_000)}` });
  }
  let reading = 0;
  let most = 0;
  const { getBlob } = store;
  store.getBlob = async (...args) => {
    most = Math.max(most, ++reading);
    await Promise.resolve();
    return await getBlob.apply(store, args).finally(() => reading--);
  };
  const turns: (string | undefined)[] = [];
  let pages = 0;
  for (let after: number | null = 0; after !== null; pages++) {
    const url = `http://x/v1/threads/t1/history?limit=200&after=${after}`;
    const response = await fetch(new Request(url, { headers: { "x-api-key": KEY } }));
    const text = await response.text();
    assert.ok(text.length < 4_600_000, `${text.length} bytes`);
    const page = exactly(historySchema).parse(JSON.parse(text));
    assert.equal(page.length, 28 + 6, "every second input but the first two moves the window: a cut");
    turns.push(...page.entries.flatMap((entry) => entry.type === "user" ? [entry.text.split("x")[0]] : []));
    after = page.next;
  }
  assert.equal(pages, 2);
  assert.deepEqual(turns.map(Number), Array.from({ length: 14 }, (_, turn) => turn));
  assert.equal(most, 1, "one blob is read at a time");
});

Deno.test("fork: shares the history up to a version, answers open calls, and is legal to go on with", async () => {
  const { send } = createTestApp({ scenario: LOOKS_UP });
  await send("POST", STEPS, { agent: "tester", input: "hi", until: "done", metadata: { user: "u" } });
  const cut = await send("POST", "/v1/threads/t1/fork", { version: 1, id: "t2" });
  assert.equal(cut.status, 201);
  const fork = exactly(threadSchema).parse(await cut.json());
  assert.deepEqual(fork.forkedFrom, { thread: "t1", version: 1 });
  assert.deepEqual([fork.id, fork.status, fork.version, fork.metadata], ["t2", "open", 1, { user: "u" }]);
  const page = historySchema.parse(await (await send("GET", "/v1/threads/t2/history")).json());
  assert.deepEqual(page.entries.map(({ type }) => type), ["user", "assistant", "tool"]);
  const skipped = page.entries[2];
  assert.ok(skipped?.type === "tool" && skipped.outcome === "skipped");
  assert.match(skipped.error?.message ?? "", /before this call ran/);
  assert.equal((await json(await send("POST", "/v1/threads/t2/steps", { input: "go on" }))).output, "Done.");

  const whole = threadSchema.parse(await (await send("POST", "/v1/threads/t1/fork")).json());
  assert.deepEqual([whole.status, whole.length], ["done", 4]);
  const empty = threadSchema.parse(await (await send("POST", "/v1/threads/t1/fork", { version: 0 })).json());
  assert.deepEqual([empty.status, empty.length], ["waiting", 0]);

  const future = problemSchema.parse(
    await (await send("POST", "/v1/threads/t1/fork", { version: 9 })).json(),
  );
  assert.deepEqual([future.status, future.code], [422, "version_unknown"]);
  assert.equal((await send("POST", "/v1/threads/t1/fork", { id: "t2" })).status, 409);
  assert.equal((await send("POST", "/v1/threads/none/fork")).status, 404);
});

Deno.test("fork: the cut is found in a history with large entries", async () => {
  const { send } = createTestApp({ scenario: Array.from({ length: 5 }, () => ({ says: "Hi." })) });
  for (let turn = 0; turn < 5; turn++) {
    await send("POST", STEPS, { agent: "tester", input: `${turn}${"x".repeat(turn % 2 * 100_000)}` });
  }
  for (let version = 0; version <= 5; version++) {
    const fork = threadSchema.parse(await (await send("POST", "/v1/threads/t1/fork", { version })).json());
    assert.equal(fork.length, version * 2, `version ${version}`);
  }
});

Deno.test("approvals: asked, answered once, and the answer stands", async () => {
  const { send } = createTestApp({ scenario: REMOVES });
  await send("POST", STEPS, { agent: "tester", input: "remove r1" });
  const detail = exactly(threadDetailSchema).parse(await (await send("GET", "/v1/threads/t1")).json());
  const call = detail.calls[0] ?? assert.fail();
  assert.deepEqual([detail.status, call.name, call.state, call.args], ["waiting", "remove", "approval", {
    id: "r1",
  }]);
  assert.equal((await json(await send("POST", STEPS, {}))).code, "approval_required");

  const path = `/v1/threads/t1/approvals/${call.id}`;
  const unknown = await send("POST", "/v1/threads/t1/approvals/call_none", { approved: true });
  assert.deepEqual([unknown.status, (await json(unknown)).code], [422, "call_unknown"]);
  const decided = exactly(approvalSchema).parse(
    await (await send("POST", path, { approved: true, reason: "fine" })).json(),
  );
  assert.deepEqual([decided.approved, decided.reason], [true, "fine"]);
  const twice = exactly(problemSchema).parse(await (await send("POST", path, { approved: false })).json());
  assert.deepEqual([twice.status, twice.code], [409, "approval_decided"]);
  assert.deepEqual([twice.details?.approved, twice.details?.reason, twice.details?.at], [
    true,
    "fine",
    decided.at,
  ]);
  assert.equal((await json(await send("POST", STEPS, {}))).output, "Gone.");
});

Deno.test("X5: while a step runs the answer to an approval is refused as busy, and for good where the step goes on with an input", async () => {
  for (const [inputs, refused] of [[[], [409, "thread_busy"]], [["{}"], [422, "call_unknown"]]] as const) {
    const { send, store } = createTestApp({ scenario: REMOVES });
    await send("POST", STEPS, { agent: "tester", input: "remove r1" });
    const { calls } = threadDetailSchema.parse(await (await send("GET", "/v1/threads/t1")).json());
    const begun = await store.begin({
      ref: { tenant: "acme", thread: "t1" },
      owner: "run_other",
      leaseMs: 30_000,
      schema: SCHEMA,
      inputs: [...inputs],
      busy: "reject",
      window: { entries: 1, bytes: 1 },
    });
    assert.equal(begun.type, "begun");
    const response = await send("POST", `/v1/threads/t1/approvals/${calls[0]?.id}`, { approved: true });
    assert.deepEqual([response.status, (await json(response)).code], refused);
    assert.equal(/^\d+$/.test(response.headers.get("retry-after") ?? ""), inputs.length === 0);
  }
});

Deno.test("cancel: stops the thread, with or without a body", async () => {
  const { send } = createTestApp({ scenario: LOOKS_UP });
  await send("POST", STEPS, { agent: "tester", input: "hi" });
  const cancelled = exactly(cancelledSchema).parse(
    await (await send("POST", "/v1/threads/t1/cancel")).json(),
  );
  assert.deepEqual([cancelled.status, cancelled.running], ["cancelled", false]);
  assert.equal((await send("POST", "/v1/threads/t1/cancel", {})).status, 200);
  assert.equal((await send("POST", "/v1/threads/t1/cancel", { now: true })).status, 422);
  assert.equal((await json(await send("GET", "/v1/threads/t1"))).status, "cancelled");
});

Deno.test("E11: a cancel of a thread that has ended changes nothing, and says so", async () => {
  const { send, store } = createTestApp({ scenario: LOOKS_UP });
  const ref = { tenant: "acme", thread: "t1" };
  const cancel = async () =>
    exactly(cancelledSchema).parse(await (await send("POST", "/v1/threads/t1/cancel")).json());
  await send("POST", STEPS, { agent: "tester", input: "hi", until: "done", resumable: true });
  const done = [await store.read(ref), await store.readEvents(ref, 0, 200)];
  const version = Object(done[0]).header.version;
  assert.deepEqual(await cancel(), { id: "t1", status: "done", changed: false, running: false, version });
  assert.deepEqual([await store.read(ref), await store.readEvents(ref, 0, 200)], done);

  await send("POST", STEPS, { input: "again" });
  assert.deepEqual([(await cancel()).changed, (await store.read(ref))?.header.status], [true, "cancelled"]);
  const cancelled = await store.read(ref);
  const { status, changed } = await cancel();
  assert.deepEqual([status, changed], ["cancelled", false]);
  assert.deepEqual(await store.read(ref), cancelled);
});

Deno.test("E11: a cancel reaches a step that runs in a thread which has ended before", async () => {
  const { send, store } = createTestApp({ scenario: SAYS_HI });
  await send("POST", STEPS, { agent: "tester", input: "hi" });
  const ref = { tenant: "acme", thread: "t1" };
  const begun = await store.begin({
    ref,
    owner: "other",
    leaseMs: 60_000,
    schema: SCHEMA,
    busy: "reject",
    inputs: ["{}"],
    window: { entries: 10, bytes: 10_000 },
  });
  assert.equal(begun.type, "begun");
  const body = exactly(cancelledSchema).parse(await (await send("POST", "/v1/threads/t1/cancel")).json());
  assert.deepEqual([body.status, body.changed, body.running], ["cancelled", true, true]);
});

Deno.test("E15: an agent is listed with its examples, as is its view; one without has no such field", async () => {
  const examples = ["Where is order 1002?"];
  const { send } = createTestApp({ agents: [defineAgent({ name: "support", examples })] });
  const { agents } = agentListSchema.parse(await (await send("GET", "/v1/agents")).json());
  assert.deepEqual(agents.map((agent) => [agent.name, agent.examples]), [["tester", undefined], [
    "support",
    examples,
  ]]);
  const agent = exactly(agentDetailSchema).parse(await (await send("GET", "/v1/agents/support")).json());
  assert.deepEqual(agent.examples, examples);
});

Deno.test("agents and tools are listed as their schemas say", async () => {
  const { send } = createTestApp();
  const { agents } = agentListSchema.parse(await (await send("GET", "/v1/agents")).json());
  assert.deepEqual(agents.map(({ name, tools }) => [name, tools]), [["tester", ["echo", "remove"]]]);
  const agent = exactly(agentDetailSchema).parse(await (await send("GET", "/v1/agents/tester")).json());
  assert.deepEqual(agent.tools.map(({ name, needsApproval }) => [name, needsApproval]), [["echo", false], [
    "remove",
    true,
  ]]);
  const { tools } = toolListSchema.parse(await (await send("GET", "/v1/tools")).json());
  assert.deepEqual(tools.map(({ name, agents }) => [name, agents]), [["echo", ["tester"]], ["remove", [
    "tester",
  ]]]);
  assert.equal((await json(await send("GET", "/v1/agents/nobody"))).code, "agent_unknown");
});

Deno.test("healthz pings the store and needs no key", async () => {
  const { fetch } = createTestApp();
  const response = await fetch(new Request("http://x/healthz"));
  assert.deepEqual(healthSchema.parse(await response.json()), { status: "ok", store: "memory" });
});

Deno.test("healthz: whoever asks often does not make the store work, and an outage passes", async () => {
  let now = 1_000_000;
  const { fetch, store } = createTestApp({ clock: () => now });
  const ask = () => fetch(new Request("http://x/healthz"));
  let pings = 0;
  let fails = true;
  Object.assign(store, {
    ping() {
      pings++;
      return fails ? Promise.reject(new AgentError("store_unavailable", "Down.")) : Promise.resolve();
    },
  });
  assert.deepEqual([(await ask()).status, (await ask()).status, pings], [503, 503, 1]);
  fails = false;
  now += 2_000;
  assert.deepEqual([(await ask()).status, (await ask()).status, pings], [200, 200, 2]);
});

Deno.test("healthz: requests that come together share one ping, and one that hangs does not stop those after it", async () => {
  let now = 1_000_000;
  const { fetch, store } = createTestApp({ clock: () => now });
  const ask = async () => (await fetch(new Request("http://x/healthz"))).status;
  const pings: PromiseWithResolvers<void>[] = [];
  Object.assign(store, {
    ping() {
      const ping = Promise.withResolvers<void>();
      pings.push(ping);
      return ping.promise;
    },
  });
  const together = Array.from({ length: 50 }, ask);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(pings.length, 1);
  pings[0]?.resolve();
  assert.deepEqual(new Set(await Promise.all(together)), new Set([200]));
  now += 1_000;
  const hanging = ask();
  now += 1_000;
  const next = ask();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(pings.length, 3);
  pings[2]?.resolve();
  assert.equal(await next, 200);
  pings[1]?.resolve();
  assert.equal(await hanging, 200);
});
