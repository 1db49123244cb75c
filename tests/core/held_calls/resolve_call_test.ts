// What a pending call waits for, case by case, and which answers are about it.

import assert from "node:assert/strict";
import type { Decision } from "../../../src/core/approval/decision.ts";
import { hashCall, isAbout } from "../../../src/core/approval/verdict.ts";
import type { CallMark, PlannedCall } from "../../../src/core/call.ts";
import type { CallFacts, Resolution } from "../../../src/core/held_calls/hold.ts";
import { mayRun } from "../../../src/core/held_calls/people.ts";
import { isOrchestration } from "../../../src/core/held_calls/phase.ts";
import { findHeldCalls, resolveCall, waitsFor } from "../../../src/core/held_calls/resolve_call.ts";

const NOW = 1_000;
const ARGS = { amount: 5 };

type Change = Partial<PlannedCall>;
const call = (change: Change): PlannedCall => ({
  id: "c1",
  name: "pay",
  args: ARGS,
  epoch: 3,
  disposition: { type: "run" },
  ...change,
});

const approve = (more: object = {}): Change => ({ disposition: { type: "approve", ...more } });
const yes = (by: string, more: Partial<Decision> = {}): Decision => ({ approved: true, at: 1, by, ...more });
const no: Decision = { approved: false, at: 1, by: "ann" };
const decided = (...decisions: Decision[]): CallMark => ({ decisions });
const edit = { args: { amount: 7 }, digest: "d" };
const later: Change = { deferred: { ref: "job", expiresAt: 5_000, pollAt: 2_000 } };
const authorization: Change = {
  deferred: { ref: null, expiresAt: 5_000, authorization: { server: "mail", epoch: 3 } },
};
const limited = [{ tool: "pay", until: 4_000 }];

const runs: Resolution = { type: "runs", args: ARGS };
const waits = (kind: string, due?: number) => ({
  type: "waits",
  for: kind,
  ...(due === undefined ? {} : { due }),
});
const settled = (by: string) => ({ type: "settled", by });

interface Case {
  readonly call?: Change;
  readonly mark?: CallMark;
  readonly result?: true;
  readonly facts?: Partial<CallFacts>;
  readonly at?: number;
  readonly comes: object;
}

const CASES: Readonly<Record<string, Case>> = {
  "a call that nothing holds runs": { comes: runs },
  "one without an approval waits for people": { call: approve(), comes: waits("people") },
  "one that is still to be answered is due at its expiry": {
    call: approve({ expiresAt: 2_000 }),
    comes: waits("people", 2_000),
  },
  "one of two approvals is too few": {
    call: approve({ approvals: 2 }),
    mark: decided(yes("ann")),
    comes: waits("people"),
  },
  "two approvals release it": {
    call: approve({ approvals: 2 }),
    mark: decided(yes("ann"), yes("bob")),
    comes: runs,
  },
  "one denial settles it": {
    call: approve({ approvals: 2 }),
    mark: decided(yes("bob"), no),
    comes: settled("denied"),
  },
  "an approval in time holds behind the expiry": {
    call: approve({ expiresAt: 500 }),
    mark: decided(yes("ann")),
    comes: runs,
  },
  "without one it is expired then": { call: approve({ expiresAt: NOW }), comes: settled("expired") },
  "the arguments of a person are those that run": {
    call: approve({ edits: true }),
    mark: decided(yes("ann", { edit })),
    comes: { type: "runs", args: { amount: 7 } },
  },
  "an answered question runs nothing": {
    call: approve({ asks: true }),
    mark: decided(yes("ann")),
    comes: settled("answered"),
  },
  "a client tool is the caller's": { call: { disposition: { type: "client" } }, comes: waits("caller") },
  "people come before the caller": { call: approve({ client: true }), comes: waits("people") },
  "what they approve the caller runs": {
    call: approve({ client: true }),
    mark: decided(yes("ann")),
    comes: waits("caller"),
  },
  "what they deny nothing runs": {
    call: approve({ client: true }),
    mark: decided(no),
    comes: settled("denied"),
  },
  "a start of an earlier version is the executor's": {
    call: { disposition: { type: "client" } },
    mark: { startedEpoch: 2 },
    comes: runs,
  },
  "a predicted call is the caller's to answer": {
    facts: { execution: "predict" },
    comes: waits("prediction"),
  },
  "people come before a prediction": {
    call: approve(),
    facts: { execution: "predict" },
    comes: waits("people"),
  },
  "a phase goes on": { call: { name: "run_phase" }, comes: waits("phase") },
  "people come before a phase": { call: { ...approve(), name: "run_phase" }, comes: waits("people") },
  "a plan is written at once": { call: { name: "write_plan" }, comes: runs },
  "a limited tool takes it later": { facts: { limited }, comes: waits("time", 4_000) },
  "a limit that is over holds nothing": { facts: { limited }, at: 4_000, comes: runs },
  "another tool's limit holds nothing": { call: { name: "look" }, facts: { limited }, comes: runs },
  "a later result is polled for": { call: later, comes: waits("later", 2_000) },
  "a poll that is due is a wait that has passed": { call: later, at: 2_500, comes: waits("later", 2_000) },
  "a result that has come stands": { call: later, result: true, comes: settled("result") },
  "it stands behind a cancel, too": {
    call: later,
    result: true,
    facts: { cancelledEpoch: 4 },
    comes: settled("result"),
  },
  "an approved call whose result comes later waits for that": {
    call: { ...approve(), ...later },
    comes: waits("later", 2_000),
  },
  "a server is to be authorized": { call: authorization, comes: waits("authorization", 5_000) },
  "for so long": { call: authorization, at: 5_000, comes: settled("expired") },
  "a cancel ends every wait": { call: approve(), facts: { cancelledEpoch: 4 }, comes: settled("cancel") },
  "a cancel before its plan ends nothing": {
    call: approve(),
    facts: { cancelledEpoch: 2 },
    comes: waits("people"),
  },
  "what the plan has settled never runs": {
    call: { disposition: { type: "surplus", limit: 1 } },
    facts: { execution: "predict", limited },
    comes: settled("plan"),
  },
  "what has its observation is over": {
    call: {
      ...approve(),
      observed: { outcome: "completed", blob: { id: "b", chunks: 1, bytes: 1 } },
    },
    comes: settled("observed"),
  },
};

function factsOf({ mark, result, facts }: Case): CallFacts {
  const marks = new Map<string, CallMark>();
  if (mark !== undefined) marks.set("c1", mark);
  if (result) marks.set("c1:result", decided(yes("key_1")));
  return { marks, cancelledEpoch: 0, ...facts };
}

for (const [what, scene] of Object.entries(CASES)) {
  Deno.test(`X5, X6: held calls: ${what}`, () => {
    const facts = factsOf(scene);
    const resolution = resolveCall(call(scene.call ?? {}), facts, scene.at ?? NOW);
    assert.deepEqual(JSON.parse(JSON.stringify(resolution)), scene.comes);
  });
}

Deno.test("X5, X6: held calls of a plan are listed in its order, by what they wait for", () => {
  const calls = [
    call({ id: "a", disposition: { type: "client" } }),
    call({ id: "b", ...approve() }),
    call({ id: "c" }),
    call({ id: "d", ...later }),
  ];
  const facts = { marks: new Map(), cancelledEpoch: 0 };
  const ids = (...kinds: Parameters<typeof findHeldCalls>[3] & string[]) =>
    findHeldCalls(calls, facts, NOW, kinds.length === 0 ? undefined : kinds).map(({ call: { id } }) => id);
  assert.deepEqual([ids(), ids("people"), ids("later", "caller")], [["a", "b", "d"], ["b"], ["a", "d"]]);
  assert.equal(calls.filter((each) => waitsFor("caller", each, facts, NOW)).length, 1);
});

Deno.test("X5: a call of a tool is given to it when people have released it, and one of no tool never", () => {
  assert.equal(mayRun(call({}), undefined), true);
  assert.equal(mayRun(call(approve()), undefined), false);
  assert.equal(mayRun(call(approve()), decided(yes("ann"))), true);
  assert.equal(mayRun(call(approve()), decided(no)), false);
  assert.equal(mayRun(call({ disposition: { type: "forbidden" } }), undefined), false);
  assert.equal(isOrchestration(call({ name: "run_phase", disposition: { type: "forbidden" } })), false);
});

Deno.test("X5: an answer is about exactly the call whose digest it names", async () => {
  const [own, other] = [call({}), call({ args: { amount: 6 } })];
  const digest = await hashCall(own);
  assert.equal(await isAbout(own, { digest }), true);
  assert.equal(await isAbout(other, { digest }), false);
  assert.equal(await isAbout(own, {}), true, "a decision of an earlier version has no digest");
  const changed = { args: other.args, digest: await hashCall(other) };
  assert.equal(await isAbout(own, { digest, edit: changed }), true);
  assert.equal(await isAbout(own, { digest, edit: { ...changed, args: { amount: 7 } } }), false);
  assert.equal(await isAbout(other, { digest, edit: changed }), false);
});
