// What is said of a call that waits is the same everywhere: by its step, its view, the inbox, admission, the due index and a fork, in
// threads that random answers, times and cancels have led to.

import assert from "node:assert/strict";
import fc from "fast-check";
import { askUser } from "../../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { isRunnable, type PlannedCall } from "../../../../src/core/call.ts";
import { listCalls, type Outcome } from "../../../../src/core/entry.ts";
import { AgentError } from "../../../../src/core/error.ts";
import type { Resolution } from "../../../../src/core/held_calls/hold.ts";
import { resolveCall } from "../../../../src/core/held_calls/resolve_call.ts";
import type { JsonObject } from "../../../../src/core/json.ts";
import type { ThreadSnapshot } from "../../../../src/core/store/thread.ts";
import { ToolError } from "../../../../src/core/tool/tool_error.ts";
import type { CallView } from "../../../../src/core/contract/calls.ts";
import { hasOutcome } from "../../../../src/core/contract/has_outcome.ts";
import { heldView } from "../../../../src/core/held_calls/held_view.ts";
import { sleep } from "../../../../src/deps/ports.ts";
import type { ScriptedCall } from "../../../../src/kernel/drivers/scripted.ts";
import { waitsForPeople } from "../../../../src/plugins/orchestration/phase_status.ts";
import { completeCall } from "../../../../src/plugins/deferred_calls/complete_call.ts";
import { detachCall } from "../../../../src/plugins/deferred_calls/detach_call.ts";
import { assertAnswerable } from "../../../../src/kernel/session/tool_results.ts";
import { openSession } from "../../../../src/kernel/session/open.ts";
import { readPendingCalls, readState } from "../../../../src/kernel/stored.ts";
import { decideApproval } from "../../../../src/kernel/threads/decide_approval.ts";
import { copyHistory } from "../../../../src/plugins/openai_api/copy_history.ts";
import { listInbox } from "../../../../src/plugins/approvals/inbox.ts";
import { callsToMove } from "../../../../src/plugins/forks/move_calls.ts";
import { cancelThread, readThread } from "../../../../src/kernel/threads/threads.ts";
import { repair } from "../../../../src/plugins/wakes/repair.ts";
import { createExecutor } from "../../../../src/kernel/tools/executor.ts";
import { createLab } from "../../../support/lab.ts";
import { livesOf } from "../../../support/lives.ts";

const REF = { tenant: "acme", thread: "t1" };
const START = 1_700_000_000_000;
const MINUTE = 60_000;
const REPAIR = MINUTE;

/** The calls of a plan: what they wait for follows from their tools. */
const CALLS: Readonly<Record<string, ScriptedCall>> = {
  runs: { tool: "look" },
  approval: { tool: "sign", args: { amount: 1 } },
  "of two people": { tool: "sign_twice" },
  question: { tool: "ask_user", args: { question: "Which?" } },
  "of the caller": { tool: "pick" },
  "of the caller, approved": { tool: "pick_signed" },
  later: { tool: "export" },
  limited: { tool: "busy" },
  malformed: { tool: "look", args: "{" },
  unknown: { tool: "ghost" },
};

const AMOUNT = { type: "object", properties: { amount: { type: "number" } } } as const;

type Move =
  | {
    readonly type: "decide";
    readonly call: number;
    readonly by: string;
    readonly approved: boolean;
    readonly edit: boolean;
  }
  | { readonly type: "complete"; readonly call: number }
  | { readonly type: "detach"; readonly call: number }
  | { readonly type: "pass"; readonly minutes: number }
  | { readonly type: "cancel" }
  | { readonly type: "step" };

const call = fc.nat({ max: 3 });
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("decide" as const),
      call,
      by: fc.constantFrom("ann", "bob"),
      approved: fc.boolean(),
      edit: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("complete" as const), call }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("detach" as const), call }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("pass" as const),
      minutes: fc.constantFrom(5, 25, 61, 121),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "cancel" as const }) },
  { weight: 4, arbitrary: fc.constant({ type: "step" as const }) },
);

const story = fc.record({
  plan: fc.array(fc.constantFrom(...Object.keys(CALLS)), { minLength: 1, maxLength: 4 }),
  execution: fc.constantFrom("loop", "loop", "predict"),
  wake: fc.boolean(),
  isLimited: fc.boolean(),
  moves: fc.array(move, { maxLength: 8 }),
});

/** A thread of a story, at a time that the story sets. */
class Scene {
  now = START;
  readonly ran: { readonly name: string; readonly args: JsonObject }[] = [];
  readonly #lab;
  /** Calls whose results have come. */
  readonly #completed = new Set<string>();
  /** Calls that the next step goes on without: until their time ends their results are taken. */
  readonly #detached = new Set<string>();

  constructor(plan: readonly string[], isLimited: boolean) {
    const note = (name: string) => (args: JsonObject) => {
      this.ran.push({ name, args });
      return "done";
    };
    const described = (name: string) => ({ name, description: `Does ${name}.` });
    const once = (name: string) => ({ ...described(name), effect: "once", run: note(name) }) as const;
    const waits = { needsApproval: true, approvalTtlMs: 60 * MINUTE };
    const tools = [
      defineTool(once("look")),
      defineTool({ ...once("sign"), ...waits, approvalEdits: true, parameters: AMOUNT }),
      defineTool({ ...once("sign_twice"), needsApproval: true, approvals: 2 }),
      askUser({ approvalTtlMs: 120 * MINUTE }),
      defineTool(described("pick")),
      defineTool({ ...described("pick_signed"), ...waits }),
      defineTool({
        ...described("export"),
        effect: "once",
        run: (_args, context) =>
          context.defer({ ref: "job", expiresInMs: 120 * MINUTE, pollAfterMs: 20 * MINUTE }),
        poll: (_ref, context) => context.defer({ ref: "job", pollAfterMs: 20 * MINUTE }),
      }),
      defineTool({
        ...described("busy"),
        effect: "once",
        run: () => {
          throw new ToolError("rate_limited", "Busy.", { retryAfterMs: 30 * MINUTE });
        },
      }),
    ];
    const clock = () => this.now;
    const agent = defineAgent({ name: "a", driver: "scripted", tools, limits: { parallelCalls: 4 } });
    this.#lab = createLab({
      agents: [agent],
      scenario: ({ history: { entries } }) => {
        const plans = entries.filter(({ type }) => type === "assistant").length - (isLimited ? 1 : 0);
        if (plans < 0) return { calls: [{ tool: "busy" }] };
        return plans === 0 ? { calls: plan.map((name) => CALLS[name] ?? assert.fail()) } : { says: "Done." };
      },
      deps: {
        clock,
        executor: createExecutor({ clock, sleep }),
        wakeLimits: { budgetMs: 0, failures: 1_000_000 },
      },
    });
  }

  get deps() {
    return this.#lab.deps;
  }

  #isDetached(target: CallView): boolean {
    return this.#detached.has(target.id) && !hasOutcome(target);
  }

  /** One step; without an input only where nothing refuses it. */
  async step(
    request: { readonly input?: string; readonly execution?: "loop" | "predict"; readonly wake?: true } = {},
  ) {
    try {
      await this.#lab.run(request);
    } catch (refusal) {
      if (!(refusal instanceof AgentError)) throw refusal;
    }
  }

  async snapshot(): Promise<ThreadSnapshot> {
    return await this.deps.store.read(REF) ?? assert.fail("the thread is there");
  }

  /** Why a step without an input is refused; undefined when it would begin. */
  async refusal(): Promise<string | undefined> {
    const request = {
      ref: REF,
      inputs: [],
      until: "step",
      toolResults: [],
      busy: "reject",
      resumable: false,
    } as const;
    const code = await codeOf(async () => {
      const opened = await openSession(request, this.deps);
      if (opened.type !== "open") throw new Error(`The request was ${opened.type}.`);
      const { owner, header: { epoch } } = opened.session;
      await this.deps.store.abandon({ ref: REF, owner, epoch, inputs: [] });
    });
    return code;
  }

  async take(move: Move): Promise<void> {
    const { calls } = await readThread(REF, this.deps);
    const target = "call" in move ? calls[move.call] : undefined;
    switch (move.type) {
      case "decide": {
        if (target === undefined) return;
        const { waitsFor, asks } = heldView(target);
        const { approved, by, edit } = move;
        const args = edit && approved && target.approval?.edits ? { args: { amount: 7 } } : {};
        const answer = approved && (asks || target.name === "ask_user") ? { answer: "blue" } : {};
        const before = target.approval?.decisions.some((decision) => decision.by === by);
        const refused = await codeOf(() =>
          decideApproval(REF, target.id, { approved, by, via: "api", ...args, ...answer }, this.deps)
        );
        const what = `a decision about ${shown(target)}`;
        if (waitsFor !== "people") assert.notEqual(refused, undefined, what);
        else assert.equal(refused, before ? "approval_decided" : undefined, what);
        return;
      }
      case "complete": {
        if (target === undefined) return;
        const isAwaited = heldView(target).waitsFor === "later" || this.#isDetached(target);
        const isOpen = isAwaited && !this.#completed.has(target.id) &&
          Date.parse(target.deferred?.expiresAt ?? "") > this.now;
        const given = { result: { output: "exported" }, by: "key_1", via: "api" } as const;
        const refused = await codeOf(async () => {
          const deps = { ...this.deps, sleep: () => Promise.resolve() };
          const { changed } = await completeCall(REF, target.id, given, { defer: () => {} }, deps);
          if (!changed) throw new AgentError("result_given", "Repeated.");
        });
        assert.equal(refused === undefined, isOpen, `a result for ${shown(target)}: ${refused}`);
        if (refused === undefined) this.#completed.add(target.id);
        return;
      }
      case "detach": {
        if (target === undefined) return;
        const waits = heldView(target).waitsFor === "later" && !this.#completed.has(target.id);
        const refused = await codeOf(async () => {
          const { changed } = await detachCall(REF, target.id, { defer: () => {} }, this.deps);
          if (!changed) throw new AgentError("result_given", "Repeated.");
        });
        assert.equal(refused === undefined, waits, `detaching ${shown(target)}: ${refused}`);
        if (refused === undefined) this.#detached.add(target.id);
        return;
      }
      case "pass":
        this.now += move.minutes * MINUTE;
        return;
      case "cancel":
        await cancelThread(REF, this.deps);
        return;
      case "step":
        await this.step();
        await this.assertStored();
        return;
    }
  }

  /** What the commit of a step says of its calls: nothing has been answered since. */
  async assertStored(): Promise<void> {
    const { header } = await this.snapshot();
    const { calls, waitsFor, status } = await readThread(REF, this.deps);
    if (header.status !== "waiting" || status !== "waiting" || calls.length === 0) return;
    const { wakes, run } = readState(REF, header);
    const held = calls.map((each) => heldView(each).waitsFor);
    const first = held.includes("later")
      ? "deferred"
      : held.includes("people")
      ? "approval"
      : held.includes("caller")
      ? "results"
      : undefined;
    if (run.execution !== "predict") assert.equal(waitsFor, first, "waitsFor");
    if (run.wake === undefined) return;
    const times = calls.flatMap(({ approval, deferred }) => {
      const at = deferred?.pollAt ?? deferred?.expiresAt ?? approval?.expiresAt;
      return at === undefined ? [] : [Date.parse(at)];
    });
    const isDue = await this.refusal() === undefined;
    const due = times.length > 0 ? Math.min(...times) : isDue ? this.now : undefined;
    assert.ok(wakes?.due === due || wakes?.due === (due ?? 0) + REPAIR, `due at ${wakes?.due}, not ${due}`);
  }

  async assertAgreed(): Promise<void> {
    const snapshot = await this.snapshot();
    const { header, marks, pending } = snapshot;
    const state = readState(REF, header);
    const { run } = state;
    const calls = readPendingCalls(REF, pending);
    const thread = await readThread(REF, this.deps);
    const views = new Map(thread.calls.map((view) => [view.id, view]));
    const viewOf = ({ id }: PlannedCall) => views.get(id) ?? assert.fail(`call ${id} has no view`);
    const held = calls.map((each) => heldView(viewOf(each)).waitsFor);
    const refusal = await this.refusal();
    const said = () => `${JSON.stringify(thread.calls)} at ${this.now - START}, refused: ${refusal}`;

    const { items } = await listInbox({ tenant: "acme" }, { limit: 50, order: "oldest" }, this.deps);
    const awaited = thread.calls.filter((view) => heldView(view).waitsFor === "people");
    assert.deepEqual(items.map(({ callId }) => callId), awaited.map(({ id }) => id), `inbox: ${said()}`);
    for (const item of items) assert.deepEqual(item.approval, views.get(item.callId)?.approval);

    if (held.includes("people")) {
      const codes = [
        "approval_required",
        ...held.includes("caller") || run.execution === "predict" ? ["nothing_to_do"] : [],
      ];
      assert.ok(codes.includes(refusal ?? ""), `admission of people: ${said()}`);
    }
    if (held.includes("caller")) assert.equal(refusal, "nothing_to_do", `admission of the caller: ${said()}`);
    const open = thread.calls.filter(({ id, state }) => state === "deferred" && !this.#completed.has(id));
    if (open.length > 0) {
      const due = Math.min(
        ...open.map(({ deferred }) => Date.parse(deferred?.pollAt ?? deferred?.expiresAt ?? "")),
      );
      assert.equal(refusal === "not_yet", due > this.now, `admission of results: ${said()}`);
      if (due <= this.now) assert.equal(thread.status, "open", `status with results: ${said()}`);
    }
    if (refusal === "approval_required") assert.ok(held.includes("people"), said());

    const outstanding = { pending: calls, marks, execution: run.execution, now: this.now };
    for (const each of calls) {
      const toolResults = [{ callId: each.id, output: 1, failed: false }];
      const request = {
        ref: REF,
        inputs: [],
        until: "step",
        busy: "reject",
        resumable: false,
        toolResults,
      } as const;
      const isTaken = await codeOf(() => assertAnswerable(request, outstanding)) === undefined;
      const view = heldView(viewOf(each), run.execution);
      const isAwaited = view.waitsFor === "caller" && isRunnable(each) && view.verdict !== "denied" &&
        !isExpiredOf(viewOf(each), this.now);
      if (header.status !== "cancelled") {
        assert.equal(isTaken, isAwaited, `a result for ${shown(viewOf(each))}`);
      }
    }

    const isHeld = calls.length > 0 && header.status === "waiting" && waitsForPeople(REF, snapshot, this.now);
    if (isHeld) assert.notEqual(refusal, undefined, `a phase that waits: ${said()}`);

    const copied = await codeOf(() => copyHistory(REF, { user: undefined, owned: false }, this.deps));
    if (run.execution !== "predict") {
      assert.equal(copied === "approval_required", held.includes("people"), `a copy: ${said()}`);
    }

    const last = (await this.#lab.history()).findLast((entry) => entry.type === "assistant");
    const moved = callsToMove(REF, snapshot, last === undefined ? [] : listCalls(last), this.deps);
    for (const each of calls) {
      const { state: stands, deferred } = viewOf(each);
      const { verdict, asks } = heldView(viewOf(each));
      const mayRun = isRunnable(each) && deferred === undefined &&
        ["pending", "approval", "client"].includes(stands) &&
        header.status !== "cancelled" && verdict !== "denied" && !(asks && verdict === "approved");
      const isOnce = !/^(ask|pick)/.test(each.name);
      assert.equal(moved.has(each.id), mayRun && isOnce, `a fork of ${shown(viewOf(each))}`);
    }

    if (run.wake !== undefined && (header.status === "open" || header.status === "waiting")) {
      const found = await repair(REF, state.wakes?.due ?? this.now, { defer: () => {} }, this.deps);
      assert.equal(found.type === "step", refusal === undefined, `the pump: ${found.type}, ${said()}`);
    }
  }

  /** The run goes on without what is still held, and each call comes to what was said of it. */
  async assertOutcomes(): Promise<void> {
    const { header, marks, pending } = await this.snapshot();
    const calls = readPendingCalls(REF, pending);
    const { run, limited } = readState(REF, header);
    const facts = { marks, cancelledEpoch: header.cancelledEpoch, execution: run.execution, limited };
    const resolved = calls.map((each) => resolveCall(each, facts, this.now));
    this.ran.length = 0;
    await this.#lab.run({ input: "Go on." });
    const observed = new Map(
      (await this.#lab.history()).flatMap((entry) => entry.type === "tool" ? [[entry.callId, entry]] : []),
    );
    const ran: JsonObject[] = [];
    for (const [index, each] of calls.entries()) {
      const resolution = resolved[index] ?? assert.fail();
      const { outcome } = observed.get(each.id) ?? assert.fail();
      const expected = run.execution === "predict" && each.observed === undefined
        ? ["skipped"]
        : outcomesOf(each, resolution);
      assert.ok(expected.includes(outcome), `${each.name}: ${JSON.stringify(resolution)}, but it ${outcome}`);
      if (resolution.type === "runs" && /^look|^sign/.test(each.name)) ran.push(resolution.args);
    }
    assert.deepEqual(this.ran.map(({ args }) => args), ran, "the tools that ran, and their arguments");
  }
}

function outcomesOf({ name, disposition }: PlannedCall, resolution: Resolution): readonly Outcome[] {
  if (resolution.type === "runs") return name === "busy" ? ["failed"] : ["completed"];
  if (resolution.type === "waits") {
    switch (resolution.for) {
      case "people":
        return ["denied"];
      case "later":
        return ["completed", "failed"];
      default:
        return ["skipped"];
    }
  }
  switch (resolution.by) {
    case "denied":
    case "expired":
      return ["denied"];
    case "answered":
    case "result":
      return ["completed"];
    case "detached":
      return ["completed", "failed"];
    case "cancel":
      return ["skipped", "unknown"];
    case "plan":
      return disposition.type === "surplus" ? ["skipped"] : ["failed"];
    case "observed":
      return ["completed", "failed", "denied", "skipped"];
  }
}

function isExpiredOf({ state, approval }: CallView, now: number): boolean {
  return state !== "approval" && approval?.expiresAt !== undefined && Date.parse(approval.expiresAt) <= now &&
    approval.decisions.length < approval.needed;
}

function shown(view: CallView): string {
  return JSON.stringify(view);
}

async function codeOf(attempt: () => unknown): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (refusal) {
    if (refusal instanceof AgentError) return refusal.code;
    throw refusal;
  }
}

Deno.test("X5, X6: step, view, inbox, admission, due index and fork say the same of each call that is held", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ plan, execution, wake, isLimited, moves }) => {
      const scene = new Scene(plan, isLimited);
      const begins = { input: "Go.", ...(wake ? { wake } : {}) } as const;
      await scene.step({ ...begins, execution: isLimited || execution === "loop" ? "loop" : "predict" });
      if (isLimited) await scene.step();
      await scene.assertStored();
      await scene.assertAgreed();
      for (const each of moves) {
        await scene.take(each);
        await scene.assertAgreed();
      }
      await scene.assertOutcomes();
    }),
    { numRuns: livesOf(200) },
  );
});
