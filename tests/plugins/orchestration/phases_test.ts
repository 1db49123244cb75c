// Row D10: an orchestrator writes a plan, and workers run its phases as threads of their own.

import assert from "node:assert/strict";
import { parsePhases } from "../../../src/core/plan/strategic_plan.ts";
import { readMeta, readState } from "../../../src/kernel/stored.ts";
import { agent } from "../../../src/agents/builder.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { inMemory } from "../../../src/evaluation/agents/run_case.ts";
import type { Delegation } from "../../../src/kernel/children/delegation.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { DELEGATION } from "../../../src/plugins/orchestration/delegation.ts";
import { createLab } from "../../support/lab.ts";
import { crew, FIVE, lastText, outputsOf, runs, script, writes } from "./_crew.ts";

const ALL = [
  writes(FIVE),
  runs("facts", "figures"),
  runs("draft"),
  runs("review"),
  runs("final"),
  { says: "All is done." },
];

Deno.test("D10: an orchestrator finishes a plan of five phases, each in a thread of its own", async () => {
  const lab = createLab({ agents: crew(), scenario: script(ALL) });
  const { answer, events } = await lab.run({ input: "Write a report.", until: "done" });
  assert.equal(answer.output, "All is done.");
  assert.equal(answer.thread.status, "done");
  const outputs = outputsOf(await lab.history(), "run_phase");
  assert.deepEqual(outputs.map(({ phase }) => phase), ["facts", "figures", "draft", "review", "final"]);
  assert.equal(outputs[2]?.result, "writer: Goal: Do draft.");
  const threads = outputs.map(({ thread }) => String(thread));
  assert.equal(new Set(threads).size, 5);
  for (const thread of threads) {
    assert.match(thread, /^t1\.[a-z]+\.[A-Za-z0-9_-]{16}$/);
    const inputs = (await lab.history(thread)).filter((entry) => entry.type === "user" && !entry.resultOf);
    assert.equal(inputs.length, 1);
  }
  assert.deepEqual(
    events.flatMap((event) => event.type === "child.started" ? [event.phase] : []),
    ["facts", "figures", "draft", "review", "final"],
  );
  assert.deepEqual(
    events.flatMap((event) => event.type === "child.finished" ? [event.outcome] : []),
    ["finished", "finished", "finished", "finished", "finished"],
  );
  const snapshot = await lab.store.read({ tenant: "acme", thread: "t1" });
  assert.ok(snapshot);
  const { plan } = readState({ tenant: "acme", thread: "t1" }, snapshot.header);
  assert.deepEqual(parsePhases(plan)?.map(({ state }) => state), Array(5).fill("finished"));
});

Deno.test("D10: a phase reads its goal, the plan with its own phase, and the results of the phases before it", async () => {
  const lab = createLab({ agents: crew(), scenario: script(ALL) });
  await lab.run({ input: "Write a report.", until: "done" });
  const draft = outputsOf(await lab.history(), "run_phase")[2];
  const ref = { tenant: "acme", thread: String(draft?.thread) };
  const [input, results] = await lab.history(ref.thread);
  assert.equal(
    input?.type === "user" ? input.text : "",
    "Goal: Do draft.\n\nDone when: draft is done.",
  );
  assert.ok(results?.type === "user" && results.resultOf !== undefined, "no user has said it");
  assert.equal(
    results.text,
    "## RESULTS OF EARLIER PHASES\n### facts\nresearcher: Goal: Do facts.\n\n### figures\nresearcher: Goal: Do figures.",
  );
  const snapshot = await lab.store.read(ref);
  assert.ok(snapshot);
  const meta = readMeta(ref, snapshot.header);
  assert.equal(meta.agent, "writer");
  assert.deepEqual({ ...meta.parent, callId: "" }, {
    thread: "t1",
    callId: "",
    phase: "draft",
    depth: 1,
    root: "t1",
    levels: 1,
  });
  const { phases, your_phase } = Object(meta.plan);
  assert.equal(your_phase, "draft");
  assert.deepEqual(phases.map(({ state }: { state: string }) => state), [
    "finished",
    "finished",
    "planned",
    "planned",
    "planned",
  ]);
  assert.deepEqual(phases.filter((phase: object) => "result" in phase), [], "no other worker speaks there");
});

Deno.test("D10: a parent's step makes two store requests besides those of its phases", async () => {
  const lab = createLab({ agents: crew(), scenario: script(ALL) });
  await lab.run({ input: "Write a report." });
  await lab.run();
  const own: string[] = [];
  const { store } = lab.deps;
  const deps = {
    ...lab.deps,
    store: new Proxy(store, {
      get(target, property) {
        const method = Reflect.get(target, property);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          const [first] = args;
          const ref = Object(Reflect.get(Object(first), "ref") ?? first);
          if (ref.thread === "t1") own.push(String(property));
          return method.apply(target, args);
        };
      },
    }),
  };
  const { startRun } = await import("../../../src/kernel/run.ts");
  const started = await startRun({
    ref: { tenant: "acme", thread: "t1" },
    inputs: [],
    until: "step",
    toolResults: [],
    busy: "reject",
    resumable: false,
  }, deps);
  assert.ok(started.type === "running");
  await started.run(() => {});
  assert.deepEqual(own, ["begin", "commit"]);
});

Deno.test("D10: until step drives each phase one step, and the next request goes on", async () => {
  const twice = (turn: Parameters<ReturnType<typeof script>>[0], place: number) =>
    turn.agent.name === "researcher" && place === 0
      ? { calls: [{ tool: "look", args: {} }] }
      : { says: "found" };
  const lab = createLab({ agents: crew(), scenario: script(ALL, twice) });
  await lab.run({ input: "Write a report." });
  await lab.run(); // the plan is written, the phases are called
  const first = await lab.run();
  assert.equal(first.answer.thread.status, "open");
  assert.deepEqual(first.answer.calls.map(({ state }) => state), ["pending", "pending"]);
  assert.deepEqual(outputsOf(await lab.history(), "run_phase"), []);
  const second = await lab.run();
  assert.deepEqual(outputsOf(await lab.history(), "run_phase").map(({ result }) => result), [
    "found",
    "found",
  ]);
  assert.equal(second.answer.thread.status, "open");
  assert.equal(lastText(await lab.history()), "");
});

/** The port, with the names of what was asked of it. */
function watched(): { readonly delegation: Delegation; readonly asked: string[] } {
  const asked: string[] = [];
  const delegation = new Proxy(DELEGATION, {
    get(port, name) {
      asked.push(String(name));
      return Reflect.get(port, name);
    },
  });
  return { delegation, asked };
}

Deno.test("Q5, K4: the plugin is asked nothing about an agent without workers, and about one with them in each step", async () => {
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "blue" });
  const plain = agent("plain").driver("scripted").tool(look).build();
  const scenario = [{ calls: [{ tool: "look", args: {} }] }, { says: "Blue." }];
  const { delegation, asked } = watched();
  const lab = createLab({ agents: [plain], scenario, deps: { delegation } });
  assert.equal((await lab.run({ input: "Look.", until: "done" })).answer.output, "Blue.");
  assert.deepEqual(asked, []);
  const directed = createLab({ agents: crew(), scenario: script([{ says: "Done." }]), deps: { delegation } });
  await directed.run({ input: "Write a report.", until: "done" });
  assert.deepEqual(asked, ["run", "createPlanEntries", "withPlan"]);
});

Deno.test("K4, S8: in an evaluation the phases run in its own store, and that of the deployment has no part of them", async () => {
  const lab = createLab({ agents: crew(), scenario: script(ALL) });
  const [lead, ...agents] = crew();
  assert.ok(lead);
  const deps = inMemory({ agent: lead, agents }, lab.deps);
  const started = await startRun({
    ref: { tenant: "acme", thread: "t1" },
    agent: "lead",
    inputs: ["Write a report."],
    until: "done",
    toolResults: [],
    busy: "reject",
    resumable: false,
  }, deps);
  assert.ok(started.type === "running");
  assert.equal((await started.run(undefined)).output, "All is done.");
  assert.equal((await deps.store.list("acme", { limit: 10 })).threads.length, 6);
  assert.deepEqual([...lab.counts], []);
});
