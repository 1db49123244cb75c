// Row V6: which threads a list has, by what they are and have done.

import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";
import { createScriptedDriver } from "../../src/drivers/scripted.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createClient } from "../../src/client/mod.ts";
import { indexedPageSchema, threadListSchema } from "../../src/http/schemas/responses/threads.ts";
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

Deno.test("V6: a filter that is none is refused by its name", async () => {
  const { send } = createTestApp();
  for (
    const query of [
      "status=lost",
      "after=yesterday",
      "after=1",
      "tool=",
      "metadata=x",
      "plan.x=1",
      "user=a&user=b",
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
