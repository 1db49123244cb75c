import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { createLab } from "../../support/lab.ts";

const ran: string[] = [];
const echo = defineTool({
  name: "echo",
  description: "Gives back its text.",
  parameters: ["text"],
  effect: "pure",
  run: ({ text }) => {
    ran.push(text);
    return { text };
  },
});
const broken = defineTool({
  name: "broken",
  description: "Always fails.",
  effect: "pure",
  run: () => {
    throw new Error("no luck");
  },
});
const remove = defineTool({
  name: "remove",
  description: "Removes a record.",
  parameters: ["id"],
  needsApproval: true,
  run: ({ id }) => ({ removed: id }),
});
const agent = defineAgent({
  name: "tester",
  instructions: "Test.",
  driver: "scripted",
  tools: [echo, broken, remove],
});

const ECHO: ScriptedPlan = { says: "Let me see.", calls: [{ tool: "echo", args: { text: "hi" } }] };
const DONE: ScriptedPlan = { says: "Done." };

Deno.test("E2: a step plans, the next acts and plans, each with one begin and one commit", async () => {
  const lab = createLab({ agents: [agent], scenario: [ECHO, DONE] });
  ran.length = 0;
  const first = await lab.run({ input: "go" });
  assert.equal(first.answer.thread.status, "open");
  assert.equal(first.answer.output, null);
  assert.deepEqual(first.answer.calls.map(({ name, state }) => [name, state]), [["echo", "pending"]]);
  assert.deepEqual(ran, [], "a plan runs nothing");

  const second = await lab.run();
  assert.equal(second.answer.output, "Done.");
  assert.equal(second.answer.thread.status, "done");
  assert.deepEqual(second.answer.calls.map(({ name, state, output }) => [name, state, output]), [[
    "echo",
    "completed",
    { text: "hi" },
  ]]);
  assert.deepEqual(ran, ["hi"]);
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 2, commit: 2 });
  assert.deepEqual((await lab.history()).map((entry) => entry.type), [
    "user",
    "assistant",
    "tool",
    "assistant",
  ]);
});

Deno.test("E2: several steps in one request cost one store request each, plus one", async () => {
  const lab = createLab({ agents: [agent], scenario: [ECHO, ECHO, ECHO, DONE] });
  const { answer, events } = await lab.run({ input: "go", until: "done" });
  assert.equal(answer.output, "Done.");
  assert.equal(answer.step, 4);
  assert.equal(answer.thread.version, 4);
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, advance: 3, commit: 1 });
  const ends = events.filter((event) => event.type === "step.finished");
  assert.deepEqual(ends.map((event) => event.continues), [true, true, true, false]);
  await lab.history();
});

Deno.test("E2: once tools cost one more store request, and only they", async () => {
  const once = defineTool({ name: "once", description: "Has effects.", run: () => "ok" });
  const lab = createLab({
    agents: [defineAgent({ name: "a", instructions: "", driver: "scripted", tools: [once] })],
    scenario: [{ calls: [{ tool: "once" }, { tool: "once", args: { n: 2 } }] }, DONE],
  });
  await lab.run({ input: "go", until: "done" });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, advance: 1, markStarted: 1, commit: 1 });
});

Deno.test("C11: until settled runs the planned calls and does not plan again", async () => {
  const lab = createLab({ agents: [agent], scenario: [ECHO, DONE] });
  const { answer, events } = await lab.run({ input: "go", until: "settled" });
  assert.equal(answer.thread.status, "open");
  assert.deepEqual(answer.calls.map((call) => call.state), ["completed"]);
  assert.equal(events.filter((event) => event.type === "step.started")[1]?.choice, null);
  assert.equal((await lab.run()).answer.output, "Done.");
});

Deno.test("C11: predict plans only; a later request runs the calls or brings their results", async () => {
  const lab = createLab({ agents: [agent], scenario: [ECHO, DONE] });
  ran.length = 0;
  const first = await lab.run({ input: "go", execution: "predict", until: "done" });
  assert.equal(first.answer.thread.status, "waiting");
  const [call] = first.answer.calls;
  assert.ok(call);
  assert.deepEqual(call.args, { text: "hi" });
  const unknown = await lab.refused({ toolResults: [{ callId: "call_x", output: 1, failed: false }] });
  assert.equal(unknown.code, "call_unknown");
  const second = await lab.run({ toolResults: [{ callId: call.id, output: "mine", failed: false }] });
  assert.deepEqual(second.answer.calls[0]?.output, "mine");
  assert.equal(second.answer.output, "Done.");
  assert.deepEqual(ran, []);
});

Deno.test("C11: predicted calls are skipped when the user goes on without them", async () => {
  const lab = createLab({ agents: [agent], scenario: [ECHO, DONE] });
  ran.length = 0;
  await lab.run({ input: "go", execution: "predict" });
  const { answer } = await lab.run({ input: "never mind" });
  assert.deepEqual(answer.calls.map((call) => call.state), ["skipped"]);
  assert.deepEqual(ran, []);
  assert.deepEqual((await lab.history()).map((entry) => entry.type), [
    "user",
    "assistant",
    "tool",
    "user",
    "assistant",
  ]);
});

Deno.test("C11: execute answers with the tool's output and plans once only", async () => {
  const lab = createLab({ agents: [agent], scenario: [ECHO] });
  const { answer } = await lab.run({ input: "go", execution: "execute", until: "done" });
  assert.equal(answer.thread.status, "done");
  assert.equal(answer.output, '{"text":"hi"}');
});

Deno.test("C11: generate answers from the observations under none", async () => {
  const lab = createLab({ agents: [agent], scenario: [ECHO, DONE] });
  const { answer, events } = await lab.run({
    input: "go",
    execution: "generate",
    toolChoice: { type: "required" },
    until: "done",
  });
  const choices = events.flatMap((event) =>
    event.type === "step.started" && event.choice ? [event.choice] : []
  );
  assert.deepEqual(choices.map(({ requested, source }) => [requested.type, source]), [
    ["required", "request"],
    ["none", "execution"],
  ]);
  assert.equal(answer.output, "Done.");
});

Deno.test("C7: a forced choice resets once it is satisfied; times always keeps it", async () => {
  const once = createLab({ agents: [agent], scenario: [ECHO, ECHO, DONE] });
  const seen = await once.run({ input: "go", toolChoice: { type: "tool", name: "echo" }, until: "done" });
  const types = (events: typeof seen.events) =>
    events.flatMap((event) =>
      event.type === "step.started" && event.choice ? [event.choice.requested.type] : []
    );
  assert.deepEqual(types(seen.events), ["tool", "auto", "auto"]);
  const always = createLab({ agents: [agent], scenario: [ECHO, ECHO, DONE] });
  const kept = await always.run({
    input: "go",
    toolChoice: { type: "required", times: "always" },
    until: "done",
  });
  assert.deepEqual(types(kept.events), ["required", "required", "required"]);
  assert.deepEqual(kept.answer.warnings.map((warning) => warning.code), ["choice_violated"]);
});

Deno.test("C7: the choice of a request is kept for the later steps of its run", async () => {
  const lab = createLab({ agents: [agent], scenario: [DONE, ECHO, DONE] });
  const violated = await lab.run({ input: "go", toolChoice: { type: "required" } });
  assert.deepEqual(violated.answer.warnings.map((warning) => warning.code), ["choice_violated"]);
  const next = await lab.run({ input: "again" });
  assert.equal(next.answer.choice?.requested.type, "auto", "a new run begins with the agent's choice");
});

Deno.test("C1: request beats agent beats gateway beats environment, and the answer says so", async () => {
  const forced = defineAgent({
    name: "forced",
    instructions: "",
    driver: "scripted",
    tools: [echo],
    toolChoice: { type: "required" },
  });
  const gateway = { ...agent, name: "gateway", gatewayToolChoice: { type: "none" as const } };
  const lab = createLab({
    agents: [agent, forced, gateway],
    scenario: [DONE],
    deps: { environmentChoice: { type: "tool", name: "echo" } },
  });
  const source = async (thread: string, request: Parameters<typeof lab.run>[0]) => {
    const { answer } = await lab.run({ thread, input: "go", ...request });
    return [answer.choice?.source, answer.choice?.requested.type];
  };
  assert.deepEqual(await source("a", { agent: "tester" }), ["environment", "tool"]);
  assert.deepEqual(await source("b", { agent: "gateway" }), ["gateway", "none"]);
  assert.deepEqual(await source("c", { agent: "forced" }), ["agent", "required"]);
  assert.deepEqual(await source("d", { agent: "forced", toolChoice: { type: "auto" } }), ["request", "auto"]);
});

Deno.test("C2: an impossible choice is refused before anything happens", async () => {
  const bare = defineAgent({ name: "bare", instructions: "", driver: "scripted", tools: [] });
  const lab = createLab({ agents: [agent, bare], scenario: [DONE] });
  const unknown = await lab.refused({ input: "go", toolChoice: { type: "tool", name: "nope" } });
  assert.equal(unknown.code, "tool_unknown");
  assert.deepEqual(unknown.problems.map((problem) => problem.pointer), ["/toolChoice"]);
  const none = await lab.refused({ agent: "bare", input: "go", toolChoice: { type: "required" } });
  assert.equal(none.code, "tools_missing");
  assert.equal(lab.counts.get("begin"), undefined);
  await lab.run({ input: "first" });
  const late = await lab.refused({
    agent: undefined,
    inputs: ["go"],
    toolChoice: { type: "tool", name: "nope" },
  });
  assert.equal(late.code, "tool_unknown");
  assert.equal((await lab.history()).length, 2, "the input of the refused request is gone");
  assert.equal((await lab.run({ input: "second" })).answer.thread.version, 2);
});

Deno.test("C12: surplus calls get a skipped observation, never an orphan", async () => {
  const narrow = { ...agent, limits: { ...agent.limits, parallelCalls: 2 } };
  const calls = ["a", "b", "c", "d"].map((text) => ({ tool: "echo", args: { text } }));
  const lab = createLab({ agents: [narrow], scenario: [{ calls }, DONE] });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual(answer.calls.map((call) => call.state), ["completed", "completed", "skipped", "skipped"]);
  await lab.history();
});

Deno.test("D6: malformed arguments, unknown tools and forbidden calls become observations", async () => {
  const lab = createLab({
    agents: [agent],
    scenario: [
      {
        calls: [{ tool: "echo", args: '{"text":' }, { tool: "echo", args: "[1]" }, { tool: "nope" }, {
          tool: "echo",
          args: {},
        }],
      },
      { calls: [{ tool: "broken" }, { tool: "echo", args: { text: "ok" } }] },
      DONE,
    ],
  });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual(answer.calls.map((call) => call.state), [
    "failed",
    "failed",
    "failed",
    "failed",
    "failed",
    "completed",
  ]);
  const kinds = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry.error?.kind] : []);
  assert.deepEqual(kinds, [
    "invalid_arguments",
    "invalid_arguments",
    "unknown_tool",
    "invalid_arguments",
    "failed",
    undefined,
  ]);
  const forbidden = createLab({ agents: [agent], scenario: [ECHO, DONE] });
  ran.length = 0;
  const under = await forbidden.run({ input: "go", toolChoice: { type: "none" }, until: "done" });
  assert.deepEqual(under.answer.calls.map((call) => call.state), ["blocked"]);
  assert.deepEqual(ran, []);
});

Deno.test("C7: the same call is broken after three times in a row", async () => {
  const lab = createLab({ agents: [agent], scenario: [ECHO, ECHO, ECHO, ECHO, ECHO, DONE] });
  const { answer } = await lab.run({ input: "go", until: "done" });
  assert.deepEqual(answer.calls.map((call) => call.state), [
    "completed",
    "completed",
    "completed",
    "failed",
    "failed",
  ]);
  assert.equal(answer.output, "Done.");
});

Deno.test("X3: throwOnToolFailure and stopOnToolBlock end the run, the observation is kept", async () => {
  const strict = { ...agent, throwOnToolFailure: true };
  const lab = createLab({ agents: [strict], scenario: [{ calls: [{ tool: "broken" }] }, DONE] });
  const { answer, events } = await lab.run({ input: "go", until: "done" });
  assert.equal(answer.error?.code, "tool_failed");
  assert.equal(answer.thread.status, "failed");
  assert.equal(events.at(-1)?.type, "step.failed");
  assert.equal((await lab.history()).at(-1)?.type, "tool");
  const guarded = {
    ...agent,
    stopOnToolBlock: true,
    hooks: { beforeCall: () => ({ type: "block" as const, reason: "not today" }) },
  };
  const blocked = createLab({ agents: [guarded], scenario: [ECHO, DONE] });
  assert.equal((await blocked.run({ input: "go", until: "done" })).answer.error?.code, "tool_blocked");
});

Deno.test("X5: a call waits for approval, runs when approved, is denied when refused", async () => {
  const plan: ScriptedPlan = { calls: [{ tool: "remove", args: { id: "r1" } }] };
  for (const approved of [true, false]) {
    const lab = createLab({ agents: [agent], scenario: [plan, DONE] });
    const first = await lab.run({ input: "go", until: "done" });
    assert.equal(first.answer.thread.status, "waiting");
    const request = first.events.find((event) => event.type === "approval.requested");
    assert.deepEqual(request?.args, { id: "r1" });
    assert.ok(request);
    assert.equal((await lab.refused()).code, "approval_required");
    await lab.store.decide({ tenant: "acme", thread: "t1" }, request.callId, {
      approved,
      at: 1,
      reason: "so",
    });
    const { answer } = await lab.run({ until: "done" });
    assert.deepEqual(answer.calls.map((call) => call.state), [approved ? "completed" : "denied"]);
    assert.equal(answer.output, "Done.");
    await lab.history();
  }
});

Deno.test("X5: a new input while an approval is open denies the call", async () => {
  const lab = createLab({
    agents: [agent],
    scenario: [{ calls: [{ tool: "remove", args: { id: "r1" } }] }, DONE],
  });
  await lab.run({ input: "go" });
  const { answer } = await lab.run({ input: "leave it" });
  assert.deepEqual(answer.calls.map((call) => call.state), ["denied"]);
});

Deno.test("E2: a thread keeps its agent; an unknown agent and an idle thread are refused", async () => {
  const other = { ...agent, name: "other" };
  const lab = createLab({ agents: [agent, other], scenario: [DONE, DONE] });
  assert.equal((await lab.refused({ agent: "nobody", input: "go" })).code, "agent_unknown");
  assert.equal((await lab.refused({ thread: "none" })).code, "thread_unknown");
  await lab.run({ input: "go" });
  assert.equal((await lab.refused({ agent: "other", input: "go" })).code, "agent_mismatch");
  assert.equal((await lab.refused()).code, "nothing_to_do");
  assert.equal((await lab.refused({ input: "x", expectedVersion: 7 })).code, "version_conflict");
  const noted = await lab.run({ input: "again", metadata: { a: 1 } });
  assert.deepEqual(noted.answer.warnings.map((warning) => warning.code), ["thread_exists"]);
});

Deno.test("E12: budgets are refused before anything is spent, and calls run out into an answer", async () => {
  const limits = (change: Partial<typeof agent.limits>) => ({
    ...agent,
    limits: { ...agent.limits, ...change },
  });
  const steps = createLab({ agents: [limits({ steps: 1 })], scenario: [ECHO, DONE] });
  const first = await steps.run({ input: "go", until: "done" });
  assert.equal(first.answer.thread.status, "open");
  const refusal = await steps.refused();
  assert.equal(refusal.code, "budget_exhausted");
  assert.equal(refusal.details.budget, "steps");
  assert.deepEqual((await steps.history()).map(({ type }) => type), ["user", "notice", "cut", "assistant"]);

  const runs = createLab({ agents: [limits({ stepsPerRun: 2 })], scenario: [ECHO, ECHO, DONE, DONE] });
  assert.equal((await runs.run({ input: "go", until: "done" })).answer.step, 2);
  assert.equal((await runs.refused()).code, "budget_exhausted");
  assert.equal((await runs.run({ input: "go on" })).answer.output, "Done.", "a new input is a new run");

  const calls = createLab({ agents: [limits({ calls: 1 })], scenario: [ECHO, ECHO, DONE] });
  const ended = await calls.run({ input: "go", until: "done" });
  assert.equal(ended.answer.choice?.requested.type, "none");
  assert.deepEqual(ended.answer.calls.map((call) => call.state), ["completed", "blocked"]);
  assert.equal(ended.answer.thread.counters.calls, 1);
});

Deno.test("P9: when the tools ran and the model failed, observations and input are kept and nothing runs twice", async () => {
  ran.length = 0;
  const overloaded = new AgentError("model_overloaded", "busy", { retryAfterMs: 60_000 });
  let now = 1_000_000;
  let fail = true;
  const lab = createLab({
    agents: [agent],
    scenario: ({ history: { entries } }) => {
      if (!entries.some((entry) => entry.type === "assistant")) return ECHO;
      return fail ? { fails: overloaded } : DONE;
    },
    deps: { clock: () => now },
  });
  await lab.run({ input: "go" });
  const failed = await lab.run();
  assert.equal(failed.answer.error?.code, "model_overloaded");
  assert.equal(failed.answer.thread.status, "open");
  assert.equal(failed.answer.thread.resumeAt, new Date(now + 60_000).toISOString());
  assert.deepEqual((await lab.history()).map((entry) => entry.type), ["user", "assistant", "tool"]);
  const early = await lab.refused();
  assert.equal(early.code, "not_yet");
  assert.equal(early.retryAfterMs, 60_000);
  now += 60_000;
  fail = false;
  const { answer } = await lab.run();
  assert.equal(answer.output, "Done.");
  assert.equal(answer.thread.resumeAt, undefined);
  assert.deepEqual(ran, ["hi"]);
});
