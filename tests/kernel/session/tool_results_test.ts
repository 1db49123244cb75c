// Which calls a caller may answer itself, and that no route runs a call that needs approval, or a predicted one, unasked.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ErrorCode } from "../../../src/core/error.ts";
import type { Json } from "../../../src/core/json.ts";
import type { ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { type Asked, createLab, type Lab } from "../../support/lab.ts";
import { SCHEMA } from "../../../src/core/state.ts";

const ref = { tenant: "acme", thread: "t1" };
const DONE: ScriptedPlan = { says: "Done." };

/** A runtime with a guarded and a free tool; `ran` lists what was given to a tool. */
function guardedLab(calls: readonly string[]): { lab: Lab; ran: string[] } {
  const ran: string[] = [];
  const tool = (name: string, needsApproval: boolean) =>
    defineTool({
      name,
      description: "Has an effect.",
      effect: "pure",
      needsApproval,
      run: () => {
        ran.push(name);
        return "ran";
      },
    });
  const lab = createLab({
    agents: [
      defineAgent({ name: "a", driver: "scripted", tools: [tool("guarded", true), tool("free", false)] }),
    ],
    scenario: [{ calls: calls.map((name) => ({ tool: name })) }, DONE, DONE],
  });
  return { lab, ran };
}

const result = (callId: string, output: Json = "mine") => ({ callId, output, failed: false });

async function callIds(lab: Lab): Promise<string[]> {
  return [...(await lab.store.read(ref))?.pending?.ids ?? []];
}

async function approve(lab: Lab, callId: string, approved = true): Promise<void> {
  const decided = await lab.store.decide(ref, callId, { approved, at: 1 });
  assert.equal(decided.type, "decided");
}

interface Route {
  readonly name: string;
  readonly calls: readonly string[];
  readonly execution: "loop" | "predict";
  /** What was decided about the first call before the request. */
  readonly approved?: boolean;
  /** `results`: those of the calls with these indices. */
  readonly request: Asked & { readonly results?: readonly number[] };
  readonly code: ErrorCode;
  readonly pointer?: string;
}

const REFUSED: readonly Route[] = [
  ...([{}, { execution: "execute" }, { execution: "predict" }, { until: "done" }, { input: "go on" }, {
    busy: "interrupt",
  }] as const).flatMap((request): Route[] => [
    {
      name: `a result for a call that waits for approval, with ${JSON.stringify(request)}`,
      calls: ["guarded"],
      execution: "loop",
      request: { ...request, results: [0] },
      code: "result_refused",
      pointer: "/toolResults/0/callId",
    },
    {
      name: `a result for a call of the server, with ${JSON.stringify(request)}`,
      calls: ["free"],
      execution: "loop",
      request: { ...request, results: [0] },
      code: "result_refused",
      pointer: "/toolResults/0/callId",
    },
    {
      name: `a result for a predicted call that nobody approved, with ${JSON.stringify(request)}`,
      calls: ["free", "guarded"],
      execution: "predict",
      request: { ...request, results: [0, 1] },
      code: "result_refused",
      pointer: "/toolResults/1/callId",
    },
  ]),
  {
    name: "a result for a predicted call that was denied",
    calls: ["guarded"],
    execution: "predict",
    approved: false,
    request: { results: [0] },
    code: "result_refused",
    pointer: "/toolResults/0/callId",
  },
  ...(["execute", "generate", "loop"] as const).flatMap((execution) =>
    (["step", "settled", "done"] as const).map((until): Route => ({
      name: `a predicted call that needs approval is not run by ${execution} until ${until}`,
      calls: ["guarded"],
      execution: "predict",
      request: { execution, until },
      code: "approval_required",
    }))
  ),
  ...([{}, { execution: "predict" }, { until: "settled" }, { until: "done" }, {
    toolChoice: { type: "auto" },
  }, {
    onUnsupported: "error",
  }] as const).map((request): Route => ({
    name: `a predicted call is not run by ${JSON.stringify(request)}`,
    calls: ["free"],
    execution: "predict",
    request,
    code: "nothing_to_do",
  })),
  {
    name: "an approved call stays predicted",
    calls: ["guarded"],
    execution: "predict",
    approved: true,
    request: {},
    code: "nothing_to_do",
  },
  {
    name: "results for some of the predicted calls run none of the others",
    calls: ["free", "free"],
    execution: "predict",
    request: { results: [0] },
    code: "invalid_request",
    pointer: "/toolResults",
  },
];

for (
  const { name, calls, execution, approved, request: { results = [], ...request }, code, pointer } of REFUSED
) {
  Deno.test(`C11: refused, with nothing consumed: ${name}`, async () => {
    const { lab, ran } = guardedLab(calls);
    await lab.run({ input: "go", execution });
    const ids = await callIds(lab);
    if (approved !== undefined) await approve(lab, ids[0] ?? "", approved);
    const before = await lab.store.read(ref);
    const refused = await lab.refused({
      ...request,
      toolResults: results.map((index) => result(ids[index] ?? "")),
    });
    assert.equal(refused.code, code);
    assert.deepEqual(
      refused.problems.map((problem) => problem.pointer),
      pointer === undefined ? [] : [pointer],
    );
    const after = await lab.store.read(ref);
    assert.deepEqual(
      [after?.header.version, after?.header.status, after?.pending, after?.waiting, after?.running],
      [before?.header.version, before?.header.status, before?.pending, 0, false],
    );
    assert.deepEqual(ran, []);
  });
}

interface Allowed {
  readonly name: string;
  readonly calls: readonly string[];
  readonly approved?: boolean;
  readonly request: Asked & { readonly results?: readonly number[] };
  readonly states: readonly string[];
  readonly ran: readonly string[];
}

const ALLOWED: readonly Allowed[] = [
  {
    name: "the caller answers every predicted call",
    calls: ["free", "free"],
    request: { results: [1, 0] },
    states: ["completed", "completed"],
    ran: [],
  },
  {
    name: "the caller answers a predicted call that was approved",
    calls: ["guarded"],
    approved: true,
    request: { results: [0] },
    states: ["completed"],
    ran: [],
  },
  {
    name: "a denied call needs no answer",
    calls: ["guarded", "free"],
    approved: false,
    request: { results: [1] },
    states: ["denied", "completed"],
    ran: [],
  },
  {
    name: "an explicit execution runs the predicted call",
    calls: ["free"],
    request: { execution: "loop" },
    states: ["completed"],
    ran: ["free"],
  },
  {
    name: "an explicit execution runs the calls that the caller did not answer",
    calls: ["free", "free"],
    request: { execution: "execute", results: [0] },
    states: ["completed", "completed"],
    ran: ["free"],
  },
  {
    name: "an explicit execution runs a predicted call that was approved",
    calls: ["guarded"],
    approved: true,
    request: { execution: "execute" },
    states: ["completed"],
    ran: ["guarded"],
  },
  {
    name: "an input goes on without the predicted calls, approved or not",
    calls: ["guarded", "free"],
    approved: true,
    request: { input: "no", execution: "execute" },
    states: ["skipped", "skipped"],
    ran: [],
  },
];

for (
  const { name, calls, approved, request: { results = [], ...request }, states, ran: expected } of ALLOWED
) {
  Deno.test(`C11: the end of a prediction: ${name}`, async () => {
    const { lab, ran } = guardedLab(calls);
    await lab.run({ input: "go", execution: "predict" });
    const ids = await callIds(lab);
    if (approved !== undefined) await approve(lab, ids[0] ?? "", approved);
    const { answer } = await lab.run({
      ...request,
      toolResults: results.map((index) => result(ids[index] ?? "")),
    });
    assert.deepEqual(answer.calls.map(({ state }) => state), states);
    assert.deepEqual(ran, expected);
  });
}

Deno.test("C11: a bare step that takes a queued input skips the predicted calls", async () => {
  const { lab, ran } = guardedLab(["free"]);
  await lab.run({ input: "go", execution: "predict" });
  const begun = await lab.store.begin({
    ref,
    owner: "other",
    leaseMs: 60_000,
    schema: SCHEMA,
    inputs: [],
    busy: "reject",
    window: { entries: 9, bytes: 9 },
  });
  assert.ok(begun.type === "begun");
  await assert.rejects(lab.run({ input: "later", busy: "steer" }), /queued/);
  await lab.store.abandon({ ref, owner: "other", epoch: begun.header.epoch, inputs: [] });
  const { answer } = await lab.run();
  assert.deepEqual(answer.calls.map(({ state }) => state), ["skipped"]);
  assert.deepEqual(ran, []);
});

Deno.test("C11: a restart with a refused result leaves the running step alone", async () => {
  const { lab } = guardedLab(["guarded"]);
  await lab.run({ input: "go" });
  const [id = ""] = await callIds(lab);
  const begun = await lab.store.begin({
    ref,
    owner: "other",
    leaseMs: 60_000,
    schema: SCHEMA,
    inputs: ["x"],
    busy: "reject",
    window: { entries: 9, bytes: 9 },
  });
  assert.equal(begun.type, "begun");
  const refused = await lab.refused({ input: "now", busy: "interrupt", toolResults: [result(id)] });
  assert.equal(refused.code, "result_refused");
  const snapshot = await lab.store.read(ref);
  assert.deepEqual([snapshot?.running, snapshot?.header.cancelledEpoch], [true, 0]);
});

Deno.test("C11: a caller does not answer a predicted call that a step may have run", async () => {
  const { lab } = guardedLab(["free"]);
  await lab.run({ input: "go", execution: "predict" });
  const [id = ""] = await callIds(lab);
  await lab.store.markStarted(ref, (await lab.store.read(ref))?.header.epoch ?? 0, [id]);
  const refused = await lab.refused({ toolResults: [result(id)] });
  assert.equal(refused.code, "result_refused");
  assert.match(refused.message, /may have run/);
});

Deno.test("C11: a fork takes no result for a call of its source", async () => {
  const { lab } = guardedLab(["guarded"]);
  await lab.run({ input: "go", execution: "predict" });
  const [id = ""] = await callIds(lab);
  await forkThread(ref, { thread: "t2" }, lab.deps);
  const refused = await lab.refused({ thread: "t2", toolResults: [result(id)] });
  assert.ok(["call_unknown", "nothing_to_do"].includes(refused.code), refused.code);
});
