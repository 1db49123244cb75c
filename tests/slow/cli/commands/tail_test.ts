// E17: treadle threads tail: a thread until it rests, a thread through its runs and over a lost connection, and all threads.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import type { Provider } from "../../../../src/core/model/provider.ts";
import { eventually } from "../../../support/eventually.ts";
import { testModel } from "../../../support/model.ts";
import { serveProxy } from "../../../react/client/_proxy.ts";
import { createTestApp, LOOKS_UP, REMOVES, type TestApp } from "../../../http/_app.ts";
import { serveApp } from "../../../cli/_serve.ts";
import { startTreadle } from "../_process.ts";

async function step(app: TestApp, thread: string, body: object = {}): Promise<void> {
  const path = `/v1/threads/${thread}/steps`;
  const headers = { accept: "text/event-stream", "idempotency-key": crypto.randomUUID() };
  const response = await app.send(
    "POST",
    path,
    { agent: "tester", input: "Go.", until: "done", ...body },
    headers,
  );
  await response.text();
  await app.idle();
}

Deno.test("E17: tail prints the events of a thread and ends when it rests", async () => {
  const app = createTestApp({ scenario: LOOKS_UP });
  await step(app, "t1");
  await using served = serveApp(app);
  const { code, stdout, stderr } = await served.treadle("threads", "tail", "t1");
  assert.deepEqual([code, stdout], [0, "Let me see.\nDone.\n"]);
  assert.match(stderr, /^tool: echo \{"text":"hi"\}\ntool: echo completed in \d+ ms: \{"text":"hi"\}\n$/);
  for (
    const [words, message] of [[["t1", "--agent", "x"], /name none/], [
      ["--follow"],
      /for one thread/,
    ]] as const
  ) {
    assert.match((await served.treadle("threads", "tail", ...words)).stderr, message);
  }
});

Deno.test("E17: tail prints the entries of steps without events at their places, and those of a run that goes on", async () => {
  const gate = Promise.withResolvers<void>();
  const answers = ["One.", "Two.", "Three.", "Four."];
  const { provider, requests } = testModel((_, index) => ({ says: answers[index] ?? "" }));
  const gated: Provider = {
    ...provider,
    async stream(...asked) {
      if (requests.length === 3) await gate.promise;
      return await provider.stream(...asked);
    },
  };
  const app = createTestApp({
    agents: [defineAgent({ name: "other", model: "first/m" })],
    providers: [gated],
  });
  const say = (input: string, resumable = false) => step(app, "t1", { agent: "other", input, resumable });
  await say("1");
  await say("2", true);
  await say("3");
  await using served = serveApp(app);
  const { stdout } = await served.treadle("threads", "tail", "t1");
  assert.equal(stdout, "user: 1\nassistant: One.\nTwo.\nuser: 3\nassistant: Three.\n");
  const types = (text: string) =>
    text.trim().split("\n").map((line) => JSON.parse(line)).map(({ type, entry }) => entry?.type ?? type);
  const json = await served.treadle("threads", "tail", "t1", "--json");
  const all = types(json.stdout);
  assert.deepEqual(all.slice(0, 3), ["user", "assistant", "step.started"]);
  assert.deepEqual(all.slice(-3), ["step.finished", "user", "assistant"]);
  await using tail = startTreadle({ env: served.env }, "threads", "tail", "t1");
  const running = say("4");
  for (const line of ["user: 1", "assistant: One.", "Two.", "user: 3", "assistant: Three."]) {
    assert.equal(await tail.line(), line);
  }
  gate.resolve();
  await running;
  for (const line of ["user: 4", "assistant: Four."]) assert.equal(await tail.line(), line);
  const again = await served.treadle("threads", "tail", "t1");
  assert.deepEqual(again.stdout.trim().split("\n").slice(-2), ["user: 4", "assistant: Four."]);
});

Deno.test("E17: tail --follow prints the next run too, once, over a connection that was cut", async () => {
  const app = createTestApp({ scenario: [...LOOKS_UP, { says: "Again." }] });
  await step(app, "t1");
  await using served = serveApp(app);
  await using proxy = serveProxy(served.url);
  let cuts = 0;
  proxy.onRequest = ({ path }) =>
    path.endsWith("/events") && cuts++ < 2 ? { after: "step.finished", then: "cut" } : undefined;
  const env = { ...served.env, TREADLE_URL: proxy.url };
  await using tail = startTreadle({ env }, "threads", "tail", "t1", "--follow", "--json");
  const seen: number[] = [];
  const until = async (type: string, step: number) => {
    for (;;) {
      const line = await tail.line();
      if (!line.startsWith("{")) continue; // a note that the connection broke
      const event = JSON.parse(line);
      seen.push(event.seq);
      if (event.type === type && event.step === step) return;
    }
  };
  await until("step.finished", 2);
  await step(app, "t1");
  await until("step.finished", 3);
  assert.deepEqual(seen, [...new Set(seen)].sort((a, b) => a - b), "each event once and in order");
  assert.ok(cuts > 2, "the connection was cut");
});

Deno.test("E17: tail --follow prints steps once that came between its looks at the events and at the thread, with or without events", async () => {
  const app = createTestApp({
    scenario: [...LOOKS_UP, { says: "Unseen." }, { says: "Again." }, { says: "More." }],
  });
  await step(app, "t1");
  let looks = 0;
  await using served = serveApp({
    async fetch(request) {
      const isLook = request.method === "GET" && new URL(request.url).pathname === "/v1/threads/t1";
      if (isLook && ++looks === 2) {
        await step(app, "t1", { resumable: false });
        await step(app, "t1");
      }
      return await app.fetch(request);
    },
  });
  await using tail = startTreadle({ env: served.env }, "threads", "tail", "t1", "--follow", "--json");
  const finished: number[] = [];
  const stored: string[] = [];
  while (stored.length < 2) {
    const { type, step, entry } = JSON.parse(await tail.line());
    if (type === "step.finished") finished.push(step);
    if (type === "entry.stored") stored.push(`${entry.type} ${entry.text ?? entry.blocks[0].text}`);
  }
  await step(app, "t1");
  while (finished.length < 4) {
    const { type, step } = JSON.parse(await tail.line());
    assert.notEqual(type, "entry.stored", "each is told once");
    if (type === "step.finished") finished.push(step);
  }
  assert.deepEqual(stored, ["user Go.", "assistant Unseen."]);
  assert.deepEqual(finished, [1, 2, 4, 5]);
});

/** The app, and the queries of the lists of threads that it has answered: what is new behind the first look of a command is printed. */
function noteLooks(app: TestApp) {
  const looks = new Set<string>();
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const response = await app.fetch(request);
    if (pathname === "/v1/threads" && !search.includes("status=")) looks.add(search);
    return response;
  };
  return { fetch, haveLooked: (count: number) => eventually(() => looks.size === count, () => [...looks]) };
}

Deno.test("E17: tail without a thread prints what happens from now on in every thread, with entries where steps keep no events", async () => {
  const app = createTestApp({ scenario: REMOVES });
  await step(app, "old");
  const { fetch, haveLooked } = noteLooks(app);
  await using served = serveApp({ fetch });
  await using tail = startTreadle({ env: served.env }, "threads", "tail");
  assert.match(await tail.line(), /^following the threads of http:\/\/127/);
  const lines = async (count: number) => {
    const read: string[] = [];
    while (read.length < count) read.push(await tail.line());
    return read;
  };
  await haveLooked(1);
  await step(app, "new");
  const [begun, approval, waits] = await lines(3);
  assert.equal(begun, "new  step 1 of tester");
  assert.match(approval ?? "", /^new {2}approval: remove \{"id":"r1"\} waits for an answer \(call_\w+\)$/);
  assert.equal(waits, "new  Waits");
  await served.treadle("inbox", "approve", "old", "--wake");
  await app.idle();
  const [call, decision, answer] = await lines(3);
  assert.deepEqual([call, answer], [
    'old  tool: remove completed: {"removed":"r1"}',
    "old  assistant: Gone.",
  ]);
  assert.match(decision ?? "", /^old {4}approved by key_\S+ \(api\) 20\S+Z$/);
});

Deno.test("E17: tail without a thread prints the first thread of an empty deployment, and those of the agent alone that is named", async () => {
  const { provider } = testModel(() => ({ says: "Other." }));
  const other = defineAgent({ name: "other", model: "first/m" });
  const app = createTestApp({ agents: [other], providers: [provider] });
  const { fetch, haveLooked } = noteLooks(app);
  await using served = serveApp({ fetch });
  await using all = startTreadle({ env: served.env }, "threads", "tail", "--json");
  await using one = startTreadle({ env: served.env }, "threads", "tail", "--agent", "tester");
  assert.match(await one.line(), /^following /);
  await haveLooked(2);
  await step(app, "t1", { agent: "other" });
  await step(app, "t2");
  assert.equal(await one.line(), "t2  step 1 of tester");
  const threads = new Set<string>();
  while (threads.size < 2) threads.add(JSON.parse(await all.line()).thread);
  assert.deepEqual([...threads].sort(), ["t1", "t2"]);
});
