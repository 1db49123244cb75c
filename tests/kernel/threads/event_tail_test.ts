// The event log as its readers are told it: its records, and the end of a step whose worker died.

import assert from "node:assert/strict";
import fc from "fast-check";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { seqBase, type StepEvent, type StepEventBody } from "../../../src/core/event.ts";
import { SCHEMA } from "../../../src/core/state.ts";
import type { LoggedEvent } from "../../../src/core/store/thread.ts";
import { readLoggedEvents, UnloggedEvents } from "../../../src/kernel/log/event_records.ts";
import { createEventWait } from "../../../src/kernel/threads/await_events.ts";
import { tailEvents } from "../../../src/kernel/threads/event_tail.ts";
import { LEASE_MS } from "../../../src/kernel/timing.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { assertWellFormedStream } from "../../support/invariants.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab } from "../../support/lab.ts";

const ref = { tenant: "acme", thread: "t1" };
const SPOKEN: readonly StepEventBody[] = [
  { type: "step.started", thread: "t1", agent: "a", step: 2, model: "m", choice: null, at: 0 },
  { type: "reasoning.started", block: 0 },
  { type: "reasoning.ended", block: 0 },
  { type: "text.started", block: 1 },
  { type: "text.delta", block: 1, text: "Do" },
  { type: "call.started", block: 2, callId: "call_1", name: "tick" },
  { type: "call.delta", block: 2, callId: "call_1", text: '{"n"' },
  { type: "call.delta", block: 2, callId: "call_1", text: ":1" },
];

/** A thread with one committed step, and a second one whose worker died after these words were logged. */
async function deadStep(spoken = SPOKEN) {
  let now = 1_000_000;
  const store = createMemoryStore({ clock: () => now });
  const lab = createLab({
    agents: [defineAgent({ name: "a", instructions: "", driver: "scripted" })],
    scenario: () => ({ says: "Done." }),
    store,
    deps: { clock: () => now },
  });
  await lab.run({ input: "first", resumable: true });
  const begun = await store.begin({
    ref,
    owner: "dead",
    leaseMs: LEASE_MS,
    schema: SCHEMA,
    inputs: [JSON.stringify({ type: "user", id: "entry_x", at: now, version: 0, text: "second" })],
    busy: "reject",
    window: { entries: 10, bytes: 10_000 },
  });
  assert.ok(begun.type === "begun");
  const { epoch } = begun.header;
  const events = spoken.map((event, index) => ({ ...event, seq: seqBase(epoch) + index + 1 }));
  await store.flush(
    ref,
    { owner: "dead", epoch, leaseMs: LEASE_MS },
    events.map((event) => ({ seq: event.seq, text: JSON.stringify(event) })),
  );
  now += LEASE_MS + 1;
  const open = (after: number) =>
    tailEvents(ref, after, { pollMs: 1, signal: new AbortController().signal }, lab.deps);
  const read = async (after: number) => await Array.fromAsync((await open(after)).events);
  return { lab, epoch, last: events.at(-1)?.seq ?? 0, open, read };
}

/** What ends the step of SPOKEN. */
function assertEnd(end: readonly StepEvent[], epoch: number): void {
  assert.deepEqual(end.map(({ seq, type }) => [seq - seqBase(epoch + 1), type]), [
    [-3, "text.ended"],
    [-2, "call.ready"],
    [-1, "step.failed"],
  ]);
  const [text, call, failed] = end;
  assert.ok(text?.type === "text.ended" && text.block === 1);
  assert.ok(call?.type === "call.ready" && call.callId === "call_1" && call.name === "tick");
  assert.deepEqual([call.args, call.readiness], ['{"n":1', "truncated"]);
  assert.ok(failed?.type === "step.failed");
  assert.deepEqual([failed.step, failed.version], [2, 1], "the step that died, and what it began with");
  assert.deepEqual([failed.error.code, failed.error.retryable], ["step_fenced", true]);
}

Deno.test("E4: the log ends a step whose worker died before it tells of the step that took over", async () => {
  const { lab, epoch, read, last } = await deadStep();
  await lab.run({ resumable: true });
  const told = await read(0);
  assertWellFormedStream(told);
  const place = told.findIndex(({ seq }) => seq === last) + 1;
  assertEnd(told.slice(place, place + 3), epoch);
  assert.deepEqual(told.slice(place + 3, place + 4).map(({ type }) => type), ["step.started"]);
});

Deno.test("E4: a reader is told the same end of a dead step wherever it comes back", async () => {
  const { lab, epoch, read, last } = await deadStep();
  await lab.run({ resumable: true });
  const told = await read(0);
  const unlogged = [last + 1, last + 20]; // its own client may have been told more than the log was
  for (const after of [...told.map(({ seq }) => seq).slice(0, -1), ...unlogged, seqBase(epoch + 1)]) {
    assert.deepEqual(await read(after), told.filter(({ seq }) => seq > after), `after ${after}`);
  }
});

Deno.test("E4: a reader who waits for a dead step is told its end when another one takes over", async () => {
  const { lab, epoch, read, last } = await deadStep();
  const waiting = read(last);
  await lab.run({ resumable: true });
  const waited = await waiting;
  assertEnd(waited.slice(0, 3), epoch);
  assert.deepEqual(waited, await read(last));
});

Deno.test("E4: a dead step that a step without a log took over is ended too, once", async () => {
  const { lab, epoch, open, read, last } = await deadStep();
  await lab.run({ resumable: false });
  assertWellFormedStream(await read(0));
  const end = await read(last);
  assertEnd(end, epoch);
  assert.equal((await open(last)).drained, false);
  assert.equal((await open(seqBase(epoch + 1) - 2)).drained, false);
  assert.equal((await open(seqBase(epoch + 1) - 1)).drained, true, "that was its end");
  await lab.run({ input: "third", resumable: true });
  const later = await read(last);
  assert.deepEqual(later.slice(0, 3), end, "and still is when the log goes on");
});

Deno.test("E4: a step that may still have a last word is not ended for it", async () => {
  const { lab, open, last } = await deadStep();
  assert.equal((await open(last)).drained, true, "nobody took over");
  await lab.store.cancel(ref);
  assert.equal((await open(last)).drained, true, "cancelled, and that is its own to tell");
});

Deno.test("E4: the end of a dead step whose events fill several pages is found", async () => {
  const many: StepEventBody[] = Array.from(
    { length: 450 },
    () => ({ type: "text.delta", block: 1, text: "." }),
  );
  const { lab, epoch, read } = await deadStep([...SPOKEN, ...many]);
  await lab.run({ resumable: true });
  const told = await read(0);
  assertWellFormedStream(told);
  assertEnd(told.filter(({ seq }) => seq >= seqBase(epoch + 1) - 3).slice(0, 3), epoch);
});

// Records
// ---------------------------------------------------------------------------------------------------------------

const text = fc.string({ unit: "binary", maxLength: 300 });
const call = (block: number) =>
  fc.record({
    type: fc.constant("call.delta"),
    block: fc.constant(block),
    callId: fc.constant(`call_${block}`),
    text,
  });
const body: fc.Arbitrary<StepEventBody> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant("text.delta"), block: fc.constant(0), text }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("reasoning.delta"), block: fc.nat(1), text }) },
  { weight: 4, arbitrary: fc.oneof(call(2), call(3)) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("text.ended"), block: fc.constant(0) }) },
);

/** Numbered as a step numbers them. */
function numbered(bodies: readonly StepEventBody[]): StepEvent[] {
  return bodies.map((event, index) => ({ ...event, seq: 1_000_001 + index }));
}

/** All records, in batches, each dropped when it is taken. */
function drained(unlogged: UnloggedEvents): LoggedEvent[] {
  const records: LoggedEvent[] = [];
  while (!unlogged.isEmpty) {
    const batch = unlogged.batch();
    records.push(...batch);
    unlogged.drop(batch.length);
  }
  return records;
}

Deno.test("E4: event records: any events come back as they were, also when some are flushed in between", () => {
  fc.assert(fc.property(fc.array(body, { maxLength: 60 }), fc.nat(60), (bodies, flushedAt) => {
    const events = numbered(bodies);
    const unlogged = new UnloggedEvents();
    const records: LoggedEvent[] = [];
    for (const [index, event] of events.entries()) {
      unlogged.add(event);
      if (index === flushedAt) records.push(...drained(unlogged));
    }
    records.push(...drained(unlogged));
    assert.deepEqual([...readLoggedEvents(records)], events);
    assert.equal(
      JSON.stringify([...readLoggedEvents(records)]),
      JSON.stringify(events),
      "in the same order of fields",
    );
    assert.ok(records.every(({ text }) => text.length <= 32 * 1024));
    for (const record of records) assert.equal([...readLoggedEvents([record])].at(-1)?.seq, record.seq);
  }));
});

Deno.test("E4: event records: the pieces of a long answer are few records, none of them large", () => {
  const pieces = Array.from(
    { length: 2_000 },
    (): StepEventBody => ({ type: "text.delta", block: 0, text: "word " }),
  );
  const unlogged = new UnloggedEvents();
  for (const event of numbered(pieces)) unlogged.add(event);
  const records = drained(unlogged);
  assert.ok(records.length < 25, `${records.length} records`);
  assert.ok(records.every(({ text }) => text.length < 2_000));
});

Deno.test("E4: event records: an event while a batch is on its way does not change the batch", () => {
  const [first, second] = numbered(["a", "b"].map((text) => ({ type: "text.delta", block: 0, text })));
  assert.ok(first && second);
  const unlogged = new UnloggedEvents();
  unlogged.add(first);
  const batch = unlogged.batch();
  unlogged.add(second);
  assert.deepEqual([...readLoggedEvents(batch)], [first]);
  unlogged.drop(batch.length);
  assert.deepEqual([...readLoggedEvents(unlogged.batch())], [second]);
});

Deno.test("E4: a reader that comes back within a record is given what follows its place, without a warning", async () => {
  const lab = createLab({
    agents: [defineAgent({ name: "a", instructions: "" })],
    deps: {
      sleep: (_ms, signal) => new Promise((_resolve, reject) => signal?.addEventListener("abort", reject)),
    },
  });
  const { events } = await lab.run({ input: "tell me", resumable: true });
  const records = (await lab.store.readEvents(ref, 0, 1_000))?.events ?? [];
  assert.ok(records.length < events.length, "pieces share records");
  const sent = asSent(events);
  for (const after of [0, ...events.map(({ seq }) => seq)]) {
    const options = { pollMs: 1, signal: new AbortController().signal };
    const tail = await tailEvents(ref, after, options, lab.deps);
    if (after === events.at(-1)?.seq) assert.ok(tail.drained);
    else assert.deepEqual(await Array.fromAsync(tail.events), sent.filter(({ seq }) => seq > after));
  }
});

Deno.test("E4: a reader waits for a notice of the store, for twenty polls at most, and by polls where no step runs", async () => {
  const timers: { readonly ms: number; readonly end: () => void }[] = [];
  const followed: { readonly changed: () => void; readonly signal: AbortSignal }[] = [];
  const store = Object.assign(createMemoryStore(), {
    follow(_ref: unknown, changed: () => void, signal: AbortSignal) {
      followed.push({ changed, signal });
      changed();
      return Promise.resolve();
    },
  });
  const sleep = (ms: number) => new Promise<void>((end) => timers.push({ ms, end }));
  const given = new AbortController();
  const wait = createEventWait(ref, { pollMs: 100, signal: given.signal }, { store, sleep });
  /** Whether a wait ends without the act, and with it. */
  const ends = async (isRunning: boolean, act: () => void) => {
    let isOver = false;
    const waiting = wait.next(isRunning).then(() => isOver = true);
    await Promise.resolve();
    await Promise.resolve();
    const before = isOver;
    act();
    await waiting;
    return before;
  };
  const endTimer = () => timers.at(-1)?.end();
  assert.equal(await ends(false, endTimer), false);
  assert.deepEqual([timers.at(-1)?.ms, followed.length], [100, 0], "nothing runs");
  assert.equal(await ends(true, () => {}), true, "what came before it was followed is read");
  assert.equal(await ends(true, () => followed[0]?.changed()), false);
  followed[0]?.changed();
  assert.equal(await ends(true, () => {}), true, "a notice between two waits counts");
  assert.equal(await ends(true, endTimer), false);
  assert.equal(timers.at(-1)?.ms, 2_000);
  assert.equal(await ends(true, () => given.abort()), false);
  assert.deepEqual(followed.map(({ signal }) => signal.aborted), [true]);
});

Deno.test("E4: a store is followed from the first wait on, and no longer than its log is read", async () => {
  const signals: AbortSignal[] = [];
  const follow = (_ref: unknown, changed: () => void, signal: AbortSignal) => {
    signals.push(signal);
    setTimeout(changed, 1);
    return Promise.resolve();
  };
  const store = Object.assign(createMemoryStore(), { follow });
  const lab = createLab({
    agents: [defineAgent({ name: "a", instructions: "", driver: "scripted" })],
    store,
  });
  const owner = "live";
  const created = { meta: "{}", state: "{}", schema: SCHEMA, createdAt: 1 };
  const window = { entries: 10, bytes: 10_000 };
  const request = { ref, owner, leaseMs: LEASE_MS, schema: SCHEMA, inputs: ["{}"], window, create: created };
  const begun = await store.begin({ ...request, busy: "reject" });
  assert.ok(begun.type === "begun");
  const { epoch } = begun.header;
  const log = (place: number) => {
    const seq = seqBase(epoch) + place;
    const text = JSON.stringify({ type: "text.delta", block: 0, text: ".", seq });
    return store.flush(ref, { owner, epoch, leaseMs: LEASE_MS }, [{ seq, text }]);
  };
  await log(1);
  const options = { pollMs: 100_000, signal: new AbortController().signal };
  const { events } = await tailEvents(ref, 0, options, lab.deps);
  await events.next();
  assert.equal(signals.length, 0);
  const next = events.next();
  await log(2);
  assert.equal((await next).value?.seq, seqBase(epoch) + 2);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [false]);
  await events.return();
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true]);
});
