// The types of the routes: hono's own client knows paths, bodies and answers, and its requests work.

import assert from "node:assert/strict";
import { hc } from "hono/client";
import type { AppType } from "../../src/treadle/app.ts";
import { createTestApp, KEY, LOOKS_UP } from "./_app.ts";

Deno.test("AppType: hc<AppType> is a typed client of the API", async () => {
  const { fetch } = createTestApp({ scenario: LOOKS_UP });
  const client = hc<AppType>("http://treadle.test", {
    headers: { authorization: `Bearer ${KEY}` },
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(new Request(input, init)),
  });
  const { threads } = client.v1;

  const made = await threads.$post({ json: { agent: "tester", id: "t1", metadata: { user: "u1" } } });
  const thread: { readonly id: string; readonly status: string } = await made.json();
  assert.deepEqual([made.status, thread.id, thread.status], [201, "t1", "waiting"]);

  const param = { id: "t1" };
  const run = await threads[":id"].steps.$post({
    param,
    query: {},
    json: { input: "hi", toolChoice: "auto", until: "done" },
  });
  assert.equal(run.status, 200, await run.text());

  const history = await (await threads[":id"].history.$get({ param, query: { limit: "2" } })).json();
  assert.deepEqual(history.entries.map(({ type }) => type), ["user", "assistant"]);
  const next: number | null = history.next;
  assert.equal(next, 2);

  const agent = await (await client.v1.agents[":name"].$get({ param: { name: "tester" } })).json();
  assert.deepEqual(agent.tools.map(({ name }) => name), ["echo", "remove"]);

  const wrong = await threads[":id"].approvals[":callId"].$post({
    param: { id: "t1", callId: "c" },
    // @ts-expect-error -- an approval needs `approved`
    json: {},
  });
  assert.equal(wrong.status, 422);
  await wrong.body?.cancel();
});
