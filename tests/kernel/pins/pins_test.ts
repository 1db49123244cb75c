// E13: pinned entries stay in every request, bounded, and survive windows, summaries, forks and isolates.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { viewThread } from "../../../src/kernel/snapshot.ts";
import { createLab, type Lab, type LabOptions } from "../../support/lab.ts";
import { STORES } from "../long/_stores.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const REF = { tenant: "acme", thread: "t1" };

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["at"],
  effect: "pure",
  run: ({ at }) => `seen ${at}`,
});

interface Pinned {
  readonly lab: Lab;
  /** What the last plan read. */
  read(): readonly Entry[];
}

/** An agent that calls look when its input says so. */
function pinned(definition: Partial<AgentDefinition> = {}, options: Partial<LabOptions> = {}): Pinned {
  let last: readonly Entry[] = [];
  const agent = defineAgent({
    name: "keeper",
    driver: "scripted",
    tools: [look],
    limits: { historyEntries: 4, repeatedCalls: 100 },
    ...definition,
  });
  const lab = createLab({
    agents: [agent],
    scenario: ({ history: { entries } }): ScriptedPlan => {
      last = entries;
      const newest = entries.at(-1);
      return newest?.type === "user" && newest.text.startsWith("look")
        ? { calls: [{ tool: "look", args: { at: newest.text } }] }
        : { says: "Fine." };
    },
    ...options,
  });
  return { lab, read: () => last };
}

function wordsOf(entries: readonly Entry[]): string[] {
  return entries.map((entry) => {
    switch (entry.type) {
      case "user":
        return entry.text;
      case "tool":
        return String(entry.output);
      case "assistant":
        return entry.blocks.map((block) => block.type === "text" ? block.text : block.type).join();
      case "cut":
      case "notice":
      case "summary":
      case "failure":
        return entry.type;
    }
  });
}

const SUMMARY = "## EARLIER IN THIS CONVERSATION\n5 earlier entries.";
const BEFORE = "[Pinned entries from earlier in this conversation follow.]";
const BEHIND = "[End of the pinned entries. The conversation goes on.]";

/** Another worker has the thread. */
async function hold({ store }: Lab): Promise<void> {
  const begun = await store.begin({
    ref: REF,
    owner: "other",
    leaseMs: 30_000,
    schema: SCHEMA,
    busy: "reject",
    window: { entries: 1, bytes: 1 },
    inputs: [JSON.stringify({ type: "user", id: "entry_x", at: 1, version: 0, text: "x" })],
  });
  assert.equal(begun.type, "begun");
}

for (const kind of STORES) {
  kind.register(
    `E13: pinned entries stand before the window in order, warm and cold, on ${kind.name}`,
    async () => {
      await using opened = await kind.open();
      const { lab, read } = pinned({}, { store: opened.store });
      await lab.run({ input: "Rule one.", pin: true });
      await lab.run({ input: "look here", until: "done" });
      await lab.run({ input: "Rule two.", pin: true, pins: { add: [4], remove: [] } });
      for (const turn of ["a", "b", "c"]) await lab.run({ input: turn });
      const warm = wordsOf(read());
      assert.deepEqual(warm.slice(0, 6), [
        BEFORE,
        "Rule one.",
        "call",
        "seen look here",
        "Rule two.",
        BEHIND,
      ]);
      assert.equal(warm.at(-1), "c");
      lab.deps.histories.forget(REF);
      lab.counts.clear();
      await lab.run({ input: "d" });
      assert.deepEqual(wordsOf(read()).slice(0, 6), warm.slice(0, 6));
      assert.equal(lab.counts.get("history"), 4, "a cold step reads each pinned entry once");
      lab.counts.clear();
      await lab.run({ input: "e" });
      assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, commit: 1 }, "a warm one none");
      assert.deepEqual((await viewThread(REF, lab.deps)).pins, [0, 3, 4, 6]);
    },
  );
}

Deno.test("E13: a pinned entry within the window is read once", async () => {
  const { lab, read } = pinned({ limits: {} });
  await lab.run({ input: "Rule.", pin: true });
  await lab.run({ input: "Go." });
  assert.deepEqual(wordsOf(read()), ["Rule.", "Fine.", "Go."]);
});

Deno.test("E13: a pinned entry stays when a summary stands for it", async () => {
  const { lab, read } = pinned({ limits: {}, compaction: { afterEntries: 5, keepEntries: 2 } });
  await lab.run({ input: "Rule.", pin: true });
  for (let turn = 0; turn < 4; turn++) await lab.run({ input: `turn ${turn}` });
  assert.ok((await lab.history()).some(({ type }) => type === "summary"));
  assert.deepEqual(wordsOf(read()).slice(0, 4), [SUMMARY, BEFORE, "Rule.", BEHIND]);
});

Deno.test("E13: a queued input is pinned when a step takes it, and without room it is taken with a warning", async () => {
  const { lab } = pinned();
  for (let index = 0; index < 19; index++) await lab.run({ input: `${index}`, pin: true });
  await hold(lab);
  const queued = { agent: "keeper", pin: true, busy: "steer" } as const;
  for (const input of ["twentieth", "one too many"]) {
    await assert.rejects(lab.run({ ...queued, input }), /queued/);
  }
  await lab.store.cancel(REF);
  const { answer } = await lab.run();
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["pin_refused"]);
  const { pins = [] } = await viewThread(REF, lab.deps);
  const entries = await lab.history();
  const last = entries[pins.at(-1) ?? 0];
  assert.equal(pins.length, 20);
  assert.equal(last?.type === "user" ? last.text : "", "twentieth");
  assert.ok(!JSON.stringify(entries).includes('"pin"'), "the history does not keep the word");
});

const REFUSED: readonly (readonly [string, object, RegExp, string])[] = [
  [
    "an entry that is not there",
    { pins: { add: [99], remove: [] } },
    /Entry 99 .* does not exist: the thread has 3/,
    "/pins/add/0",
  ],
  [
    "calls without an outcome",
    { pins: { add: [1], remove: [] } },
    /Entry 1 .* has calls without an outcome/,
    "/pins/add/0",
  ],
  [
    "a pin to remove that is no entry",
    { pins: { add: [], remove: [7] } },
    /Entry 7 .* does not exist/,
    "/pins/remove/0",
  ],
  [
    "an input that is too long",
    { input: "x".repeat(33_000), pin: true },
    /33\d+ bytes of pinned entries, and 32768 are the most/,
    "/pin",
  ],
];

for (const [what, request, message, pointer] of REFUSED) {
  Deno.test(`E13: ${what} is refused before anything is spent`, async () => {
    const { lab } = pinned();
    await lab.run({ input: "look at it" });
    if (what !== "calls without an outcome") await lab.run();
    const before = await lab.store.read(REF);
    const error = await lab.refused({ agent: "keeper", input: "Go.", ...request });
    assert.equal(error.code, "pin_refused");
    assert.match(error.message, what === "an entry that is not there" ? /does not exist/ : message);
    assert.deepEqual(error.problems.map((problem) => problem.pointer), [pointer]);
    const after = await lab.store.read(REF);
    assert.deepEqual([after?.header.version, after?.waiting, after?.running], [
      before?.header.version,
      0,
      false,
    ]);
  });
}

Deno.test("E13: the 21st pin is refused, and a pin without input or in a queued request", async () => {
  const { lab } = pinned();
  for (let index = 0; index < 20; index++) await lab.run({ input: `${index}`, pin: true });
  const full = await lab.refused({ agent: "keeper", input: "one more", pin: true });
  assert.equal(full.code, "pin_refused");
  assert.match(full.message, /would have 21 pinned entries, and 20 are the most; unpin some\./);
  const also = await lab.refused({ agent: "keeper", input: "one more", pins: { add: [1], remove: [] } });
  assert.deepEqual(also.problems, [{ pointer: "/pins/add", detail: "has no room" }]);
  const { answer } = await lab.run({ input: "swap", pins: { add: [1], remove: [0] } });
  assert.equal(answer.error, undefined);
  assert.equal((await lab.refused({ pin: true })).code, "invalid_request");
  const queued = await lab.refused({ input: "x", busy: "steer", pins: { add: [1], remove: [] } });
  assert.deepEqual(queued.problems.map(({ pointer }) => pointer), ["/busy"]);
});

Deno.test("E13: a summary cannot be pinned", async () => {
  const { lab } = pinned({ limits: {}, compaction: { afterEntries: 3, keepEntries: 1 } });
  for (let turn = 0; turn < 2; turn++) await lab.run({ input: `turn ${turn}` });
  const at = (await lab.history()).findIndex(({ type }) => type === "summary");
  const error = await lab.refused({ input: "x", pins: { add: [at], remove: [] } });
  assert.match(error.message, /is a summary/);
});

for (const index of [7, 9]) {
  Deno.test(`E13: entry ${index}, an answer or its outcome, brings the other although a summary stands between them`, async () => {
    const { lab, read } = pinned({ limits: {}, compaction: { afterEntries: 3, keepEntries: 1 } });
    for (const input of ["look one", undefined, "look two", undefined]) {
      await lab.run(input === undefined ? {} : { input });
    }
    const made = ["call", "summary", "seen look two"];
    assert.deepEqual(wordsOf(await lab.history()).slice(7, 10), made);
    await lab.run({ input: "on", pins: { add: [index], remove: [] } });
    assert.deepEqual((await viewThread(REF, lab.deps)).pins, [7, 9]);
    assert.deepEqual(wordsOf(read()).slice(0, 5), [SUMMARY, BEFORE, "call", "seen look two", BEHIND]);
    await lab.run({ input: "on", pins: { add: [], remove: [index] } });
    assert.equal((await viewThread(REF, lab.deps)).pins, undefined);
  });
}

Deno.test("E13: a fork has the pins of the entries that it shares", async () => {
  const { lab, read } = pinned();
  await lab.run({ input: "Rule one.", pin: true });
  const { answer: { thread: { version } } } = await lab.run({ input: "a" });
  await lab.run({ input: "Rule two.", pin: true });
  await forkThread(REF, { thread: "fork", version }, lab.deps);
  assert.deepEqual((await viewThread({ ...REF, thread: "fork" }, lab.deps)).pins, [0]);
  for (const input of ["b", "c", "d"]) await lab.run({ thread: "fork", input });
  assert.deepEqual(wordsOf(read()).slice(0, 3), [BEFORE, "Rule one.", BEHIND]);
});

Deno.test("E13: a fork that shares a call without its outcome has no half of a pinned piece", async () => {
  const { lab } = pinned();
  await lab.run({ input: "Rule one.", pin: true });
  const { answer: { thread: { version } } } = await lab.run({ input: "look here" });
  await lab.run();
  await lab.run({ input: "Keep that.", pins: { add: [3], remove: [] } });
  assert.deepEqual((await viewThread(REF, lab.deps)).pins, [0, 3, 4]);
  await forkThread(REF, { thread: "fork", version }, lab.deps);
  assert.deepEqual((await viewThread({ ...REF, thread: "fork" }, lab.deps)).pins, [0]);
});

Deno.test("K4, E13: without the plugin pins stand, and an input that was queued with one is taken without it", async () => {
  const { lab } = pinned();
  await lab.run({ input: "Rule.", pin: true });
  await hold(lab);
  await assert.rejects(lab.run({ input: "queued", agent: "keeper", pin: true, busy: "steer" }), /queued/);
  await lab.store.cancel(REF);
  const without = pinned({}, { store: lab.store, deps: { pinning: undefined } });
  const { answer } = await without.lab.run();
  assert.deepEqual(answer.warnings, [
    { code: "pin_refused", message: "The deployment has no plugin that pins entries." },
  ]);
  for (const input of ["a", "b", "c", "d"]) await without.lab.run({ input });
  assert.deepEqual(wordsOf(without.read()).slice(0, 3), [BEFORE, "Rule.", BEHIND]);
  assert.deepEqual((await viewThread(REF, without.lab.deps)).pins, [0]);
});
