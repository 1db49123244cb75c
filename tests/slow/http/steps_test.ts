import assert from "node:assert/strict";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Driver } from "../../../src/core/driver.ts";
import { AgentError } from "../../../src/core/error.ts";
import { seqBase, type StepEvent } from "../../../src/core/event.ts";
import { SCHEMA } from "../../../src/core/state.ts";
import type { Store } from "../../../src/core/store.ts";
import { EVENT_LIMIT } from "../../../src/core/store/limits.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { problemSchema, queuedSchema, runResultSchema } from "../../../src/http/schemas/responses/runs.ts";
import { threadDetailSchema } from "../../../src/http/schemas/responses/threads.ts";
import { createTestApp, exactly, json, KEY, LOOKS_UP, SAYS_HI } from "../../http/_app.ts";

const STEPS = "/v1/threads/t1/steps";
const STREAM = { accept: "text/event-stream" };

Deno.test("steps: JSON answers with the run as its schema says", async () => {
  const { send } = createTestApp({ scenario: LOOKS_UP });
  const response = await send("POST", STEPS, { agent: "tester", input: "hi", until: "done" });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const answer = exactly(runResultSchema).parse(await response.json());
  assert.equal(answer.output, "Done.");
  assert.deepEqual(answer.calls.map(({ name, state, output }) => [name, state, output]), [[
    "echo",
    "completed",
    {
      text: "hi",
    },
  ]]);
  assert.equal(answer.events, undefined);
});

Deno.test("steps: ?events=true adds the events that a stream would have told", async () => {
  const told = createTestApp({ scenario: LOOKS_UP });
  const body = { agent: "tester", input: "hi", until: "done" };
  const answer = runResultSchema.parse(await (await told.send("POST", `${STEPS}?events=true`, body)).json());
  const streamed = createTestApp({ scenario: LOOKS_UP });
  const events = await readStream(await streamed.send("POST", STEPS, body, STREAM));
  assert.deepEqual(answer.events?.map(({ type }) => type), events.map(({ event }) => event));
});

Deno.test("steps: a stream is events whose id is seq, from step.started to step.finished", async () => {
  const { send } = createTestApp();
  const response = await send("POST", STEPS, { agent: "tester", input: ["a", "b"] }, STREAM);
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  assert.equal(response.headers.get("cache-control"), "no-cache");
  assert.equal(response.headers.get("x-accel-buffering"), "no");
  const events = await readStream(response);
  assert.equal(events[0]?.event, "step.started");
  assert.equal(events.at(-1)?.event, "step.finished");
  for (const { id, event, data } of events) {
    const { seq, type } = JSON.parse(data);
    assert.deepEqual([id, event], [String(seq), type]);
  }
});

Deno.test("steps: every spelling of input and tool choice that the schema takes arrives", async () => {
  const { send } = createTestApp({ scenario: LOOKS_UP });
  const body = { agent: "tester", input: { text: "hi" }, toolChoice: "predict" };
  const answer = runResultSchema.parse(await (await send("POST", STEPS, body)).json());
  assert.equal(answer.choice?.requested.type, "auto");
  const anthropic = {
    agent: "tester",
    input: "hi",
    toolChoice: { tool: { name: "echo" } },
    execution: "execute",
  };
  const executed = runResultSchema.parse(
    await (await send("POST", "/v1/threads/t2/steps", anthropic)).json(),
  );
  assert.deepEqual(executed.choice?.requested, { type: "tool", name: "echo" });
});

Deno.test("steps: the same Idempotency-Key replays the answer and says so; another body is refused", async () => {
  const { send } = createTestApp();
  const key = { "idempotency-key": "k1" };
  const body = { agent: "tester", input: "hi" };
  const first = await send("POST", STEPS, body, key);
  const second = await send("POST", STEPS, { input: "hi", agent: "tester" }, key);
  assert.equal(first.headers.get("idempotency-replayed"), null);
  assert.equal(second.headers.get("idempotency-replayed"), "true");
  assert.equal((await json(second)).output, (await json(first)).output);
  const streamed = await send("POST", STEPS, body, { ...key, ...STREAM });
  assert.equal(streamed.headers.get("idempotency-replayed"), "true");
  assert.equal((await readStream(streamed)).at(-1)?.event, "step.finished");
  const other = await send("POST", STEPS, { ...body, input: "ho" }, key);
  assert.deepEqual([other.status, (await json(other)).code], [422, "idempotency_mismatch"]);
});

Deno.test("steps: a step that fails is a problem with the thread as it stands; streamed, a step.failed", async () => {
  const fails = [{ fails: new AgentError("model_overloaded", "Busy.", { retryAfterMs: 1200 }) }];
  const { send } = createTestApp({ scenario: fails });
  const response = await send("POST", STEPS, { agent: "tester", input: "hi" });
  const problem = exactly(problemSchema).parse(await response.json());
  assert.deepEqual([response.status, problem.code, problem.step], [503, "model_overloaded", 1]);
  assert.equal(problem.thread?.id, "t1");
  assert.equal(response.headers.get("retry-after"), "2");
  const streamed = createTestApp({ scenario: fails });
  const events = await readStream(
    await streamed.send("POST", STEPS, { agent: "tester", input: "hi" }, STREAM),
  );
  assert.equal(events.at(-1)?.event, "step.failed");
});

Deno.test("steps: a busy thread is 409 with Retry-After, or 202 when the input may wait", async () => {
  const gate = gated();
  const { send, idle } = createTestApp({ driver: gate.driver });
  const running = send("POST", STEPS, { agent: "tester", input: "hi" });
  await gate.reached;
  const busy = await send("POST", STEPS, { input: "again" });
  assert.deepEqual([busy.status, (await json(busy)).code], [409, "thread_busy"]);
  assert.match(busy.headers.get("retry-after") ?? "", /^\d+$/);
  const queued = await send("POST", STEPS, { input: "later", busy: "queue" }, STREAM);
  assert.equal(queued.status, 202);
  assert.deepEqual(queuedSchema.parse(await queued.json()), { thread: "t1", status: "queued", waiting: 1 });
  const detail = exactly(threadDetailSchema).parse(await (await send("GET", "/v1/threads/t1")).json());
  assert.deepEqual(
    [detail.running, detail.waiting],
    [true, 1],
    "the running step's own input does not wait",
  );
  gate.open();
  const answered = await running;
  assert.equal(answered.status, 200);
  const { thread } = exactly(runResultSchema).parse(await answered.json());
  const after = exactly(threadDetailSchema).parse(await (await send("GET", "/v1/threads/t1")).json());
  assert.deepEqual([after.status, after.waiting], ["open", 1]);
  assert.equal(thread.status, "done", "the response has what the step committed, as a replay of it has");
  await idle();
});

Deno.test("E16: arguments that a model nests 4,000 deep are the model's mistake, not an error of the server", async () => {
  const nested = JSON.parse(`${'{"a":'.repeat(4_000)}1${"}".repeat(4_000)}`);
  const { send, deps } = createTestApp({
    scenario: [{ calls: [{ tool: "echo", args: { text: nested } }] }, { says: "Done." }],
  });
  const response = await send("POST", STEPS, { agent: "tester", input: "hi", until: "done" });
  const { output, ...answer } = await json(response);
  assert.deepEqual([response.status, output], [200, "Done."], JSON.stringify(answer));
  const page = await json(await send("GET", "/v1/threads/t1/history"));
  assert.match(JSON.stringify(page), /nested deeper than 64 levels/);
  await deps.close();
});

Deno.test("steps: silence on a stream is filled with heartbeats", async () => {
  const gate = gated();
  const { send } = createTestApp({ driver: gate.driver, heartbeatMs: 5 });
  const response = await send("POST", STEPS, { agent: "tester", input: "hi" }, STREAM);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail();
  let text = "";
  while (!text.includes(": heartbeat\n\n: heartbeat\n\n")) {
    text += (await reader.read()).value ?? assert.fail();
  }
  gate.open();
  for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
  assert.match(text, /event: step\.finished/);
});

Deno.test("E4: a client that leaves in the middle of a stream does not stop the run", async () => {
  const gate = gated();
  const { app, deps, idle, send } = createTestApp({ driver: gate.driver });
  const deferred: Promise<unknown>[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => app.fetch(request, { defer: (promise) => void deferred.push(promise) }),
  );
  const gone = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.addr.port}${STEPS}`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...STREAM },
    body: JSON.stringify({ agent: "tester", input: "hi" }),
    signal: gone.signal,
  });
  const reader = response.body?.getReader() ?? assert.fail();
  await reader.read();
  await gate.reached;
  gone.abort();
  await reader.closed.catch(() => {});
  gate.open();
  assert.equal(deferred.length, 1);
  await Promise.all(deferred);
  const detail = threadDetailSchema.parse(await (await send("GET", "/v1/threads/t1")).json());
  assert.deepEqual([detail.status, detail.version, detail.running], ["done", 1, false]);
  await server.shutdown();
  await idle();
  await deps.close();
});

Deno.test("E4: a client that leaves while it waits for JSON does not stop the run", async () => {
  const gate = gated();
  const { app, send } = createTestApp({ driver: gate.driver });
  const deferred: Promise<unknown>[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => app.fetch(request, { defer: (promise) => void deferred.push(promise) }),
  );
  const gone = new AbortController();
  const asking = fetch(`http://127.0.0.1:${server.addr.port}${STEPS}`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ agent: "tester", input: "hi" }),
    signal: gone.signal,
  });
  await gate.reached;
  gone.abort();
  await assert.rejects(asking);
  gate.open();
  await Promise.all(deferred);
  assert.equal((await json(await send("GET", "/v1/threads/t1"))).status, "done");
  await server.shutdown();
});

Deno.test("events: a stream that was lost is resumed on any isolate, from Last-Event-ID or ?after=", async () => {
  const gate = gated();
  const { send } = createTestApp({ driver: gate.driver });
  const response = await send("POST", STEPS, { agent: "tester", input: "hi" }, STREAM);
  await gate.reached;
  await response.body?.cancel();
  const resuming = send("GET", "/v1/threads/t1/events", undefined, STREAM);
  const resumed = await resuming;
  const reading = readStream(resumed);
  gate.open();
  const events = await reading;
  assert.equal(events[0]?.event, "step.started");
  assert.equal(events.at(-1)?.event, "step.finished");

  const third = events[2]?.id ?? assert.fail();
  const byHeader = { ...STREAM, "last-event-id": third };
  assert.deepEqual(
    await readStream(await send("GET", "/v1/threads/t1/events?after=0", undefined, byHeader)),
    events.slice(3),
  );
  assert.deepEqual(
    await readStream(await send("GET", `/v1/threads/t1/events?after=${third}`, undefined)),
    events.slice(3),
  );
  const last = { "last-event-id": events.at(-1)?.id ?? "" };
  assert.equal((await send("GET", "/v1/threads/t1/events", undefined, last)).status, 204);
  const head = await send("HEAD", "/v1/threads/t1/events");
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  const illegal = await send("GET", "/v1/threads/t1/events", undefined, { "last-event-id": "x" });
  assert.deepEqual([illegal.status, (await json(illegal)).code], [400, "invalid_header"]);
});

Deno.test("E4: a step that was cancelled tells its last word to who resumes, though it commits late", async () => {
  const gate = gated();
  const { send, idle } = createTestApp({ driver: gate.driver });
  const response = await send("POST", STEPS, { agent: "tester", input: "hi" }, STREAM);
  await gate.reached;
  const reading = readStream(response);
  const resumed = readStream(await send("GET", "/v1/threads/t1/events", undefined, STREAM));
  await send("POST", "/v1/threads/t1/cancel");
  gate.open();
  assert.equal((await resumed).at(-1)?.event, "step.failed");
  assert.equal((await reading).at(-1)?.event, "step.failed");
  await idle();
});

Deno.test("E4: a step that ends without a word ends its stream with an error, after some seconds of silence", async () => {
  const { send, store } = createTestApp();
  const { ref, begun, tell } = await loggedStep(store);
  await tell([1, 2]);
  const resumed = await send("GET", "/v1/threads/t1/events", undefined, STREAM);
  const reading = readStream(resumed);
  await store.cancel(ref);
  const events = await reading;
  assert.deepEqual(events.map(({ id }) => id), [String(begun + 1), String(begun + 2), undefined]);
  assert.equal(events.at(-1)?.event, "stream.failed");
  assert.match(events.at(-1)?.data ?? "", /ended without a word; read the thread/);
  const last = { "last-event-id": String(begun + 2) };
  assert.equal((await send("GET", "/v1/threads/t1/events", undefined, last)).status, 204, "and that is all");
});

Deno.test("E4: a resume past what the log still holds begins with a warning, and is not warned again", async () => {
  const { send, store } = createTestApp();
  const { ref, begun, tell } = await loggedStep(store);
  const resume = async (after: number) => {
    const stream = await send("GET", `/v1/threads/t1/events?after=${after}`, undefined, STREAM);
    const events: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => events.push(event) });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail();
    while (events.length < 2) parser.feed((await reader.read()).value ?? assert.fail());
    await reader.cancel();
    return events.slice(0, 2).map(({ id, data }) => [Number(id) - begun, JSON.parse(data).code]);
  };
  await tell([1, 2, 3]);
  assert.deepEqual(await resume(0), [[1, undefined], [2, undefined]], "nothing is missing");
  assert.deepEqual(await resume(begun + 1), [[2, undefined], [3, undefined]], "nothing is missing");
  for (let first = 4; first < EVENT_LIMIT + 100; first += 500) {
    await tell(Array.from({ length: 500 }, (_, index) => first + index));
  }
  const oldest = (await store.readEvents(ref, 0, 1))?.events[0]?.seq ?? assert.fail();
  assert.ok(oldest > begun + 1);
  const warned = [[oldest - begun - 1, "events_trimmed"], [oldest - begun, undefined]];
  assert.deepEqual(await resume(0), warned, "a later epoch that does not start at its first");
  assert.deepEqual(await resume(begun + 3), warned, "a gap within the epoch");
  assert.deepEqual((await resume(oldest - 1))[0], [oldest - begun, undefined], "back at the warning's place");
});

Deno.test("E4: an event id that the thread has not given out yet is refused with a code, also while a step runs", async () => {
  const { send, store } = createTestApp();
  const { begun } = await loggedStep(store);
  const future = String(begun + 1_000_000 + 1);
  for (
    const answer of [
      await send("GET", "/v1/threads/t1/events", undefined, { ...STREAM, "last-event-id": future }),
      await send("GET", `/v1/threads/t1/events?after=${future}`, undefined, STREAM),
    ]
  ) {
    const { code, detail } = await json(answer);
    assert.deepEqual([answer.status, code], [422, "event_unknown"]);
    assert.match(String(detail), /after=0/);
  }
});

Deno.test("E4: a reader whose place is ahead of the log gets what comes behind it, and an ordinary end", async () => {
  const gate = gated();
  const { send, idle } = createTestApp({ driver: gate.driver });
  const response = await send("POST", STEPS, { agent: "tester", input: "hi" }, STREAM);
  await gate.reached;
  const ahead = { ...STREAM, "last-event-id": String(seqBase(1) + 500_000) };
  const resumed = await send("GET", "/v1/threads/t1/events", undefined, ahead);
  const reading = readStream(resumed);
  gate.open();
  await readStream(response);
  await idle();
  assert.deepEqual(await reading, []);
  await readStream(await send("POST", STEPS, { input: "again" }, STREAM));
  const next = await readStream(await send("GET", "/v1/threads/t1/events", undefined, ahead));
  assert.equal(next[0]?.event, "step.started");
});

Deno.test("E4: a reader of the log that stops reading is let go, and the log is left alone", async () => {
  const letGo = Promise.withResolvers<void>();
  const { send, store } = createTestApp({
    heartbeatMs: 1,
    sleep: (ms, signal) => {
      if (ms === 1) signal?.addEventListener("abort", () => letGo.resolve());
      return sleep(ms, signal);
    },
  });
  const { ref, begun, tell } = await loggedStep(store, "x".repeat(10_000));
  for (let first = 1; first <= 200; first += 10) {
    await tell(Array.from({ length: 10 }, (_, index) => first + index));
  }
  const response = await send("GET", "/v1/threads/t1/events", undefined, STREAM);
  await letGo.promise;
  await assert.rejects(response.text(), /stopped reading/);
  assert.equal((await store.readEvents(ref, begun, 1_000))?.events.length, 200);
});

/** A step in progress whose events a test writes into the log itself; `begun` is what its seqs count from. */
async function loggedStep(store: Store, text = "x") {
  const ref = { tenant: "acme", thread: "t1" };
  const outcome = await store.begin({
    ref,
    owner: "run_1",
    leaseMs: 30_000,
    create: { meta: '{"agent":"tester"}', state: "{}", schema: SCHEMA, createdAt: Date.now() },
    schema: SCHEMA,
    inputs: ["{}"],
    busy: "reject",
    window: { entries: 1, bytes: 1 },
  });
  assert.ok(outcome.type === "begun");
  const { epoch } = outcome.header;
  const begun = seqBase(epoch);
  const tell = (places: readonly number[]) =>
    store.flush(
      ref,
      { owner: "run_1", epoch, leaseMs: 30_000 },
      places.map((place) => {
        const event: StepEvent = { type: "text.delta", block: 0, text, seq: begun + place };
        return { seq: event.seq, text: JSON.stringify(event) };
      }),
    );
  return { ref, begun, tell };
}

async function readStream(response: Response): Promise<EventSourceMessage[]> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  parser.feed(await response.text());
  return events;
}

/** The driver of a model that says "Hi." once the gate is open. */
function gated(): { driver: Driver; reached: Promise<void>; open: () => void } {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const inner = createScriptedDriver(SAYS_HI);
  const driver: Driver = {
    ...inner,
    async plan(turn, emit) {
      emit({ type: "text.started", block: 0 });
      emit({ type: "text.ended", block: 0 });
      reached.resolve();
      await opened.promise;
      return await inner.plan(turn, emit);
    },
  };
  return { driver, reached: reached.promise, open: opened.resolve };
}
