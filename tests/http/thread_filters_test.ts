// Row V6: which threads a list has, by what they are and have done.

import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";
import { askUser } from "../../src/agents/ask_user.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../src/kernel/drivers/scripted.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createClient } from "../../src/react/client/mod.ts";
import {
  indexedPageSchema,
  threadDetailSchema,
  threadListSchema,
  threadSchema,
} from "../../src/http/schemas/responses/threads.ts";
import { createTestApp, exactly, json, KEY, LOOKS_UP, type TestApp } from "./_app.ts";

const TIME = Date.parse("2026-11-27T06:00:00Z");

async function listed({ send }: Pick<TestApp, "send">, query: string): Promise<string[]> {
  const response = await send("GET", `/v1/threads?${query}`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return exactly(threadListSchema).parse(JSON.parse(text)).threads.map(({ id }) => id);
}

/** Three threads, a minute apart: one has called a tool, one is new, one has failed. */
async function filled(): Promise<TestApp> {
  let now = TIME;
  const driver = createScriptedDriver(({ history: { entries } }) => {
    const isRefused = entries.some((entry) => entry.type === "user" && entry.text === "Fail");
    const answers = entries.filter(({ type }) => type === "assistant").length;
    const fails = new AgentError("model_invalid_request", "No.");
    return Promise.resolve(isRefused ? { fails } : LOOKS_UP[answers] ?? assert.fail());
  });
  const app = createTestApp({ driver, clock: () => now });
  const { send } = app;
  const step = {
    agent: "tester",
    input: "Look it up",
    user: "ann",
    metadata: { plan: "pro", seats: 3 },
    until: "done",
  };
  assert.equal((await send("POST", "/v1/threads/called/steps", step)).status, 200);
  now += 60_000;
  await send("POST", "/v1/threads", {
    agent: "tester",
    id: "new",
    user: "bob",
    metadata: { plan: "pro", tags: ["a"] },
  });
  now += 60_000;
  await (await send("POST", "/v1/threads/failed/steps", { agent: "tester", input: "Fail", user: "ann" }))
    .text();
  return app;
}

Deno.test("V6: threads are listed by user, status, agent, tool, door, error, metadata and time, and by several", async () => {
  const app = await filled();
  assert.equal(
    (await json(await app.send("GET", "/v1/threads/failed"))).status,
    "failed",
    "it failed for good",
  );
  const expected: Readonly<Record<string, readonly string[]>> = {
    "": ["failed", "new", "called"],
    "user=ann": ["failed", "called"],
    "user=bob": ["new"],
    "user=an": [],
    "status=waiting": ["new"],
    "status=done": ["called"],
    "status=open": [],
    "agent=tester": ["failed", "new", "called"],
    "agent=other": [],
    "tool=echo": ["called"],
    "tool=remove": [],
    "door=steps": ["failed", "called"],
    "door=chat": [],
    "error=model_invalid_request": ["failed"],
    "error=model_invalid_request&status=failed": ["failed"],
    "error=model_invalid_request&status=done": [],
    "metadata.plan=pro": ["new", "called"],
    "metadata.plan=pro&metadata.seats=3": ["called"],
    "metadata.tags=a": [],
    "after=2026-11-27T06:01:00Z": ["failed", "new"],
    "before=2026-11-27T06:01:00Z": ["called"],
    "after=2026-11-27T06:01:00Z&before=2026-11-27T06:02:00Z": ["new"],
    "after=2026-11-28": [],
    "user=ann&tool=echo&status=done&metadata.plan=pro&door=steps&agent=tester": ["called"],
  };
  for (const [query, names] of Object.entries(expected)) {
    assert.deepEqual(await listed(app, query), names, query);
  }
});

Deno.test("V6: a thread that goes on after a failure is not listed by it any more", async () => {
  const app = await filled();
  await app.send("POST", "/v1/threads/failed/cancel");
  assert.deepEqual(await listed(app, "error=model_invalid_request"), []);
  assert.deepEqual(await listed(app, "status=cancelled&user=ann"), ["failed"]);
});

Deno.test("V6: a thread is renamed and found by the words of its title, also in other letters", async () => {
  const app = await filled();
  assert.deepEqual(await listed(app, "search=look"), ["called"], "the beginning of its first input");
  const changed = await app.send("PATCH", "/v1/threads/called", { title: " Café: the order-17 of JUNE " });
  const thread = exactly(threadSchema).parse(await json(changed));
  assert.equal(thread.title, "Café: the order-17 of JUNE");
  assert.equal((await json(await app.send("GET", "/v1/threads/called"))).title, thread.title);
  const expected: Readonly<Record<string, readonly string[]>> = {
    "search=cafe": ["called"],
    "search=CAFÉ june": ["called"],
    "search=order 17": ["called"],
    "search=order-17&user=ann&status=done": ["called"],
    "search=ord": [],
    "search=june july": [],
    "search=look": ["called"],
  };
  for (const [query, names] of Object.entries(expected)) {
    assert.deepEqual(await listed(app, query.replaceAll(" ", "+")), names, query);
  }
  await app.send("PATCH", "/v1/threads/new", { title: "注文を確認する" });
  assert.deepEqual(await listed(app, `search=${encodeURIComponent("注文")}`), ["new"]);
});

Deno.test("V6: an archived thread leaves the lists that do not ask for it, and goes on as before", async () => {
  const app = await filled();
  const answer = await app.send("PATCH", "/v1/threads/called", { archived: true });
  assert.equal((await json(answer)).archived, true);
  const all = ["failed", "new", "called"];
  const lists = async () => ({
    shown: await listed(app, ""),
    only: await listed(app, "archived=only"),
    all: await listed(app, "archived=all"),
  });
  assert.deepEqual(await lists(), { shown: ["failed", "new"], only: ["called"], all });
  assert.deepEqual(await listed(app, "user=ann"), ["failed"]);
  assert.deepEqual(await listed(app, "user=ann&archived=only&search=look"), ["called"]);
  assert.deepEqual(await listed(app, "tool=echo&archived=all"), ["called"]);

  // A message to an archived thread: it is answered, and the thread stays where the person has put it.
  const step = await app.send("POST", "/v1/threads/new/steps", { input: "Fail" });
  await step.text();
  await app.send("PATCH", "/v1/threads/new", { archived: true, title: "Kept" });
  await (await app.send("POST", "/v1/threads/new/steps", { input: "Fail" })).text();
  const { archived, title, status } = await json(await app.send("GET", "/v1/threads/new"));
  assert.deepEqual([archived, title, status], [true, "Kept", "failed"]);
  assert.deepEqual(await listed(app, "status=failed"), ["failed"]);
  assert.deepEqual(await listed(app, "status=failed&archived=only"), ["new"]);

  // A fork begins in the lists, with the title of its source.
  await app.send("POST", "/v1/threads/new/fork", { id: "forked" });
  const fork = await json(await app.send("GET", "/v1/threads/forked"));
  assert.deepEqual([fork.archived, fork.title], [undefined, "Kept"]);
  assert.deepEqual((await listed(app, "search=kept&archived=all")).toSorted(), ["forked", "new"]);
  assert.deepEqual(await listed(app, "search=kept"), ["forked"]);

  assert.equal((await app.send("DELETE", "/v1/threads/called")).status, 204);
  assert.deepEqual(await listed(app, "archived=only"), ["new"]);
  await app.send("PATCH", "/v1/threads/new", { archived: false });
  assert.deepEqual(await listed(app, "archived=only"), []);
  assert.ok((await listed(app, "")).includes("new"));
});

Deno.test("V6: a change of a thread that is none is refused by its name", async () => {
  const app = await filled();
  for (
    const body of [{}, { title: "" }, { title: " " }, { title: "x".repeat(201) }, { archived: "yes" }, {
      name: "x",
    }]
  ) {
    const response = await app.send("PATCH", "/v1/threads/called", body);
    assert.deepEqual(
      [response.status, (await json(response)).code],
      [422, "invalid_request"],
      JSON.stringify(body),
    );
  }
  const missing = await app.send("PATCH", "/v1/threads/missing", { archived: true });
  assert.deepEqual([missing.status, (await json(missing)).code], [404, "thread_unknown"]);
});

/** Threads that need a decision (two of them), an answer and a retry, and one that needs nothing. */
async function needy(): Promise<TestApp> {
  let now = TIME;
  const driver = createScriptedDriver(({ history: { entries } }) => {
    const input = entries.find(({ type }) => type === "user");
    const text = input?.type === "user" ? input.text : "";
    if (text === "Retry") return Promise.resolve({ fails: new AgentError("model_network", "Cut.") });
    if (entries.some(({ type }) => type === "tool") || text === "Say") {
      return Promise.resolve({ says: "Yes." });
    }
    if (text === "Ask") {
      return Promise.resolve({ calls: [{ tool: "ask_user", args: { question: "Which?" } }] });
    }
    return Promise.resolve({ calls: [{ tool: "remove", args: { id: "r1" } }] });
  });
  const remove = defineTool({
    name: "remove",
    description: "Removes a record.",
    parameters: ["id"],
    needsApproval: true,
    run: () => "removed",
  });
  const agent = defineAgent({ name: "needy", driver: "scripted", tools: [askUser(), remove] });
  const app = createTestApp({ driver, agents: [agent], clock: () => now });
  for (const [id, input] of Object.entries(NEEDY)) {
    now += 60_000;
    await (await app.send("POST", `/v1/threads/${id}/steps`, { agent: "needy", input, until: "done" }))
      .text();
  }
  return app;
}

const NEEDY = { retried: "Retry", first: "Remove", said: "Say", asked: "Ask", second: "Remove" };

Deno.test("V6: threads are listed by what they need of a person, those that wait before those to try again", async () => {
  const app = await needy();
  const needs = async (id: string) => (await json(await app.send("GET", `/v1/threads/${id}`))).needs;
  assert.deepEqual(
    await Promise.all(Object.keys(NEEDY).map(needs)),
    ["retry", "approval", undefined, "answer", "approval"],
  );
  const expected: Readonly<Record<string, readonly string[]>> = {
    "needs=approval": ["second", "first"],
    "needs=answer": ["asked"],
    "needs=authorization": [],
    "needs=retry": ["retried"],
    "needs=any": ["second", "asked", "first", "retried"],
    "needs=any&status=open": ["retried"],
    "needs=any&status=done": [],
    "needs=any&error=model_network": [],
    "needs=any&tool=remove": ["second", "first"],
    "needs=any&search=ask": ["asked"],
    "needs=any&before=2026-11-27T06:02:00Z": ["retried"],
  };
  for (const [query, names] of Object.entries(expected)) {
    assert.deepEqual(await listed(app, query), names, query);
  }
  for (const limit of [1, 2, 3, 4]) {
    const found: string[] = [];
    for (let behind: string | undefined = ""; behind !== undefined;) {
      const page = await json(await app.send("GET", `/v1/threads?needs=any&limit=${limit}${behind}`));
      const { threads, cursor } = exactly(threadListSchema).parse(page);
      assert.ok(threads.length <= limit);
      found.push(...threads.map(({ id }) => id));
      behind = cursor === undefined ? undefined : `&cursor=${encodeURIComponent(cursor)}`;
    }
    assert.deepEqual(found, ["second", "asked", "first", "retried"], `by ${limit}`);
  }
});

Deno.test("V6: a thread needs nothing once it was decided, answered, cancelled or has gone on", async () => {
  const app = await needy();
  const { calls } = exactly(threadDetailSchema).parse(
    await json(await app.send("GET", "/v1/threads/second")),
  );
  await app.send("POST", `/v1/threads/second/approvals/${calls[0]?.id}`, { approved: true });
  assert.deepEqual(await listed(app, "needs=any"), ["asked", "first", "retried"]);
  await app.send("POST", "/v1/threads/asked/cancel");
  assert.deepEqual(await listed(app, "needs=any"), ["first", "retried"]);
  await app.send("POST", "/v1/threads/first/fork", { id: "forked" });
  assert.equal((await json(await app.send("GET", "/v1/threads/forked"))).needs, undefined);
  assert.deepEqual(await listed(app, "needs=any"), ["first", "retried"]);
  await (await app.send("POST", "/v1/threads/second/steps", { until: "done" })).text();
  assert.deepEqual(await listed(app, "needs=any"), ["first", "retried"]);
  await app.send("DELETE", "/v1/threads/first");
  assert.deepEqual(await listed(app, "needs=any"), ["retried"]);
});

Deno.test("V6: a filter that is none is refused by its name", async () => {
  const { send } = createTestApp();
  for (
    const query of [
      "status=lost",
      "needs=help",
      "after=yesterday",
      "after=1",
      "tool=",
      "metadata=x",
      "plan.x=1",
      "user=a&user=b",
      "search=%21%3F",
      "search=1+2+3+4+5+6+7+8+9",
      "archived=yes",
    ]
  ) {
    const response = await send("GET", `/v1/threads?${query}`);
    assert.deepEqual([response.status, (await json(response)).code], [422, "invalid_request"], query);
  }
  const fields = Array.from({ length: 9 }, (_, index) => `metadata.f${index}=x`).join("&");
  const response = await send("GET", `/v1/threads?${fields}`);
  assert.match(String((await json(response)).detail), /metadata: must have at most 8 fields/);
});

Deno.test("V6: the client writes the query of a list", async () => {
  const app = await filled();
  const client = createClient({
    url: "http://treadle.test",
    key: KEY,
    fetch: (url, init) => app.fetch(new Request(url, init)),
  });
  const { threads } = await client.threads({
    user: "ann",
    metadata: { plan: "pro" },
    after: "2026-11-27",
    limit: 1,
  });
  assert.deepEqual(threads.map(({ id }) => id), ["called"]);
  const changed = await client.thread("called").change({ title: "Orders", archived: true });
  assert.deepEqual([changed.title, changed.archived], ["Orders", true]);
  const archived = await client.threads({ search: "orders", archived: "only" });
  assert.deepEqual(archived.threads.map(({ id }) => id), ["called"]);
});

Deno.test("V6: threads of before the filters are found once they are indexed, with the tools of their histories", async () => {
  const store = createMemoryStore();
  const app = createTestApp({ scenario: LOOKS_UP, store });
  const step = { agent: "tester", input: "Look it up", user: "ann", until: "done" };
  await (await app.send("POST", "/v1/threads/old/steps", step)).text();
  const ref = { tenant: "acme", thread: "old" };
  const { header } = await store.read(ref) ?? assert.fail();
  assert.equal(await store.putFacets(ref, { version: header.version, facets: [] }), "put");
  assert.deepEqual(await listed(app, "tool=echo"), []);
  const response = await app.send("POST", "/v1/threads/index", {});
  const page = exactly(indexedPageSchema).parse(await response.json());
  assert.deepEqual(page, { indexed: 1, busy: [], unreadable: [] });
  assert.deepEqual(await listed(app, "tool=echo&door=steps"), ["old"]);
});
