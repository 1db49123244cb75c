// Row D10: the plan of a thread: what may be written, and changes between steps by the API.

import assert from "node:assert/strict";
import { agent } from "../../../src/agents/builder.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { PLAN_LIMIT } from "../../../src/core/plan/fit_plan.ts";
import { planForModel } from "../../../src/core/plan/strategic_plan.ts";
import type { Turn } from "../../../src/core/driver.ts";
import { listChildren } from "../../../src/plugins/orchestration/list_children.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { putPlan, readPlan } from "../../../src/plugins/orchestration/plan.ts";
import type { RunDeps } from "../../../src/kernel/run_deps.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createThread } from "../../../src/kernel/threads/threads.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab } from "../../support/lab.ts";
import { crew, FIVE, outputsOf, phase, runs, script, writes } from "./_crew.ts";
import { eventually } from "../../support/eventually.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const ROOT = { tenant: "acme", thread: "t1" };

Deno.test("D10: a plan that is wrong is refused with every problem, and the plan stays", async () => {
  const bad: [JsonObject[], RegExp][] = [
    [[], /at least 1|fewer|minItems|1/],
    [[phase("a", "painter")], /worker/],
    [[phase("a", "research"), phase("a", "write")], /phases\/1\/id: "a" is taken/],
    [[phase("a", "research", "b")], /phases\/0\/after: there is no phase "?b/],
    [[phase("a", "research", "b"), phase("b", "write", "a")], /in a circle/],
    [[{ ...phase("a", "research"), id: "no id!" }], /phases\/0\/id/],
    [[{ ...phase("a", "research"), goal: "x".repeat(2_001) }], /goal/],
    [[{ ...phase("a", "research"), colour: "red" }], /colour/],
    [
      Array.from({ length: 6 }, (_, index) => ({ ...phase(`p${index}`, "write"), goal: "y".repeat(1_900) })),
      /8192|bytes/,
    ],
  ];
  const lab = createLab({
    agents: crew(),
    scenario: script([
      writes([phase("good", "research")]),
      ...bad.map(([phases]) => writes(phases)),
      { says: "Enough." },
    ]),
  });
  await lab.run({ input: "Go.", until: "done" });
  const results = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
  assert.deepEqual(results.map(({ outcome }) => outcome), ["completed", ...bad.map(() => "failed")]);
  bad.forEach(([, pattern], index) => assert.match(results[index + 1]?.error?.message ?? "", pattern));
  const { plan } = await readPlan(ROOT, lab.deps);
  assert.deepEqual(Object(plan).phases.map(({ id }: { id: string }) => id), ["good"]);
});

Deno.test("D10: run_phase is refused for an unknown phase, one that waits and one that runs; a finished one answers again", async () => {
  const worked: string[] = [];
  const lab = createLab({
    agents: crew(),
    scenario: script(
      [
        writes(FIVE),
        runs("facts", "facts", "draft", "nothing"),
        runs("facts"),
        // A finished phase may not be changed.
        writes([phase("facts", "write")]),
        { says: "Enough." },
      ],
      ({ agent: { name } }) => {
        worked.push(name);
        return { says: "Found." };
      },
    ),
  });
  await lab.run({ input: "Go.", until: "done" });
  const results = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []).slice(1);
  assert.deepEqual(
    results.map(({ outcome, error }) => error?.message.split(":")[0] ?? outcome),
    ["completed", "phase_running", "phase_waits", "phase_unknown", "completed", "plan_invalid"],
  );
  assert.deepEqual(results[4]?.output, results[0]?.output);
  assert.deepEqual(worked, ["researcher"], "the phase ran once");
  assert.match(results[5]?.error?.message ?? "", /has finished and must stay/);
});

Deno.test("D10: a plan that the API puts between two steps is what the model reads next", async () => {
  const read: (Json | undefined)[] = [];
  const plans = [
    writes([phase("facts", "research")]),
    runs("facts"),
    runs("draft"),
    { says: "Done." },
  ];
  const scripted = script(plans);
  const lab = createLab({
    agents: crew(),
    scenario: (turn: Turn) => {
      if (turn.agent.name === "lead") read.push(turn.plan);
      return scripted(turn);
    },
  });
  await lab.run({ input: "Go." }); // plans write_plan
  await lab.run(); // writes, plans run_phase
  const before = await readPlan(ROOT, lab.deps);
  assert.deepEqual(before.running, ["facts"]);
  const more = [phase("facts", "research"), phase("draft", "write", "facts")];
  const origin = { by: "key_ann", door: "plan" };
  const put = await putPlan(
    ROOT,
    { plan: { phases: more }, expectedVersion: before.version, origin },
    lab.deps,
  );
  assert.equal(put.version, before.version + 1);
  assert.equal((await lab.history()).some(({ type, version }) => type === "user" && version > 1), false);
  const { answer } = await lab.run({ until: "done" });
  assert.equal(answer.output, "Done.");

  const entry = (await lab.history()).find((entry) => entry.type === "user" && entry.plan !== undefined);
  assert.ok(entry?.type === "user");
  assert.deepEqual({ by: entry.by, door: entry.door }, origin);
  // The entry stands behind the observations of the calls that were pending, with what they say of the plan.
  const states = (plan: Json | undefined) =>
    Object(plan).phases?.map(({ id, state }: JsonObject) => `${id} ${state}`);
  assert.deepEqual(states(entry.plan), ["facts finished", "draft planned"]);
  assert.deepEqual(read.map(states), [
    undefined,
    ["facts planned"],
    ["facts finished", "draft planned"],
    ["facts finished", "draft finished"],
  ]);
  assert.deepEqual(outputsOf(await lab.history(), "run_phase").map(({ phase }) => phase), ["facts", "draft"]);
  const children = await listChildren(ROOT, lab.deps);
  assert.deepEqual(children.map(({ phase, state, thread }) => [phase, state, thread?.status]), [
    ["facts", "finished", "done"],
    ["draft", "finished", "done"],
  ]);

  // A fork has the plan of its version.
  const fork = await forkThread(ROOT, { version: put.version - 1, thread: "t2" }, lab.deps);
  assert.deepEqual(states(fork.plan), ["facts planned"]);
});

Deno.test("D10: PUT refuses a wrong plan, a changed phase that runs, an old version and a busy thread", async () => {
  const lab = createLab({ agents: crew(), scenario: script([writes(FIVE), runs("facts")]) });
  await lab.run({ input: "Go." });
  await lab.run();
  const { version } = await readPlan(ROOT, lab.deps);
  const refused = async (plan: Json, expectedVersion?: number) => {
    const error = await putPlan(ROOT, { plan, expectedVersion }, lab.deps).then(
      () => undefined,
      (thrown) => thrown,
    );
    assert.ok(error instanceof AgentError);
    return error;
  };
  const wrong = await refused({ phases: [phase("facts", "painter")] });
  assert.equal(wrong.code, "plan_invalid");
  assert.deepEqual(wrong.problems.map(({ pointer }) => pointer), ["/plan/phases/0/worker"]);
  const without = await refused({ phases: [phase("draft", "write")] });
  assert.match(without.message, /phase "facts" runs and must stay in the plan/);
  assert.equal((await refused({ phases: [...FIVE] }, version - 1)).code, "version_conflict");
  const held = await lab.store.begin({
    ref: ROOT,
    owner: "other",
    leaseMs: 30_000,
    schema: SCHEMA,
    inputs: [],
    busy: "reject",
    window: { entries: 1, bytes: 1 },
  });
  assert.equal(held.type, "begun");
  assert.equal((await refused({ phases: [...FIVE] })).code, "thread_busy");
  if (held.type === "begun") {
    await lab.store.abandon({ ref: ROOT, owner: "other", epoch: held.header.epoch, inputs: [] });
  }
  assert.equal((await readPlan(ROOT, lab.deps)).version, version);
});

Deno.test("D10: the plan of an idle thread of any agent is changed at once, and its next prompt has it", async () => {
  const plain = agent("plain").driver("scripted").plan({ goal: "old" }).build();
  const seen: (Json | undefined)[] = [];
  const lab = createLab({
    agents: [plain],
    scenario: (turn) => {
      seen.push(turn.plan);
      return { says: "Yes." };
    },
  });
  await lab.run({ input: "One." });
  assert.equal((await readPlan(ROOT, lab.deps)).source, "agent");
  const put = await putPlan(ROOT, { plan: { goal: "new" }, origin: { door: "plan" } }, lab.deps);
  assert.deepEqual(asSent(put), {
    thread: "t1",
    version: 2,
    plan: { goal: "new" },
    source: "changed",
    running: [],
  });
  const snapshot = await lab.store.read(ROOT);
  assert.equal(snapshot?.header.status, "done");
  assert.equal(snapshot?.waiting, 0);
  await lab.run({ input: "Two." });
  assert.deepEqual(seen, [{ goal: "old" }, { goal: "new" }]);
  assert.deepEqual((await lab.history()).map(({ type, version }) => `${type} ${version}`), [
    "user 1",
    "assistant 1",
    "user 2",
    "user 3",
    "notice 3",
    "assistant 3",
  ]);
});

Deno.test("D10: a change whose worker vanished is applied by the next step, which begins no new run for it", async () => {
  const plain = agent("plain").driver("scripted").build();
  const lab = createLab({ agents: [plain], scenario: () => ({ says: "Yes." }) });
  await lab.run({ input: "One." });
  const before = await lab.store.read(ROOT);
  const entry = { type: "user", id: "entry_1", at: 1, version: 0, text: "Changed.", plan: { goal: "new" } };
  const begun = await lab.store.begin({
    ref: ROOT,
    owner: "dead",
    leaseMs: 1,
    schema: SCHEMA,
    inputs: [JSON.stringify(entry)],
    busy: "reject",
    window: { entries: 1, bytes: 1 },
  });
  assert.equal(begun.type, "begun");
  await eventually(async () => (await lab.store.read(ROOT))?.running === false); // the lease of the dead worker ends
  await lab.run();
  assert.deepEqual((await readPlan(ROOT, lab.deps)).plan, { goal: "new" });
  const after = await lab.store.read(ROOT);
  const input = (text: string | undefined) => JSON.parse(text ?? "{}").run.input;
  assert.equal(input(after?.header.state), input(before?.header.state));
});

Deno.test("D10: a thread of an orchestrator is not created with a plan that it could not have", async () => {
  const lab = createLab({ agents: crew(), scenario: script([]) });
  const request = { tenant: "acme", thread: "t9", agent: "lead", plan: { phases: [phase("a", "painter")] } };
  const error = await createThread(request, lab.deps).then(() => undefined, (thrown) => thrown);
  assert.ok(error instanceof AgentError && error.code === "plan_invalid");
  assert.equal(
    (await lab.refused({ input: "Go.", agent: "lead", plan: { steps: [] } })).code,
    "plan_invalid",
  );
  assert.equal(await lab.store.read({ tenant: "acme", thread: "t9" }), undefined);
});

Deno.test("D10: planForModel shows phases with their states and without their threads", () => {
  const origin = { agent: { plan: undefined, orchestrate: {} }, meta: {} };
  const finished = { ...phase("a", "write"), state: "finished", thread: "t1.a.x", result: "Found." };
  assert.deepEqual(planForModel({ phases: [finished] }, origin), {
    phases: [{ ...phase("a", "write"), state: "finished", result: "Found." }],
  });
});

Deno.test("D10: the prompt has every phase of a long plan with its state, to the orchestrator and to its workers", async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `part-${index}`);
  const long = ids.map((id) => ({ ...phase(id, "research"), goal: `Do ${id} ${"with care ".repeat(40)}` }));
  const read: Record<string, Json | undefined> = {};
  const lab = createLab({
    agents: crew({ limits: { parallelCalls: 12 } }),
    scenario: (turn) => {
      read[turn.agent.name] = turn.plan;
      return script([writes(long), runs(...ids.slice(0, 11)), runs("part-11"), { says: "Done." }])(turn);
    },
  });
  const { answer } = await lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.output, "Done.");
  const states = (agent: string) =>
    Object(read[agent]).phases.map(({ id, state }: { id: string; state: string }) => `${id} ${state}`);
  assert.deepEqual(states("lead"), ids.map((id) => `${id} finished`));
  assert.deepEqual(
    states("researcher"),
    ids.map((id) => `${id} ${id === "part-11" ? "planned" : "finished"}`),
  );
  assert.equal(Object(read.researcher).your_phase, "part-11");
  for (const plan of Object.values(read)) assert.ok(JSON.stringify(plan).length <= PLAN_LIMIT);
});

Deno.test("D10: a plan of fifty phases still says which are finished", () => {
  const origin = { agent: { plan: undefined, orchestrate: {} }, meta: {} };
  const phases = Array.from({ length: 50 }, (_, index) => ({
    ...phase(`phase-number-${index}`, "write"),
    state: index < 2 ? "finished" : "planned",
  }));
  const shown = planForModel({ phases }, origin);
  assert.deepEqual(Object(shown).finished, ["phase-number-0", "phase-number-1"]);
  assert.equal(Object(shown).planned.length, 48);
  assert.ok(JSON.stringify(shown).length <= PLAN_LIMIT);
});

Deno.test("D10: PUT is refused while a plan of the model waits for its step, which would replace it unseen", async () => {
  const lab = createLab({
    agents: crew(),
    scenario: script([writes([phase("facts", "research")]), { says: "Done." }]),
  });
  await lab.run({ input: "Go." });
  const plan = { phases: [phase("draft", "write")] };
  const refused = await putPlan(ROOT, { plan }, lab.deps).catch((error) => error);
  assert.ok(refused instanceof AgentError);
  assert.equal(refused.code, "plan_invalid");
  assert.match(refused.message, /the model has written a plan that the next step takes/);
  await lab.run();
  await putPlan(ROOT, { plan }, lab.deps);
  const { source, plan: now } = await readPlan(ROOT, lab.deps);
  assert.equal(source, "changed");
  assert.deepEqual(Object(now).phases.map(({ id }: { id: string }) => id), ["draft"]);
});

Deno.test("D10: a plan that was put while a call was pending gets its entry by the first step of a deployment with orchestration()", async () => {
  const read: (Json | undefined)[] = [];
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "blue" });
  const plans = [{ calls: [{ tool: "look" }] }, { says: "Blue." }, { says: "Still blue." }];
  const store = createMemoryStore();
  const make = (deps: Partial<RunDeps>) =>
    createLab({
      store,
      deps,
      agents: [agent("plain").driver("scripted").tool(look).build()],
      scenario: ({ plan, history: { entries } }) => {
        read.push(plan);
        return plans[entries.filter(({ type }) => type === "assistant").length] ?? { says: "No more." };
      },
    });
  const lab = make({});
  await lab.run({ input: "Go." });
  await putPlan(ROOT, { plan: "Look twice.", origin: { by: "key_ann", door: "plan" } }, lab.deps);
  const entries = async () =>
    (await lab.history()).flatMap((entry) =>
      entry.type === "user" && entry.plan !== undefined ? [[entry.plan, entry.by]] : []
    );
  await make({ delegation: undefined }).run();
  assert.deepEqual([await entries(), (await readPlan(ROOT, lab.deps)).source], [[], "changed"]);
  await lab.run({ input: "And now?" });
  assert.deepEqual(await entries(), [["Look twice.", "key_ann"]]);
  assert.deepEqual(read, [undefined, "Look twice.", "Look twice."]);
});
