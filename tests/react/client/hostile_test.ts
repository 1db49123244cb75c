// What stands between a client and its deployment, and what its caller gets wrong: pages of proxies, headers, events of large size or
// none that is known, aborts at each wait.

import assert from "node:assert/strict";
import {
  type ClientOptions,
  createClient,
  type StepEvent,
  TreadleError,
} from "../../../src/react/client/mod.ts";
import type { EntryView } from "../../../src/core/contract/entries.ts";
import type { ThreadDetail } from "../../../src/core/contract/threads.ts";

const EVENTS: readonly StepEvent[] = [
  { type: "text.started", block: 0, seq: 1_000_001 },
  { type: "text.delta", block: 0, text: "one\u2028two\u2029three", seq: 1_000_002 },
  { type: "text.ended", block: 0, seq: 1_000_003 },
  {
    type: "step.finished",
    step: 1,
    version: 1,
    status: "done",
    finish: "stop",
    outcome: null,
    continues: false,
    seq: 1_000_004,
  },
];

function streamOf(...data: readonly unknown[]): Response {
  const body = data.map((each) => `data: ${typeof each === "string" ? each : JSON.stringify(each)}\n\n`);
  return new Response(body.join(""), { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

/** A client whose every request is answered by the function, and how many there were. */
function answered(answer: () => Response | Promise<Response>, options: Partial<ClientOptions> = {}) {
  const requests: RequestInit[] = [];
  const client = createClient({
    url: "https://x.example",
    retries: { count: 2, firstMs: 1 },
    fetch: async (_url, init) => {
      requests.push(init);
      return await answer();
    },
    ...options,
  });
  return { client, thread: client.thread("t1"), requests };
}

const isError = (code: string, retryable: boolean) => (error: unknown) =>
  error instanceof TreadleError && error.code === code && error.retryable === retryable;

Deno.test("E4: text with the line separators of Unicode comes through", async () => {
  assert.deepEqual(await Array.fromAsync(answered(() => streamOf(...EVENTS)).thread.stream("hi")), EVENTS);
});

Deno.test("E4: a page of a proxy or a login, status 200, is response_invalid at once, for each kind of request", async () => {
  const page = () => new Response("<html>Log in</html>", { headers: { "content-type": "text/html" } });
  const { client, thread, requests } = answered(page);
  const isPage = isError("response_invalid", false);
  await assert.rejects(client.agents(), isPage);
  await assert.rejects(thread.run("hi"), isPage);
  await assert.rejects(Array.fromAsync(thread.stream("hi")), isPage);
  await assert.rejects(Array.fromAsync(thread.events()), isPage);
  assert.equal(requests.length, 4, "none is sent again");
});

Deno.test("E4: data that is no event is passed over, and data that is not JSON is response_invalid", async () => {
  const later = { type: "of.a.later.version", seq: 1_000_000, more: {} };
  const { thread } = answered(() => streamOf("null", "[]", { type: "without a place" }, later, ...EVENTS));
  assert.deepEqual(await Array.fromAsync(thread.stream("hi")), [later, ...EVENTS]);
  const { thread: broken, requests } = answered(() => streamOf("{oops"));
  await assert.rejects(Array.fromAsync(broken.stream("hi")), isError("response_invalid", false));
  assert.equal(requests.length, 1);
});

Deno.test("E4: a retry-after may be a date", async () => {
  const at = (ms: number) => new Date(Date.now() + ms).toUTCString();
  for (
    const [date, least, most] of [[at(100_000), 98_000, 100_000], [at(-9_000), undefined, undefined]] as const
  ) {
    const headers = { "retry-after": date };
    const { client, requests } = answered(() => new Response("", { status: 503, headers }));
    await assert.rejects(client.agents(), (error) => {
      assert.ok(error instanceof TreadleError);
      const { retryAfterMs } = error;
      if (least === undefined) return retryAfterMs === undefined;
      return retryAfterMs !== undefined && retryAfterMs >= least && retryAfterMs <= most;
    });
    assert.equal(requests.length, least === undefined ? 3 : 1, "longer than 30 s is an error at once");
  }
});

Deno.test("E11: a header of the caller in other letters takes the place of none of the client's, and is sent once", async () => {
  const headers = { "Content-Type": "text/plain", "X-Of-Mine": "1", Accept: "*/*" };
  const { thread, requests } = answered(() => streamOf(...EVENTS), { headers, key: "a-key" });
  await Array.fromAsync(thread.stream("hi"));
  const sent = new Headers(requests[0]?.headers);
  assert.deepEqual(["content-type", "accept", "x-of-mine", "authorization"].map((name) => sent.get(name)), [
    "application/json",
    "text/event-stream",
    "1",
    "Bearer a-key",
  ]);
});

Deno.test("E14: an address or a key that no request can have is an error at once, without the key", async () => {
  for (
    const options of [{ url: "localhost:8000" }, { url: "x.example" }, {
      url: "http://127.0.0.1:9",
      key: "se\ncret",
    }]
  ) {
    await assert.rejects(createClient(options).agents(), (error) => {
      assert.ok(isError("connection_failed", false)(error));
      return !Deno.inspect(error).includes("cret");
    });
  }
});

Deno.test("E4: an abort ends what waits for a key or a fetch that does not look at the signal", async () => {
  const reason = new Error("The page is closed.");
  const never = () => new Promise<never>(() => {});
  for (const options of [{ key: never }, { fetch: never }]) {
    const controller = new AbortController();
    const { client } = answered(() => Response.json({ agents: [] }), options);
    const asked = client.agents({ signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(asked, reason);
  }
});

Deno.test("E4: after an abort no event follows, also of those that have come already", async () => {
  const reason = new Error("The page is closed.");
  const controller = new AbortController();
  const seen: string[] = [];
  await assert.rejects(async () => {
    const { thread } = answered(() => streamOf(...EVENTS));
    for await (const { type } of thread.stream("hi", { signal: controller.signal })) {
      seen.push(type);
      controller.abort(reason);
    }
  }, reason);
  assert.deepEqual(seen, ["text.started"]);
});

Deno.test("E11: a conversation of large entries, of which a page has only some, has the newest", async () => {
  const entries = Array.from({ length: 5 }, (_, index): EntryView => ({
    type: "user",
    id: `e${index}`,
    text: `message ${index}`,
    version: index,
    at: "2026-01-01T00:00:00.000Z",
  }));
  const detail = {
    id: "t1",
    status: "waiting",
    running: false,
    length: entries.length,
    calls: [],
    counters: { steps: 0 },
  } satisfies Partial<Record<keyof ThreadDetail, unknown>>;
  const client = createClient({
    url: "https://x.example",
    fetch: (url) => {
      const { pathname, searchParams } = new URL(url);
      if (!pathname.endsWith("/history")) return Promise.resolve(Response.json(detail));
      const start = Number(searchParams.get("after"));
      const page = entries.slice(start, start + 2); // as if two fill it
      const next = start + 2 < entries.length ? start + 2 : null;
      return Promise.resolve(Response.json({ entries: page, start, length: entries.length, next }));
    },
  });
  const { messages } = await client.thread("t1").conversation();
  assert.deepEqual(
    messages.map((message) => message.role === "user" && message.text),
    entries.map((_, index) => `message ${index}`),
  );
});
