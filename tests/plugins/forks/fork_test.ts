// What a fork takes with it: the cost of its history, its run, and on demand the calls that are still to run.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Limits } from "../../../src/core/agent.ts";
import { joinText } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Effect } from "../../../src/core/tool.ts";
import type { PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import type { ForkOptions } from "../../../src/http/ports/forks.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { createTestApp, json } from "../../http/_app.ts";
import { createLab, type Lab } from "../../support/lab.ts";

const source = { tenant: "acme", thread: "t1" };
const target = { tenant: "acme", thread: "t2" };

interface Setup {
  readonly limits?: Partial<Limits>;
  readonly effect?: Effect;
  readonly needsApproval?: boolean;
  readonly scenario?: PlanScript;
}

/** A runtime whose plans call `work`, then answer; every plan uses 10 input and 5 output tokens. */
function workLab({ limits = {}, effect = "pure", needsApproval = false, scenario }: Setup = {}) {
  const ran: string[] = [];
  const work = defineTool({
    name: "work",
    description: "Works.",
    effect,
    needsApproval,
    run: (_args, { thread, idempotencyKey }) => {
      ran.push(`${thread} ${idempotencyKey}`);
      return "worked";
    },
  });
  const inner = createScriptedDriver(
    scenario ?? [{ calls: [{ tool: "work" }] }, { says: "Done." }, { says: "More." }],
  );
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "costly", tools: [work], limits })],
    drivers: [{
      ...inner,
      name: "costly",
      async plan(turn, emit) {
        const plan = await inner.plan(turn, emit);
        return { ...plan, usage: { inputTokens: 10, outputTokens: 5 } };
      },
    }],
  });
  return {
    lab,
    ran,
    fork: (options: ForkOptions = {}) => forkThread(source, { thread: "t2", ...options }, lab.deps),
  };
}

async function status(lab: Lab): Promise<string | undefined> {
  return (await lab.store.read(target))?.header.status;
}

async function refusedFork(forked: Promise<unknown>): Promise<AgentError> {
  const error = await forked.then(() => undefined, (thrown) => thrown);
  assert.ok(error instanceof AgentError);
  return error;
}

Deno.test("E12: a fork carries what its history cost, at the newest version and before it", async () => {
  const { lab, fork } = workLab();
  await lab.run({ input: "go", until: "done" });
  const whole = (await lab.store.read(source))?.header.counters;
  assert.deepEqual((await fork()).counters, whole);
  const { wallMs: _wall, ...cost } = (await fork({ thread: "t3", version: 1 })).counters;
  assert.deepEqual(cost, {
    steps: 1,
    calls: 0,
    inputTokens: 10,
    outputTokens: 5,
    cachedTokens: 0,
    microDollars: 0,
  });
  const { wallMs: none, ...nothing } = (await fork({ thread: "t4", version: 0 })).counters;
  assert.deepEqual([none, ...Object.values(nothing)], [0, 0, 0, 0, 0, 0, 0]);
});

for (
  const [budget, limits] of [
    ["tokens", { tokens: 30 }],
    ["steps", { steps: 2 }],
  ] as const
) {
  Deno.test(`E12: a budget of ${budget} that the history used up is used up in the fork`, async () => {
    const { lab, fork } = workLab({ limits });
    await lab.run({ input: "go", until: "done" });
    await fork();
    const refused = await lab.refused({ thread: "t2", input: "more" });
    assert.equal(refused.code, "budget_exhausted");
    await fork({ thread: "t3", version: 1 });
    assert.equal((await lab.run({ thread: "t3", input: "more" })).answer.thread.counters.steps, 2);
  });
}

Deno.test("E12: the calls of the history count in the fork, and its run counts its steps", async () => {
  const { lab, fork, ran } = workLab({
    limits: { calls: 1, stepsPerRun: 2 },
    scenario: () => ({ calls: [{ tool: "work", args: { n: Math.random() } }] }),
  });
  await lab.run({ input: "go" });
  await lab.run();
  await fork();
  const refused = await lab.refused({ thread: "t2" });
  assert.deepEqual([refused.code, refused.details.budget], ["budget_exhausted", "stepsPerRun"]);
  assert.equal(ran.length, 1);
});

Deno.test("E11: a fork whose history ends with an observation plans again without an input", async () => {
  const { lab, fork } = workLab();
  await lab.run({ input: "go" });
  assert.equal((await fork({ version: 1 })).status, "open");
  const { answer } = await lab.run({ thread: "t2" });
  assert.equal(answer.output, "Done.");
  assert.deepEqual((await lab.history("t2")).map(({ type }) => type), [
    "user",
    "assistant",
    "tool",
    "assistant",
  ]);
});

Deno.test("E11: a fork whose history ends with an input, because its plan failed, plans again", async () => {
  let fail = true;
  const { lab, fork } = workLab({
    scenario: () => fail ? { fails: new AgentError("model_server", "broken") } : { says: "Done." },
  });
  await lab.run({ input: "go" });
  fail = false;
  assert.equal((await fork()).status, "open");
  assert.equal((await lab.run({ thread: "t2" })).answer.output, "Done.");
});

Deno.test("E11: a fork that leaves out the answer plans it again; one that keeps it is done", async () => {
  let answers = 0;
  const { lab, fork } = workLab({ scenario: () => ({ says: `Answer ${++answers}.` }) });
  await lab.run({ input: "go" });
  assert.equal((await fork({ thread: "t3" })).status, "done");
  assert.equal((await lab.refused({ thread: "t3" })).code, "nothing_to_do");
  assert.equal((await fork({ replan: true })).status, "open");
  assert.equal((await lab.run({ thread: "t2" })).answer.output, "Answer 2.");
  const texts = (await lab.history("t2")).map((entry) =>
    entry.type === "user" ? entry.text : entry.type === "assistant" ? joinText(entry.blocks) : ""
  );
  assert.deepEqual(texts, ["go", "Answer 2."]);
});

Deno.test("E11: the run goes on in the fork under its own choice and execution", async () => {
  const { lab, fork } = workLab({ scenario: [{ calls: [{ tool: "work" }] }, { says: "Done." }] });
  await lab.run({ input: "go", toolChoice: { type: "required" }, execution: "generate" });
  await lab.run();
  await fork({ replan: true });
  const { answer } = await lab.run({ thread: "t2" });
  assert.deepEqual([answer.choice?.requested.type, answer.choice?.source], ["none", "execution"]);
  await fork({ thread: "t3", version: 1, replan: true });
  const again = await lab.run({ thread: "t3" });
  assert.deepEqual([again.answer.choice?.requested.type, again.answer.choice?.source], [
    "required",
    "request",
  ]);
});

Deno.test("E11: an empty fork waits for an input", async () => {
  const { lab, fork } = workLab();
  await lab.run({ input: "go" });
  assert.equal((await fork({ version: 0 })).status, "waiting");
});

for (const effect of ["pure", "keyed", "once"] as const) {
  Deno.test(`X4: pending ${effect} calls run in a fork that asks for it, under their own ids`, async () => {
    const { lab, fork, ran } = workLab({ effect });
    await lab.run({ input: "go" });
    await fork({ calls: "run" });
    const { answer } = await lab.run({ thread: "t2" });
    assert.equal(answer.output, "Done.");
    const [id] = (await lab.store.read(source))?.pending?.ids ?? [];
    assert.deepEqual(ran, [`t2 ${id}`]);
    await lab.history("t2");
  });
}

Deno.test("X4: a once call that has run in the source runs again in a fork for the explicit word only", async () => {
  const { lab, fork, ran } = workLab({ effect: "once" });
  await lab.run({ input: "go", until: "done" });
  const refused = await refusedFork(fork({ version: 1, calls: "run" }));
  assert.deepEqual([refused.code, refused.problems[0]?.pointer], ["invalid_request", "/calls"]);
  assert.match(refused.message, /\(work\) have run in the source; send calls: rerun/);
  assert.equal(await status(lab), undefined);
  await fork({ version: 1, calls: "rerun" });
  assert.equal((await lab.run({ thread: "t2" })).answer.output, "Done.");
  assert.deepEqual(ran.map((line) => line.split(" ")[0]), ["t1", "t2"]);
});

Deno.test("X4: a once call that a step of the source has started counts as run", async () => {
  const { lab, fork } = workLab({ effect: "once" });
  await lab.run({ input: "go" });
  const snapshot = await lab.store.read(source);
  await lab.store.markStarted(source, snapshot?.header.epoch ?? 0, snapshot?.pending?.ids ?? []);
  assert.equal((await refusedFork(fork({ calls: "run" }))).code, "invalid_request");
});

Deno.test("X4: pure calls that have run in the source run again without another word", async () => {
  const { lab, fork, ran } = workLab();
  await lab.run({ input: "go", until: "done" });
  await fork({ version: 1, calls: "run" });
  await lab.run({ thread: "t2" });
  assert.equal(ran.length, 2);
});

Deno.test("X5: an approval does not pass to a fork: its calls wait for one of their own", async () => {
  const { lab, fork, ran } = workLab({ needsApproval: true });
  await lab.run({ input: "go" });
  const [id = ""] = (await lab.store.read(source))?.pending?.ids ?? [];
  await lab.store.decide(source, id, { approved: true, at: 1 });
  assert.equal((await fork({ calls: "run" })).status, "waiting");
  assert.equal((await lab.refused({ thread: "t2" })).code, "approval_required");
  const result = { callId: id, output: "mine", failed: false };
  assert.equal((await lab.refused({ thread: "t2", toolResults: [result] })).code, "result_refused");
  assert.deepEqual(ran, []);
  await lab.store.decide(target, id, { approved: true, at: 2 });
  assert.equal((await lab.run({ thread: "t2" })).answer.output, "Done.");
  assert.equal(ran.length, 1);
});

Deno.test("C11: predicted calls run in a fork that asks for it, but for those that need approval", async () => {
  const { lab, fork, ran } = workLab();
  await lab.run({ input: "go", execution: "predict" });
  assert.equal((await fork({ calls: "run" })).status, "open");
  assert.equal((await lab.run({ thread: "t2" })).answer.output, "Done.");
  assert.equal(ran.length, 1);
  const guarded = workLab({ needsApproval: true });
  await guarded.lab.run({ input: "go", execution: "predict" });
  await guarded.fork({ calls: "rerun" });
  assert.equal((await guarded.lab.refused({ thread: "t2" })).code, "approval_required");
});

Deno.test("E11: a version without pending calls has none to run", async () => {
  const { lab, fork } = workLab();
  await lab.run({ input: "go", until: "done" });
  const refused = await refusedFork(fork({ calls: "run" }));
  assert.deepEqual([refused.code, refused.problems[0]?.pointer], ["invalid_request", "/calls"]);
});

Deno.test("E11: over HTTP a fork says what was asked of it, and a repeated key with another wish is refused", async () => {
  const { send } = createTestApp({
    scenario: [{ calls: [{ tool: "echo", args: { text: "hi" } }] }, { says: "Done." }],
  });
  await send("POST", "/v1/threads/t1/steps", { agent: "tester", input: "go" });
  const key = { "idempotency-key": "k1" };
  const made = await send("POST", "/v1/threads/t1/fork", { calls: "run" }, key);
  assert.equal(made.status, 201);
  const thread = await json(made);
  assert.deepEqual(thread.forkedFrom, { thread: "t1", version: 1, calls: "run" });
  assert.equal(thread.status, "open");
  assert.equal((await send("POST", "/v1/threads/t1/fork", { calls: "run" }, key)).status, 200);
  assert.equal((await send("POST", "/v1/threads/t1/fork", {}, key)).status, 422);
  assert.equal((await json(await send("POST", `/v1/threads/${thread.id}/steps`, {}))).output, "Done.");
});
