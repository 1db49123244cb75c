import assert from "node:assert/strict";
import type { StepEvent } from "../../src/core/event.ts";
import type { Sleep } from "../../src/core/ports.ts";
import { BACKLOG_LIMIT, EventStream, MAX_IDLE_HEARTBEATS } from "../../src/http/event_stream.ts";
import { drainRun } from "../../src/http/drain_run.ts";
import type { RunResult, StartedRun } from "../../src/kernel/result.ts";

/** What keeps a silent stream of server-sent events open. */
const HEARTBEAT = ": heartbeat\n\n";

const never: Sleep = (_ms, signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

Deno.test("run: what is deferred covers the run from before its start to its end", async () => {
  const { started, ended } = countingRun(3);
  const deferred: Promise<unknown>[] = [];
  const starting = Promise.withResolvers<StartedRun>();
  const pumped = drainRun(starting.promise, () => {}, (promise) => deferred.push(promise));
  assert.equal(deferred.length, 1, "deferred before anything is awaited");
  starting.resolve(started);
  await deferred[0];
  assert.ok(ended());
  await pumped;
});

Deno.test("run: a refusal reaches the handler and does not reject what is deferred", async () => {
  const deferred: Promise<unknown>[] = [];
  const refusal = new Error("busy");
  await assert.rejects(
    drainRun(Promise.reject(refusal), () => {}, (promise) => deferred.push(promise)),
    refusal,
  );
  await deferred[0];
});

Deno.test("event stream: a reader that does not read is cut off at about 1 MB and told so last", async () => {
  const stream = new EventStream(never, 1000, ": too slow\n\n", HEARTBEAT);
  const frame = `data: ${"x".repeat(100_000)}\n\n`;
  let written = 0;
  while (!stream.ended.aborted && written < 100) {
    stream.write(frame);
    written++;
  }
  assert.ok(written * frame.length < 2 * BACKLOG_LIMIT, `${written} frames were kept`);
  const text = await new Response(stream.body).text();
  assert.ok(text.endsWith(": too slow\n\n"));
});

Deno.test("E4: event stream: the readers of many streams may be behind by 64 MiB together, not by 1 MiB each", async () => {
  const streams = Array.from(
    { length: 1_000 },
    () => new EventStream(never, 1000, ": too slow\n\n", HEARTBEAT),
  );
  const frame = `data: ${"x".repeat(10_000)}\n\n`;
  for (let written = 0; written < 40; written++) {
    for (const stream of streams) stream.write(frame);
    await Promise.resolve();
  }
  assert.ok(streams.every(({ ended }) => ended.aborted), "each is cut off");
  const behind = streams.reduce((sum, { backlog }) => sum + backlog, 0);
  assert.ok(behind < 2 * 67_108_864, `${behind} bytes wait`);
  await Promise.all(streams.map(({ body }) => body.cancel()));
  const alone = new EventStream(never, 1000, ": too slow\n\n", HEARTBEAT);
  for (let written = 0; written < 40; written++) {
    alone.write(frame);
    await Promise.resolve();
  }
  assert.equal(alone.ended.aborted, false, "closed streams have no share");
  await alone.body.cancel();
});

Deno.test("event stream: one frame larger than the limit still arrives", async () => {
  const stream = new EventStream(never, 1000, "", HEARTBEAT);
  const frame = `data: ${"x".repeat(3 * BACKLOG_LIMIT)}\n\n`;
  stream.write(frame);
  stream.end("");
  assert.equal((await new Response(stream.body).text()).length, frame.length);
});

Deno.test("event stream: the frames of one turn are one chunk, and none waits for a later turn", async () => {
  const stream = new EventStream(never, 1000, "", HEARTBEAT);
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  stream.write("data: a\n\n");
  stream.write("data: b\n\n");
  assert.equal((await reader.read()).value, "data: a\n\ndata: b\n\n");
  stream.write("data: c\n\n");
  assert.equal((await reader.read()).value, "data: c\n\n");
  stream.write("data: d\n\n");
  stream.end("data: end\n\n");
  assert.equal((await reader.read()).value, "data: d\n\ndata: end\n\n");
  assert.equal((await reader.read()).done, true);
});

Deno.test("event stream: writing and ending after the reader has left is nothing", async () => {
  const stream = new EventStream(never, 1000, "", HEARTBEAT);
  await stream.body.cancel();
  assert.ok(stream.ended.aborted);
  stream.write("data: x\n\n");
  stream.end("data: y\n\n");
});

Deno.test("event stream: silence is filled with heartbeats until the end", async () => {
  const beats = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const sleep: Sleep = (ms, signal) => {
    assert.equal(ms, 15_000);
    return beats[asked++]?.promise ?? never(ms, signal);
  };
  const stream = new EventStream(sleep, 15_000, "", HEARTBEAT);
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  for (const beat of beats) {
    beat.resolve();
    assert.equal((await reader.read()).value, ": heartbeat\n\n");
  }
  stream.end("data: last\n\n");
  assert.equal((await reader.read()).value, "data: last\n\n");
  assert.equal((await reader.read()).done, true);
});

Deno.test("E4: event stream: a reader that takes nothing for some heartbeats is let go", async () => {
  const { sleep, beat, over } = beats();
  const stream = new EventStream(sleep, 15_000, "", HEARTBEAT);
  stream.write("data: x\n\n");
  for (let count = 0; count < MAX_IDLE_HEARTBEATS; count++) {
    assert.ok(!stream.ended.aborted, `let go after ${count} heartbeats`);
    await beat();
  }
  assert.ok(stream.ended.aborted && over());
  assert.equal(stream.backlog, 0, "nothing is kept for it");
  await assert.rejects(new Response(stream.body).text(), /stopped reading/);
});

Deno.test("E4: event stream: a reader that never takes the end, or what it was cut off with, is let go too", async () => {
  for (const size of [10, 2 * BACKLOG_LIMIT]) {
    const { sleep, beat, over } = beats();
    const stream = new EventStream(sleep, 15_000, ": too slow\n\n", HEARTBEAT);
    stream.write(`data: ${"x".repeat(size)}\n\n`);
    stream.write("data: y\n\n");
    stream.end("data: end\n\n");
    for (let count = 0; count < MAX_IDLE_HEARTBEATS; count++) {
      assert.ok(!over(), `let go after ${count} heartbeats`);
      await beat();
    }
    await assert.rejects(new Response(stream.body).text(), /stopped reading/);
  }
});

Deno.test("E4: event stream: a reader that takes a little now and then is kept, also after the end", async () => {
  const { sleep, beat, over } = beats();
  const stream = new EventStream(sleep, 15_000, "", HEARTBEAT);
  const frame = `data: ${"x".repeat(BACKLOG_LIMIT)}\n\n`;
  stream.write(frame);
  stream.end("data: end\n\n");
  const sizes: number[] = [];
  for await (const part of stream.body) {
    sizes.push(part.length);
    for (let count = 0; count < MAX_IDLE_HEARTBEATS - 1; count++) await beat();
  }
  assert.equal(sizes.reduce((sum, size) => sum + size), frame.length + "data: end\n\n".length);
  assert.ok(Math.max(...sizes) <= 65_536, "a large event is not all or nothing");
  assert.ok(over(), "and nothing beats any more");
});

/** Heartbeats that come when the test says so. `over` when the stream waits for no other. */
function beats() {
  let next = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const sleep: Sleep = (ms, given) => {
    signal = given;
    return Promise.race([next.promise, never(ms, given)]);
  };
  const beat = async () => {
    next.resolve();
    next = Promise.withResolvers();
    await new Promise((resolve) => setTimeout(resolve)); // what the beat sets off is over
  };
  return { sleep, beat, over: () => signal?.aborted === true };
}

const ANSWER: RunResult = {
  thread: {
    id: "t",
    agent: "demo",
    status: "done",
    version: 1,
    length: 2,
    metadata: {},
    counters: {
      steps: 1,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      wallMs: 0,
      microDollars: 0,
    },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  },
  step: 1,
  output: "",
  calls: [],
  choice: null,
  outcome: null,
  model: null,
  steps: [],
  warnings: [],
  usage: { inputTokens: 0, outputTokens: 0 },
};

function countingRun(count: number): { started: StartedRun; ended: () => boolean } {
  let ended = false;
  const run = async (emit: (event: StepEvent) => void = () => {}): Promise<RunResult> => {
    for (let seq = 1; seq <= count; seq++) {
      emit({ type: "text.delta", block: 0, text: "x", seq });
      await Promise.resolve();
    }
    ended = true;
    return ANSWER;
  };
  return { started: { type: "running", run }, ended: () => ended };
}
