// Which events the runtime may emit for one request, as a grammar. The runs of all runtime tests and of the chaos are read by it,
// so it is not stricter than the runtime; any_run.ts makes what it accepts.
//
//   run   := step { step }            every step but the last is finished and continues
//   step  := step.started { warning | phase } { input.taken } { warning | phase | tool } { warning | plan.restarted } { block | warning | plan.restarted }
//            [ usage ] { warning } { result.requested | approval.requested } end
//   tool  := tool.started | tool.finished | call.deferred | authorization.requested
//   phase := child.started | child.step | child.finished | approval.requested of another thread
//   end   := step.finished | step.failed
//
// A repeated run (of a receipt) is one step, in which the blocks of all its plans and the ends of their calls follow each other,
// and whose usage comes behind what it requests: the calls that it has left deferred are told among that.

import assert from "node:assert/strict";
import type { StepEvent } from "../../../src/core/event.ts";

/** How a run came. `repeated`: from the receipt of a request that had ended. */
export type RunForm = "live" | "repeated";

type Part = "acting" | "planning" | "planned" | "requesting";

interface OpenBlock {
  readonly kind: "text" | "reasoning" | "call";
  readonly callId: string | undefined;
}

interface Step {
  readonly number: number;
  part: Part;
  hasUsage: boolean;
  /** Blocks below this number are void. */
  from: number;
  /** The number that the next block has at least. */
  next: number;
  readonly open: Map<number, OpenBlock>;
  /** Calls of the plan by their blocks: those that are ready. */
  readonly ready: Map<number, string>;
  readonly started: Set<string>;
  readonly ended: Set<string>;
  readonly deferred: Set<string>;
  readonly requested: Set<string>;
}

/** Reads the events of one request, each once. */
export class RunGrammar {
  readonly #form: RunForm;
  readonly #calls = new Set<string>();
  #seq = 0;
  #step: Step | undefined;
  #steps = 0;
  #isOver = false;

  constructor(form: RunForm = "live") {
    this.#form = form;
  }

  /** The run has come to its end: before that it is cut. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws {AssertionError} for an event that may not follow */
  take(event: StepEvent): void {
    assert.ok(!this.#isOver, `${event.type} behind the end of the run`);
    assert.ok(event.seq > this.#seq, `seq ${event.seq} does not rise above ${this.#seq}`);
    this.#seq = event.seq;
    if (event.type === "step.started") return this.#begin(event);
    const step = this.#step ?? assert.fail(`${event.type} outside of a step`);
    switch (event.type) {
      case "warning":
        return;
      case "input.taken":
        this.#mustBe(step, ["acting"], event);
        assert.equal(step.started.size, 0, "an input is taken before the calls run");
        assert.equal(this.#form, "live", "a repeated run takes no input");
        return;
      case "child.started":
      case "child.step":
      case "child.finished":
        return this.#mustBe(step, ["acting"], event);
      case "tool.started":
        this.#mustBe(step, ["acting"], event);
        assert.equal(this.#form, "live", "a repeated run starts no tool");
        assert.ok(!step.started.has(event.callId), `${event.callId} is started twice`);
        assert.ok(!step.ended.has(event.callId), `${event.callId} is started behind its end`);
        step.started.add(event.callId);
        return;
      case "tool.finished":
        this.#mustBe(step, this.#form === "live" ? ["acting"] : ["acting", "planning"], event);
        assert.ok(!step.ended.has(event.callId), `${event.callId} ends twice`);
        step.ended.add(event.callId);
        return;
      case "call.deferred":
      case "authorization.requested":
        this.#mustBe(step, this.#form === "live" ? ["acting"] : ["acting", "planning", "requesting"], event);
        assert.ok(!step.ended.has(event.callId), `${event.callId} is deferred behind its end`);
        assert.ok(!step.deferred.has(event.callId), `${event.callId} is deferred twice`);
        step.deferred.add(event.callId);
        return;
      case "plan.restarted":
        this.#mustBe(step, ["acting", "planning"], event);
        assert.equal(this.#form, "live", "a repeated run restarts no plan");
        assert.equal(step.open.size, 0, "blocks are open at plan.restarted");
        assert.equal(event.from, step.next, "plan.restarted numbers on");
        step.part = "planning";
        step.from = event.from;
        step.ready.clear();
        return;
      case "text.started":
      case "reasoning.started":
      case "call.started":
        return this.#open(step, event);
      case "text.delta":
      case "text.ended":
      case "reasoning.delta":
      case "reasoning.ended":
      case "call.delta":
      case "call.ready":
        return this.#inBlock(step, event);
      case "usage":
        this.#mustBe(
          step,
          ["acting", "planning", ...(this.#form === "live" ? [] : ["requesting"] as const)],
          event,
        );
        assert.equal(step.open.size, 0, "blocks are open at usage");
        assert.ok(!step.hasUsage, "usage comes twice");
        step.hasUsage = true;
        step.part = "planned";
        return;
      case "result.requested":
        return this.#request(step, event.callId);
      case "approval.requested":
        if (event.thread === undefined) return this.#request(step, event.callId);
        return this.#form === "live" ? this.#mustBe(step, ["acting"], event) : undefined;
      case "step.finished":
        assert.equal(event.step, step.number, "number of the step");
        assert.equal(step.open.size, 0, "blocks are open at the end of the step");
        assert.deepEqual(
          [...step.started].filter((id) => !step.ended.has(id) && !step.deferred.has(id)),
          [],
          "calls without an end in a step that is committed",
        );
        if (event.continues) assert.equal(event.status, "open", "a run goes on with an open thread");
        if (event.continues) assert.equal(step.requested.size, 0, "a run that waits does not go on");
        if (event.finish === null) assert.equal(step.ready.size, 0, "calls of no plan");
        this.#step = undefined;
        this.#isOver = !event.continues;
        return;
      case "step.failed":
        assert.equal(event.step, step.number, "number of the step");
        assert.equal(step.open.size, 0, "blocks are open at the end of the step");
        this.#isOver = true;
    }
  }

  #begin(event: Extract<StepEvent, { type: "step.started" }>): void {
    assert.equal(this.#step, undefined, "step.started inside a step");
    if (this.#steps > 0) assert.equal(event.step, this.#steps + 1, "steps are numbered on");
    if (this.#steps > 0) assert.equal(this.#form, "live", "a repeated run is one step");
    this.#steps = event.step;
    const set = () => new Set<string>();
    const sets = { started: set(), ended: set(), deferred: set(), requested: set() };
    const blocks = { from: 0, next: 0, open: new Map(), ready: new Map() };
    this.#step = { number: event.step, part: "acting", hasUsage: false, ...blocks, ...sets };
  }

  #mustBe({ part }: Step, parts: readonly Part[], { type }: StepEvent): void {
    assert.ok(parts.includes(part), `${type} while ${part}`);
  }

  #open(step: Step, event: Extract<StepEvent, { type: `${string}.started`; block: number }>): void {
    this.#mustBe(step, ["acting", "planning"], event);
    step.part = "planning";
    const { block } = event;
    assert.ok(block >= step.from, `block ${block} of an answer that begins with ${step.from}`);
    assert.ok(!step.open.has(block), `block ${block} starts twice`);
    step.next = Math.max(step.next, block + 1);
    const callId = event.type === "call.started" ? event.callId : undefined;
    if (callId !== undefined) {
      assert.ok(!this.#calls.has(callId), `call ${callId} is planned twice`);
      this.#calls.add(callId);
    }
    const kind = event.type === "call.started"
      ? "call"
      : event.type === "text.started"
      ? "text"
      : "reasoning";
    step.open.set(block, { kind, callId });
  }

  #inBlock(
    step: Step,
    event: Extract<StepEvent, { type: `${string}.delta` | `${string}.ended` | "call.ready" }>,
  ): void {
    const open = step.open.get(event.block) ?? assert.fail(`${event.type} of a block that is not open`);
    assert.equal(event.type.split(".")[0], open.kind, "kind of the block");
    if ("callId" in event) assert.equal(event.callId, open.callId, "call of the block");
    if (event.type === "call.ready" && event.readiness === "ready") step.ready.set(event.block, event.callId);
    if (!event.type.endsWith(".delta")) step.open.delete(event.block);
  }

  #request(step: Step, callId: string): void {
    assert.notEqual(step.part, "acting", "a request before the plan");
    assert.equal(step.open.size, 0, "blocks are open at a request");
    assert.ok([...step.ready.values()].includes(callId), `${callId} is requested and not of the plan`);
    assert.ok(!step.requested.has(callId), `${callId} is requested twice`);
    step.part = "requesting";
    step.requested.add(callId);
  }
}

/** All events of one request, from its first; whether they come to its end. @throws {AssertionError} for an illegal one */
export function assertLegalRun(events: readonly StepEvent[], form: RunForm = "live"): boolean {
  const grammar = new RunGrammar(form);
  events.forEach((event, index) => {
    try {
      grammar.take(event);
    } catch (thrown) {
      const before = events.slice(Math.max(0, index - 6), index + 1).map((each) => JSON.stringify(each));
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw new assert.AssertionError({
        message: `Event ${index} is illegal (${why}) behind these:\n${before.join("\n")}`,
      });
    }
  });
  return grammar.isOver;
}
