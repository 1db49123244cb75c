// Client tools: the caller runs their calls, of the agent's tools and of those that a request brings.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Json } from "../../../src/core/json.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { asSent } from "../../support/as_sent.ts";
import { type Asked, createLab, type Lab } from "../../support/lab.ts";

const ref = { tenant: "acme", thread: "t1" };
const DONE: ScriptedPlan = { says: "Done." };
const BROUGHT = {
  name: "locate",
  description: "Where the user is.",
  parameters: { type: "object" },
} as const;

function labOf(...calls: readonly string[]): { lab: Lab; ran: string[] } {
  return labWith([calling(...calls), DONE, DONE]);
}

function calling(...calls: readonly string[]): ScriptedPlan {
  return { calls: calls.map((tool) => ({ tool, args: { of: tool } })) };
}

/** An agent with a tool of the server and two of the caller; `ran` lists what the server ran. */
function labWith(scenario: readonly ScriptedPlan[]): { lab: Lab; ran: string[] } {
  const ran: string[] = [];
  const free = defineTool({
    name: "free",
    description: "Has an effect.",
    effect: "pure",
    run: () => {
      ran.push("free");
      return "ran";
    },
  });
  const pick = defineTool({ name: "pick", description: "The caller picks." });
  const guarded = defineTool({ name: "guarded", description: "The caller pays.", needsApproval: true });
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", tools: [free, pick, guarded] })],
    scenario,
  });
  return { lab, ran };
}

const result = (callId: string, output: Json = "mine") => ({ callId, output, failed: false });

async function callIds(lab: Lab): Promise<string[]> {
  return [...(await lab.store.read(ref))?.pending?.ids ?? []];
}

async function states(lab: Lab): Promise<string[]> {
  return (await readThread(ref, lab.deps)).calls.map(({ state }) => state);
}

async function decide(lab: Lab, callId: string, approved: boolean): Promise<void> {
  assert.equal((await lab.store.decide(ref, callId, { approved, at: 1 })).type, "decided");
}

Deno.test("X6: a step that plans a client tool's call waits, and the result of the caller is its observation", async () => {
  const { lab, ran } = labOf("pick");
  const first = await lab.run({ input: "go", until: "done" });
  assert.deepEqual([first.answer.thread.status, first.answer.calls[0]?.state], ["waiting", "client"]);
  const asked = first.events.find((event) => event.type === "result.requested");
  assert.deepEqual(asked?.type === "result.requested" && [asked.name, asked.args], ["pick", { of: "pick" }]);
  assert.deepEqual(await states(lab), ["client"]);
  const [id = ""] = await callIds(lab);
  const second = await lab.run({ toolResults: [result(id, { row: 2 })], until: "done" });
  assert.deepEqual(
    [second.answer.thread.status, second.answer.output, second.answer.calls[0]?.output],
    ["done", "Done.", { row: 2 }],
  );
  assert.deepEqual(ran, []);
});

Deno.test("X6: calls of the server that were planned with a client tool's run with its result, in the plan's order", async () => {
  const { lab, ran } = labOf("free", "pick");
  await lab.run({ input: "go", until: "settled" });
  assert.deepEqual([await states(lab), ran], [["pending", "client"], []]);
  const [, id = ""] = await callIds(lab);
  const { answer } = await lab.run({ toolResults: [result(id)] });
  assert.deepEqual(answer.calls.map(({ state, output }) => [state, output]), [["completed", "ran"], [
    "completed",
    "mine",
  ]]);
  assert.deepEqual(ran, ["free"]);
});

const REFUSED: readonly {
  readonly name: string;
  readonly calls: readonly string[];
  readonly approved?: boolean;
  readonly results?: readonly number[];
  readonly request?: Asked;
  readonly code: string;
}[] = [
  { name: "no result", calls: ["pick"], code: "nothing_to_do" },
  {
    name: "no result, with an execution",
    calls: ["pick"],
    request: { execution: "execute" },
    code: "nothing_to_do",
  },
  { name: "a result for one of two", calls: ["pick", "pick"], results: [0], code: "invalid_request" },
  {
    name: "a result for a call of the server",
    calls: ["pick", "free"],
    results: [0, 1],
    code: "result_refused",
  },
  { name: "a result before the approval", calls: ["guarded"], results: [0], code: "result_refused" },
  {
    name: "a result after a denial",
    calls: ["guarded"],
    approved: false,
    results: [0],
    code: "result_refused",
  },
  { name: "nothing before the approval", calls: ["guarded"], code: "approval_required" },
  { name: "nothing after the approval", calls: ["guarded"], approved: true, code: "nothing_to_do" },
  { name: "a result for a call that there is not", calls: ["pick"], results: [7], code: "call_unknown" },
];

for (const { name, calls, approved, results = [], request, code } of REFUSED) {
  Deno.test(`X6: refused while a client tool's call waits, with nothing consumed: ${name}`, async () => {
    const { lab, ran } = labOf(...calls);
    await lab.run({ input: "go" });
    const ids = await callIds(lab);
    if (approved !== undefined) await decide(lab, ids[0] ?? "", approved);
    const before = await lab.store.read(ref);
    const toolResults = results.map((index) => result(ids[index] ?? "call_other"));
    assert.equal((await lab.refused({ ...request, toolResults })).code, code);
    const after = await lab.store.read(ref);
    assert.deepEqual([after?.header.version, after?.pending], [before?.header.version, before?.pending]);
    assert.deepEqual(ran, []);
  });
}

Deno.test("X6: an input goes on without the client tool's calls", async () => {
  const { lab, ran } = labOf("pick", "free", "guarded");
  await lab.run({ input: "go" });
  const { answer } = await lab.run({ input: "never mind" });
  assert.deepEqual(answer.calls.map(({ state }) => state), ["skipped", "completed", "denied"]);
  assert.deepEqual(ran, ["free"]);
});

Deno.test("X5: a client tool's call that needs approval takes its result once it is approved, with the record of it", async () => {
  const { lab } = labOf("guarded");
  const { events, answer } = await lab.run({ input: "go" });
  assert.equal(answer.calls[0]?.state, "approval");
  assert.equal(answer.calls[0]?.approval?.client, true);
  assert.ok(events.some((event) => event.type === "approval.requested" && event.client === true));
  assert.ok(!events.some((event) => event.type === "result.requested"));
  const [id = ""] = await callIds(lab);
  await decide(lab, id, true);
  assert.deepEqual(await states(lab), ["client"]);
  await lab.run({ toolResults: [result(id, "paid")] });
  const entry = (await lab.history()).find((each) => each.type === "tool");
  assert.deepEqual(entry?.type === "tool" && [entry.outcome, entry.output, entry.approval?.outcome], [
    "completed",
    "paid",
    "approved",
  ]);
});

Deno.test("X5: a denied call of a client tool needs no result", async () => {
  const { lab } = labOf("guarded", "pick");
  await lab.run({ input: "go" });
  const [guarded = "", pick = ""] = await callIds(lab);
  await decide(lab, guarded, false);
  const { answer } = await lab.run({ toolResults: [result(pick)] });
  assert.deepEqual(answer.calls.map(({ state }) => state), ["denied", "completed"]);
});

Deno.test("X6: tools that a request brings are offered in its run; the next one tells that they are gone, and runs none of their calls", async () => {
  const { lab } = labWith([calling("locate"), DONE, calling("locate"), DONE]);
  const first = await lab.run({ input: "go", clientTools: [BROUGHT] });
  assert.deepEqual([first.answer.calls[0]?.name, first.answer.calls[0]?.state], ["locate", "client"]);
  assert.deepEqual(first.answer.choice?.toolsSent, ["free", "pick", "guarded", "locate"]);
  const [id = ""] = await callIds(lab);
  const second = await lab.run({ toolResults: [result(id, "Paris")], until: "done" });
  assert.deepEqual(second.answer.choice?.toolsSent, ["free", "pick", "guarded", "locate"]);
  const third = await lab.run({ input: "again" });
  assert.deepEqual(third.answer.choice?.toolsSent, ["free", "pick", "guarded", "locate"], "the prompt stays");
  const told = (await lab.history()).findLast((entry) => entry.type === "notice");
  assert.deepEqual(told?.type === "notice" && told.tools, { withdrawn: ["locate"] });
  assert.deepEqual(third.answer.calls.map(({ name, state }) => [name, state]), [["locate", "pending"]]);
  const fourth = await lab.run();
  assert.deepEqual(fourth.answer.calls.map(({ state, error }) => [state, error?.kind]), [
    ["failed", "unknown_tool"],
  ]);
});

Deno.test("X6: a tool choice names a tool that the request brings", async () => {
  const { lab } = labOf("locate");
  const { answer } = await lab.run({
    input: "go",
    clientTools: [BROUGHT],
    toolChoice: { type: "tool", name: "locate" },
  });
  assert.deepEqual(answer.outcome, { type: "satisfied" });
  const other = labOf("pick").lab;
  const refused = await other.refused({
    input: "go",
    toolChoice: { type: "tool", name: "locate" },
    agent: "a",
  });
  assert.equal(refused.code, "tool_unknown");
});

Deno.test("X6: a tool that a request brings never takes the name of the agent's", async () => {
  const { lab } = labOf("free");
  for (const name of ["free", "pick", "read_output"]) {
    const refused = await lab.refused({ input: "go", agent: "a", clientTools: [{ ...BROUGHT, name }] });
    assert.deepEqual([refused.code, refused.problems[0]?.pointer], [
      "invalid_request",
      "/clientTools/0/name",
    ]);
  }
  assert.equal(await lab.store.read(ref), undefined);
});

Deno.test("X6: a replay of the request has the calls of client tools again", async () => {
  const { lab } = labOf("pick");
  const idempotency = { key: "k1", bodyHash: "h1" };
  const first = await lab.run({ input: "go", idempotency });
  const again = await lab.run({ input: "go", idempotency });
  assert.equal(again.replayed, true);
  assert.deepEqual(asSent(again.answer.calls), asSent(first.answer.calls));
  assert.deepEqual(
    again.events.flatMap((event) => event.type === "result.requested" ? [event.callId] : []),
    first.events.flatMap((event) => event.type === "result.requested" ? [event.callId] : []),
  );
});

Deno.test("X6: a fork with its calls waits for the caller, also for a tool that the request brought", async () => {
  const { lab } = labOf("locate", "pick");
  await lab.run({ input: "go", clientTools: [BROUGHT] });
  const ids = await callIds(lab);
  const forked = await forkThread(ref, { thread: "t2", calls: "run" }, lab.deps);
  assert.equal(forked.status, "waiting");
  const { answer } = await lab.run({ thread: "t2", toolResults: ids.map((id) => result(id)) });
  assert.deepEqual(answer.calls.map(({ state }) => state), ["completed", "completed"]);
  assert.deepEqual(answer.choice?.toolsSent, ["free", "pick", "guarded", "locate"]);
});

Deno.test("X6: the calls of an `execute` run have the caller's results as its answer", async () => {
  const { lab } = labOf("pick");
  await lab.run({ input: "go", execution: "execute" });
  const [id = ""] = await callIds(lab);
  const { answer } = await lab.run({ toolResults: [result(id, { row: 2 })] });
  assert.deepEqual([answer.thread.status, answer.output], ["done", '{"row":2}']);
});
