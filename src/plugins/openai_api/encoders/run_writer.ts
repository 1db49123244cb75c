// A run as a client of OpenAI reads it: one answer, whatever steps it took. The input is the events of all steps; the writers of the
// two APIs make frames of the parts that are visible now, and of the end.

import type { FinishReason } from "../../../core/entry.ts";
import type { ErrorCode } from "../../../core/error.ts";
import type { ApprovalRequested, StepEvent, StepFinished } from "../../../core/event.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { Execution } from "../../../core/tool_choice.ts";
import { addUsage, type Usage } from "../../../core/usage.ts";
import {
  joinText,
  listCalls,
  newPlan,
  type OpenPlan,
  outputText,
  type RanCall,
  type RanPlan,
  ranText,
  type ReadCall,
  toRan,
} from "./open_plan.ts";

/** The end of a run whose last step is committed. */
export interface RunEnd {
  /** Why the last plan ended; `calls` only with calls for the caller. */
  readonly finish: FinishReason;
  /** The calls that the caller runs. */
  readonly calls: readonly ReadCall[];
  /** The calls that people are to approve; none where {@link ReadOptions.approvals} is missing. */
  readonly approvals: readonly ReadCall[];
  readonly ran: readonly RanPlan[];
  readonly usage: Usage;
}

/** Why a run has no answer. */
export interface RunFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

/** How the run was begun. */
export interface ReadOptions {
  readonly execution: Execution;
  /** The answer is JSON: it has the text of the last plan alone, at the end, and none beside calls. */
  readonly isJson?: boolean;
  /** At most one call is the caller's: the others are surplus. */
  readonly onlyOne: boolean;
  /** The tools that the caller may be given calls of; undefined for all. */
  readonly callable: ReadonlySet<string> | undefined;
  /** Calls that wait for people are part of the answer, in place of a text about them: except questions and tools of the caller. */
  readonly approvals?: true;
  /** The calls of an earlier plan that the run begins with. */
  readonly planned?: readonly ReadCall[];
}

/** The events of which an answer has nothing. */
type Unread = Extract<StepEvent, {
  readonly type:
    | `${"text" | "reasoning"}.${"started" | "ended"}`
    | "reasoning.delta"
    | "call.started"
    | "call.delta"
    | "tool.started"
    | "warning"
    | "input.taken"
    | `child.${string}`;
}>;

/**
 * Reads the events of one run, and writes its answer: what extends it writes frames alone.
 *
 * | execution | text of the answer |
 * |---|---|
 * | `loop`, `predict` | the text of every plan as it comes |
 * | `generate` | the text behind the calls, as it comes |
 * | `execute` | the outputs of the calls as JSON text, at the end |
 *
 * An answer as JSON comes whole, at the end: what a plan has said before its calls is none of it.
 *
 * A run of `generate` or `execute` whose model makes no call is answered with the model's text, at the end. Calls are emitted at
 * the end alone: until its commit a plan may be replaced by another.
 */
export abstract class RunWriter {
  readonly #options: ReadOptions;
  readonly #ran: RanPlan[] = [];
  readonly #approvals: ApprovalRequested[] = [];
  readonly #requested = new Set<string>();
  readonly #deferred = new Map<string, string>();
  #plan = newPlan();
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };
  #hasBegun = false;
  #hasShown = false;
  #begins = true;
  #frames = "";
  #failure: RunFailure | undefined;
  #hasEnded = false;

  constructor(options: ReadOptions) {
    this.#options = options;
    options.planned?.forEach((call, index) => this.#plan.calls.set(index, call));
  }

  /** The body of the answer; undefined before the end, and of a run that failed. */
  abstract readonly body: JsonObject | undefined;
  /** The run begins. */
  protected abstract begin(): void;
  /** Text of the answer; `begins` is true for the first text of a plan. */
  protected abstract addText(text: string, begins: boolean): void;
  /** Words in the place of an answer as JSON: what the model refuses, or what the run waits for. */
  protected abstract refuse(words: string): void;
  /** A call that the server has run, in the order in which calls end. */
  protected abstract addRan(call: RanCall): void;
  /** The run has no answer; nothing follows. */
  protected abstract fail(failure: RunFailure): void;
  /** The run has its answer; nothing follows. */
  protected abstract end(end: RunEnd): void;

  get failure(): RunFailure | undefined {
    return this.#failure;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Zero or more frames. */
  encode(event: StepEvent): string {
    if (!this.#hasEnded) this.#read(event);
    return this.#takeFrames();
  }

  /** The last frames; `failure` when the stream broke. */
  close(
    failure: RunFailure = { message: "The stream ended early.", code: "internal", retryable: false },
  ): string {
    if (!this.#hasEnded) this.#fail(failure);
    return this.#takeFrames();
  }

  /** Adds a frame to those of the event. */
  protected write(frame: string): void {
    this.#frames += frame;
  }

  #takeFrames(): string {
    const frames = this.#frames;
    this.#frames = "";
    return frames;
  }

  #fail(failure: RunFailure): void {
    this.#hasEnded = true;
    this.#failure = failure;
    this.fail(failure);
  }

  #read(event: StepEvent): void {
    switch (event.type) {
      case "step.started":
        this.#closePlan();
        if (!this.#hasBegun) this.begin();
        this.#hasBegun = true;
        return;
      case "plan.restarted":
        return this.#drop(event.from);
      case "text.delta":
        return this.#text(event.block, event.text);
      case "call.ready":
        if (event.readiness === "ready") {
          this.#openPlan().calls.set(event.block, { id: event.callId, name: event.name, args: event.args });
        }
        return;
      case "tool.finished":
        return this.#finished(event);
      case "approval.requested":
        this.#approvals.push(event);
        return;
      case "result.requested":
        this.#requested.add(event.callId);
        return;
      case "call.deferred":
      case "authorization.requested":
        this.#deferred.set(event.callId, event.name);
        return;
      case "usage": {
        const { type: _, seq: _seq, ...usage } = event;
        this.#usage = addUsage(this.#usage, usage);
        return;
      }
      case "step.failed":
        return this.#fail(event.error);
      case "step.finished":
        return event.continues ? undefined : this.#finish(event);
      default:
        event satisfies Unread;
    }
  }

  #text(block: number, text: string): void {
    const { texts } = this.#openPlan();
    texts.set(block, (texts.get(block) ?? "") + text);
    const { execution, isJson } = this.#options;
    if (isJson) return;
    const isShown = execution === "generate" ? this.#ran.length > 0 : execution !== "execute";
    if (isShown) this.#show(text);
  }

  #show(text: string): void {
    if (text === "") return;
    this.addText(text, this.#begins);
    this.#begins = false;
    this.#hasShown = true;
  }

  #finished(
    { callId, name, outcome, output, error }: Extract<StepEvent, { type: "tool.finished" }>,
  ): void {
    this.#deferred.delete(callId);
    const planned = this.#ranPlan(callId);
    const call: RanCall = {
      id: callId,
      name,
      args: planned?.args ?? "{}",
      output: outcome === "completed" ? output : { error: error === undefined ? null : { ...error } },
      text: ranText({ outcome, output, error }),
      failed: outcome !== "completed",
    };
    this.#plan.ran.set(callId, call);
    this.addRan(call);
  }

  /** The planned call; undefined for one of an earlier request. */
  #ranPlan(callId: string): ReadCall | undefined {
    return listCalls(this.#plan).find(({ id }) => id === callId);
  }

  // The first text behind an observation belongs to the next plan.
  #openPlan(): OpenPlan {
    if (this.#plan.ran.size > 0) this.#closePlan();
    return this.#plan;
  }

  // The calls of a plan run in the step behind it, so a plan is kept until they have.
  #closePlan(): void {
    this.#begins = true;
    const { calls, ran } = this.#plan;
    if (ran.size === 0 && calls.size > 0) return;
    if (ran.size > 0) this.#ran.push(toRan(this.#plan));
    this.#plan = newPlan();
  }

  #drop(from: number): void {
    this.#begins = true;
    if (this.#plan.ran.size > 0) this.#closePlan();
    for (const blocks of [this.#plan.texts, this.#plan.calls]) {
      for (const block of [...blocks.keys()]) if (block < from) blocks.delete(block);
    }
  }

  #finish({ status, finish, question }: StepFinished): void {
    if (status !== "done" && status !== "waiting") return this.#fail(toFailure(status));
    const predicts = this.#options.execution === "predict";
    const calls = status === "waiting" ? this.#callable() : [];
    if (this.#plan.ran.size > 0) this.#closePlan();
    if (calls.length === 0 && (!predicts || this.#options.isJson)) this.#showRest(question, finish);
    this.#hasEnded = true;
    this.end({
      calls,
      ran: this.#ran,
      usage: this.#usage,
      approvals: status === "waiting" && !predicts ? this.#approvalCalls() : [],
      finish: calls.length > 0 ? "calls" : finish === null || finish === "calls" ? "stop" : finish,
    });
  }

  /** The calls that the caller runs: all that were predicted, or those of its own tools. */
  #callable(): ReadCall[] {
    const { callable, onlyOne, execution } = this.#options;
    if (execution !== "predict") {
      return listCalls(this.#plan).filter(({ id }) => this.#requested.has(id));
    }
    const calls = listCalls(this.#plan).filter(({ name }) => callable?.has(name) ?? true);
    return onlyOne ? calls.slice(0, 1) : calls;
  }

  /** The calls that people are to approve and that have a form here. A call of a phase is not of this plan. */
  #approvalCalls(): ReadCall[] {
    const planned = listCalls(this.#plan);
    return this.#approvals.filter((request) => this.#isGivenOut(request)).map(({ callId, name, args }) =>
      planned.find(({ id }) => id === callId) ?? { id: callId, name, args: JSON.stringify(args) }
    );
  }

  #isGivenOut({ asks, client }: ApprovalRequested): boolean {
    return this.#options.approvals === true && !asks && !client;
  }

  /** The rest of the answer that is not emitted when the run ends. */
  #showRest(question: string | undefined, finish: FinishReason | null): void {
    this.#begins = true;
    if (question !== undefined) return this.#showWords(question);
    if (this.#approvals.length + this.#deferred.size > 0) {
      const others = this.#approvals.filter((request) => !this.#isGivenOut(request));
      return this.#showWords([...others.map(waitingText), ...[...this.#deferred].map(laterText)].join("\n"));
    }
    if (this.#hasShown) return;
    const last = this.#ran.at(-1);
    if (this.#options.execution === "execute" && last !== undefined) return this.#show(outputText(last));
    const text = joinText(this.#plan);
    return finish === "refusal" ? this.#showWords(text) : this.#show(text);
  }

  /** Words that are no answer as JSON. */
  #showWords(text: string): void {
    if (!this.#options.isJson) return this.#show(text);
    if (text !== "") this.refuse(text);
  }
}

function toFailure(status: Exclude<StepFinished["status"], "done" | "waiting">): RunFailure {
  if (status === "cancelled") {
    return { message: "The run was cancelled.", code: "step_cancelled", retryable: false };
  }
  if (status === "failed") return { message: "The run failed.", code: "internal", retryable: false };
  return { message: "The run rests; it has no answer yet.", code: "not_yet", retryable: true };
}

/** The sentence in place of an answer about a call that waits for people. */
function waitingText({ name, callId, thread }: ApprovalRequested): string {
  return `The call ${callId} of ${name}${thread === undefined ? "" : ` in ${thread}`} waits for approval.`;
}

/** The same about a call whose result comes later. */
function laterText([callId, name]: readonly [callId: string, name: string]): string {
  return `The call ${callId} of ${name} waits for its result, which comes later.`;
}
