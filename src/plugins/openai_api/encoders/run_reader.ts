// A run as a client of OpenAI reads it: one answer, whatever steps it took. The events of all steps come in; what may be shown
// now, and at last the end, comes out.

import type { FinishReason, ToolEntry } from "../../../core/entry.ts";
import type { ErrorCode } from "../../../core/error.ts";
import type { ApprovalRequested, StepEvent, StepFinished } from "../../../core/event.ts";
import type { Json } from "../../../core/json.ts";
import type { Execution } from "../../../core/tool_choice.ts";
import type { ToolFailure } from "../../../core/tool/tool_error.ts";
import { addUsage, type Usage } from "../../../core/usage.ts";
import { laterText, waitingText } from "./waiting_text.ts";

/** A call of a plan, with its arguments as the model wrote them. */
export interface ReadCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/** A call that the server has run. */
export interface RanCall extends ReadCall {
  /** What the model reads of it: text, or JSON text. */
  readonly text: string;
  readonly output: Json;
  readonly failed: boolean;
}

/** A plan whose calls have run: the text before them, and the calls in the order of the plan. */
export interface RanPlan {
  readonly text: string;
  readonly calls: readonly RanCall[];
}

/** What becomes known of a run. */
export type Piece =
  | { readonly type: "begun"; readonly thread: string }
  /** Text of the answer; `begins` is true for the first text of a plan. */
  | { readonly type: "text"; readonly text: string; readonly begins: boolean }
  /** Words in the place of an answer as JSON: what the model refuses, or what the run waits for. */
  | { readonly type: "refusal"; readonly text: string }
  /** A call that the server has run, in the order in which calls end. */
  | { readonly type: "ran"; readonly call: RanCall }
  | { readonly type: "ended"; readonly end: RunEnd }
  | { readonly type: "failed"; readonly failure: RunFailure };

/** The end of a run whose last step is committed. */
export interface RunEnd {
  /** The thread and its version behind the run. */
  readonly thread: string;
  readonly version: number;
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
  /** Calls that wait for people are given out, in place of a text that says so: but for questions, and for tools of the caller. */
  readonly approvals?: true;
  /** The calls of an earlier plan that the run begins with. */
  readonly planned?: readonly ReadCall[];
}

/** What a plan has so far, by the numbers of its blocks. */
interface OpenPlan {
  readonly texts: Map<number, string>;
  readonly calls: Map<number, ReadCall>;
  readonly ran: Map<string, RanCall>;
}

/**
 * Reads the events of one run.
 *
 * | execution | text of the answer |
 * |---|---|
 * | `loop`, `predict` | the text of every plan as it comes |
 * | `generate` | the text behind the calls, as it comes |
 * | `execute` | the outputs of the calls as JSON text, at the end |
 *
 * An answer as JSON comes whole, at the end: what a plan has said before its calls is none of it.
 *
 * A run of `generate` or `execute` whose model makes no call is answered with the model's text, at the end. Calls are given out at
 * the end alone: until its commit a plan may be replaced by another.
 */
export class RunReader {
  readonly #options: ReadOptions;
  readonly #ran: RanPlan[] = [];
  readonly #approvals: ApprovalRequested[] = [];
  readonly #requested = new Set<string>();
  readonly #deferred = new Map<string, string>();
  #plan = newPlan();
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };
  #thread = "";
  #hasShown = false;
  #begins = true;

  constructor(options: ReadOptions) {
    this.#options = options;
    options.planned?.forEach((call, index) => this.#plan.calls.set(index, call));
  }

  read(event: StepEvent): Piece[] {
    switch (event.type) {
      case "step.started":
        this.#closePlan();
        if (this.#thread !== "") return [];
        this.#thread = event.thread;
        return [{ type: "begun", thread: event.thread }];
      case "plan.restarted":
        this.#drop(event.from);
        return [];
      case "text.delta":
        return this.#text(event.block, event.text);
      case "call.ready":
        if (event.readiness === "ready") {
          this.#openPlan().calls.set(event.block, { id: event.callId, name: event.name, args: event.args });
        }
        return [];
      case "tool.finished":
        return this.#finished(event);
      case "approval.requested":
        this.#approvals.push(event);
        return [];
      case "result.requested":
        this.#requested.add(event.callId);
        return [];
      case "usage": {
        const { type: _, seq: _seq, ...usage } = event;
        this.#usage = addUsage(this.#usage, usage);
        return [];
      }
      case "step.failed":
        return [{ type: "failed", failure: event.error }];
      case "step.finished":
        return event.continues ? [] : this.#end(event);
      case "call.deferred":
      case "authorization.requested":
        this.#deferred.set(event.callId, event.name);
        return [];
      case "text.started":
      case "text.ended":
      case "reasoning.started":
      case "reasoning.delta":
      case "reasoning.ended":
      case "call.started":
      case "call.delta":
      case "tool.started":
      case "warning":
      case "input.taken":
      case "child.started":
      case "child.step":
      case "child.finished":
        return [];
    }
  }

  #text(block: number, text: string): Piece[] {
    const { texts } = this.#openPlan();
    texts.set(block, (texts.get(block) ?? "") + text);
    const { execution, isJson } = this.#options;
    if (isJson) return [];
    const isShown = execution === "generate" ? this.#ran.length > 0 : execution !== "execute";
    return isShown ? this.#show(text) : [];
  }

  #show(text: string): Piece[] {
    if (text === "") return [];
    const begins = this.#begins;
    this.#begins = false;
    this.#hasShown = true;
    return [{ type: "text", text, begins }];
  }

  #finished(
    { callId, name, outcome, output, error }: Extract<StepEvent, { type: "tool.finished" }>,
  ): Piece[] {
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
    return [{ type: "ran", call }];
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

  #end({ status, version, finish, question }: StepFinished): Piece[] {
    if (status !== "done" && status !== "waiting") return [{ type: "failed", failure: toFailure(status) }];
    const predicts = this.#options.execution === "predict";
    const calls = status === "waiting" ? this.#callable() : [];
    const { ran } = this.#plan;
    if (ran.size > 0) this.#closePlan();
    const rest = calls.length > 0 || predicts && !this.#options.isJson ? [] : this.#rest(question, finish);
    return [...rest, {
      type: "ended",
      end: {
        thread: this.#thread,
        version,
        calls,
        ran: this.#ran,
        usage: this.#usage,
        approvals: status === "waiting" && !predicts ? this.#approvalCalls() : [],
        finish: calls.length > 0 ? "calls" : finish === null || finish === "calls" ? "stop" : finish,
      },
    }];
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

  /** What has not been shown of the answer when the run ends. */
  #rest(question: string | undefined, finish: FinishReason | null): Piece[] {
    this.#begins = true;
    if (question !== undefined) return this.#showWords(question);
    if (this.#approvals.length + this.#deferred.size > 0) {
      const others = this.#approvals.filter((request) => !this.#isGivenOut(request));
      return this.#showWords([...others.map(waitingText), ...[...this.#deferred].map(laterText)].join("\n"));
    }
    if (this.#hasShown) return [];
    const last = this.#ran.at(-1);
    if (this.#options.execution === "execute" && last !== undefined) return this.#show(outputText(last));
    const text = joinText(this.#plan);
    return finish === "refusal" ? this.#showWords(text) : this.#show(text);
  }

  /** Words that are no answer as JSON. */
  #showWords(text: string): Piece[] {
    if (!this.#options.isJson) return this.#show(text);
    return text === "" ? [] : [{ type: "refusal", text }];
  }
}

/** What the model reads of a call that the server has run. */
export function ranText(
  { outcome, output, error }: Pick<ToolEntry, "outcome" | "output"> & {
    readonly error?: ToolFailure | undefined;
  },
): string {
  if (outcome === "completed") return typeof output === "string" ? output : JSON.stringify(output);
  return JSON.stringify({ error: error ?? { kind: outcome } });
}

function newPlan(): OpenPlan {
  return { texts: new Map(), calls: new Map(), ran: new Map() };
}

/** In the order of the plan: calls whose arguments come side by side may be whole in another order. */
function listCalls({ calls }: OpenPlan): ReadCall[] {
  return byBlock(calls);
}

function joinText({ texts }: OpenPlan): string {
  return byBlock(texts).join("");
}

function byBlock<T>(blocks: ReadonlyMap<number, T>): T[] {
  return [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
}

function toRan(plan: OpenPlan): RanPlan {
  const { ran } = plan;
  const planned = listCalls(plan).flatMap(({ id }) => ran.get(id) ?? []);
  return { text: joinText(plan), calls: planned.length === 0 ? [...ran.values()] : planned };
}

/** As the output of an `execute` run: the JSON of one output, or of a list of several. */
function outputText({ calls }: RanPlan): string {
  const outputs = calls.map(({ output }) => output);
  return JSON.stringify(outputs.length === 1 ? outputs[0] : outputs);
}

function toFailure(status: Exclude<StepFinished["status"], "done" | "waiting">): RunFailure {
  if (status === "cancelled") {
    return { message: "The run was cancelled.", code: "step_cancelled", retryable: false };
  }
  if (status === "failed") return { message: "The run failed.", code: "internal", retryable: false };
  return { message: "The run rests; it has no answer yet.", code: "not_yet", retryable: true };
}
