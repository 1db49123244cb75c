// Row D10: how far a step drives its phases: half of its time, until a phase cannot go on, while another worker has one.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { ModelError } from "../../../src/core/model/model_error.ts";
import { readState } from "../../../src/kernel/stored.ts";
import { createLab } from "../../support/lab.ts";
import { crew, outputsOf, phase, runs, script, writes } from "./_crew.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const nothing = defineTool({ name: "nothing", description: "Does nothing.", effect: "pure", run: () => "" });
const ROOT = { tenant: "acme", thread: "t1" };
const ONE = [phase("facts", "research")];
const PLANS = [writes(ONE), runs("facts"), { says: "Done." }];

Deno.test("D10: a step drives its phases for half of its time, and the steps that go on count in no limit", async () => {
  let now = Date.now();
  const lab = createLab({
    // Three steps of its own: the plan, the call, the answer.
    agents: crew({ tools: [nothing], limits: { stepMs: 100_000, steps: 100, stepsPerRun: 4 } }),
    deps: { clock: () => now },
    scenario: script(PLANS, (_turn, place) => {
      now += 30_000;
      return place < 6 ? { calls: [{ tool: "nothing", args: { place } }] } : { says: "Found." };
    }),
  });
  const { answer, events } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.output, "Done.");
  // Two steps of the phase fit into half of a step's time: seven of them need four steps, the last of which has no time to plan.
  const finished = events.flatMap((event) => event.type === "step.finished" ? [event] : []);
  assert.equal(finished.length, 2 + 4 + 1 - 1);
  assert.deepEqual(finished.map(({ continues }) => continues), [true, true, true, true, true, false]);
  assert.equal(events.filter(({ type }) => type === "child.step").length, 7);
  assert.equal(
    events.filter((event) => event.type === "tool.finished" && event.name === "run_phase").length,
    1,
  );
  const snapshot = await lab.store.read(ROOT);
  assert.ok(snapshot);
  const { run, extraSteps = 0 } = readState(ROOT, snapshot.header);
  assert.equal(run.steps, 3);
  assert.equal(snapshot.header.counters.steps + extraSteps, 3 + 7);
});

Deno.test("D10: a phase whose model is away for now ends the step with that error, and a later request goes on", async () => {
  let isAway = true;
  const lab = createLab({
    agents: crew(),
    scenario: script(
      PLANS,
      () =>
        isAway
          ? { fails: new ModelError("model_overloaded", "The model is overloaded.", { retryAfterMs: 1_000 }) }
          : { says: "Found." },
    ),
  });
  const { answer } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.error?.code, "model_overloaded");
  assert.equal(answer.thread.status, "open");
  assert.deepEqual(answer.calls.map(({ name, state }) => `${name} ${state}`).slice(-1), [
    "run_phase pending",
  ]);
  assert.equal((await lab.refused()).code, "not_yet");
  isAway = false;
  const later = createLab({
    agents: crew(),
    store: lab.store,
    deps: { clock: () => Date.now() + 2_000 },
    scenario: script(PLANS, () => ({ says: "Found." })),
  });
  const next = await later.run({ until: "done" });
  assert.equal(next.answer.output, "Done.");
  assert.equal(outputsOf(await later.history(), "run_phase").length, 1);
});

Deno.test("D10: a phase that fails for good is failed in the plan, and the orchestrator reads why", async () => {
  const lab = createLab({
    agents: crew(),
    scenario: script(PLANS, () => ({ fails: new ModelError("model_auth", "The key is wrong.") })),
  });
  const { answer } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.output, "Done.");
  const failed = (await lab.history()).find((entry) => entry.type === "tool" && entry.name === "run_phase");
  assert.ok(failed?.type === "tool");
  assert.match(failed.error?.message ?? "", /^model_auth: The key is wrong/);
  const snapshot = await lab.store.read(ROOT);
  assert.ok(snapshot);
  const [facts] = Object(readState(ROOT, snapshot.header).plan).phases;
  assert.equal(facts.state, "failed");
  assert.match(facts.result, /model_auth/);
});

Deno.test("D10: while another worker runs a step of the phase, until step is told so and until done waits for it", async () => {
  const lab = createLab({
    agents: crew(),
    scenario: script(
      PLANS,
      (_turn, place) => place === 0 ? { calls: [{ tool: "nothing", args: {} }] } : { says: "Found." },
    ),
  });
  await lab.run({ input: "Go." });
  await lab.run();
  await lab.run(); // the phase has made one of its two steps
  const { threads } = await lab.store.list("acme", { limit: 10 });
  const child = { tenant: "acme", thread: threads.find(({ thread }) => thread !== "t1")?.thread ?? "" };
  const held = await lab.store.begin({
    ref: child,
    owner: "other",
    leaseMs: 300,
    schema: SCHEMA,
    inputs: [],
    busy: "reject",
    window: { entries: 1, bytes: 1 },
  });
  assert.equal(held.type, "begun");
  const told = await lab.run();
  assert.equal(told.answer.error?.code, "thread_busy");
  assert.equal(told.answer.thread.status, "open");
  // Nobody ends that step: its lease does.
  const { answer } = await lab.run({ until: "done" });
  assert.equal(answer.output, "Done.");
  const plans = (await lab.history(child.thread)).filter(({ type }) => type === "assistant");
  assert.equal(plans.length, 2);
});
