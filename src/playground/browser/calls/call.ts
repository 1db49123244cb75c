// One tool call, from the moment the model begins to write it until its observation: events and stored entries change it, and its view
// follows. It holds values alone; call_line.ts and call_parts.tsx have their words.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { ApprovalRecordView, DecisionView } from "../../../core/contract/calls.ts";
import type { Outcome } from "../../../core/entry.ts";
import type { StepEvent } from "../../../core/event.ts";
import type { Json } from "../../../core/json.ts";
import type { ToolFailure } from "../../../core/tool/tool_error.ts";
import type { ShownPart } from "../answers/media.tsx";
import { ApprovalDraft, type ApprovalTerms } from "./approval_draft.ts";
import type { CallState } from "./call_line.ts";

/** The arguments as JSON text. */
export interface CallArgs {
  readonly text: string;
  /** Nothing comes behind it. It may have been cut off. */
  readonly isWhole: boolean;
}

/** What became of a call, from its event or from its entry. */
export interface Observation {
  readonly outcome: Outcome;
  readonly output: Json;
  readonly error?: ToolFailure | undefined;
  /** Wall time of the tool. */
  readonly ms: number;
  /** Who decided about it, of its entry. */
  readonly approval?: ApprovalRecordView | undefined;
}

/** What is known of a call besides its arguments. */
export type CallResult =
  | ({ readonly type: "observed" } & Observation)
  /** Its result comes later. `ref` is what the tool names the work by; both times are read by Date. */
  | {
    readonly type: "deferred";
    readonly ref: Json;
    readonly since: string | number;
    readonly expiresAt: number;
  }
  /** The user authorizes a server first, at the address where the page knows it. */
  | { readonly type: "authorization"; readonly server: string; readonly url: string | undefined }
  /** The run was stopped before it had an observation. */
  | { readonly type: "stopped" };

/** States of a call without an observation. */
const UNFINISHED: ReadonlySet<CallState> = new Set([
  "approval",
  "approved",
  "authorization",
  "client",
  "deferred",
  "planned",
  "running",
  "writing",
]);

/** A call. What it shows is in signals. */
export class Call {
  readonly #state = signal<CallState>("writing");
  readonly #args = signal<CallArgs>({ text: "", isWhole: false });
  readonly #result = signal<CallResult | undefined>(undefined);
  readonly #since = signal(0);
  readonly #media = signal<readonly ShownPart[]>([]);
  readonly #draft = signal<ApprovalDraft | undefined>(undefined);
  readonly #missing = signal(0);
  readonly #decisions = signal<readonly DecisionView[]>([]);
  readonly #hasApp = signal(false);
  readonly id: string;
  readonly name: string;
  /** How it has ended, or what it waits for. */
  readonly state: ReadonlySignal<CallState> = this.#state;
  readonly args: ReadonlySignal<CallArgs> = this.#args;
  readonly result: ReadonlySignal<CallResult | undefined> = this.#result;
  /** Epoch milliseconds at which it has begun to run here. */
  readonly since: ReadonlySignal<number> = this.#since;
  /** What the tool returned besides its output. */
  readonly media: ReadonlySignal<readonly ShownPart[]> = this.#media;
  /** The answer that a person writes. It is there again, with what was typed, when it was not recorded. */
  readonly draft: ReadonlySignal<ApprovalDraft | undefined> = this.#draft;
  /** How many more people must approve, once an approval is recorded here. */
  readonly missing: ReadonlySignal<number> = this.#missing;
  /** What people have decided about it, as far as the page knows: its entry has all of it. */
  readonly decisions: ReadonlySignal<readonly DecisionView[]> = this.#decisions;
  /** An app of its server shows it, and the store has the call by now, which the app is read by. */
  readonly hasApp: ReadonlySignal<boolean> = this.#hasApp;

  constructor(id: string, name: string) {
    this.id = id;
    this.name = name;
  }

  /** The model writes a piece of the arguments. */
  writeArgs(fragment: string): void {
    this.#args.value = { text: this.args.peek().text + fragment, isWhole: false };
  }

  /** The arguments are whole, as JSON text, or end where they were cut off. */
  plan(text: string, readiness: "ready" | "truncated" = "ready"): void {
    this.#args.value = { text, isWhole: true };
    this.#state.value = readiness === "ready" ? "planned" : "truncated";
  }

  /** The client that declared the tool runs the call. */
  awaitClient(): void {
    this.#state.value = "client";
  }

  /** Its result comes later; without `since` it waits since now. */
  awaitResult(
    { ref, since = Date.now(), expiresAt }:
      & Pick<Extract<StepEvent, { type: "call.deferred" }>, "ref" | "expiresAt">
      & { readonly since?: string | number | undefined },
  ): void {
    this.#change("deferred", { type: "deferred", ref, since, expiresAt });
  }

  /** The user authorizes its server first. */
  awaitAuthorization({ server, url }: { readonly server: string; readonly url?: string }): void {
    this.#change("authorization", { type: "authorization", server, url });
  }

  /** A person decides it. */
  askApproval(terms: ApprovalTerms): void {
    this.#draft.value = new ApprovalDraft(terms);
    this.#missing.value = 0;
    this.#state.value = "approval";
  }

  /** A person has decided it, which the server does not know yet. */
  answer(approved: boolean): void {
    this.#state.value = approved ? "approved" : "denied";
  }

  /** An answer that was given here is recorded. */
  record(decision: DecisionView): void {
    this.#decisions.value = [...this.decisions.peek(), decision];
  }

  /** The answer was not recorded: the form is there again. */
  refuseAnswer(problem: string): void {
    const draft = this.draft.peek();
    if (draft === undefined) return;
    draft.problem.value = problem;
    this.#missing.value = 0;
    this.#state.value = "approval";
  }

  /** The answer is recorded, and others must approve as well. */
  awaitOthers(missing: number): void {
    this.#missing.value = missing;
    this.#state.value = "approval";
  }

  /** Its tool runs from now on. */
  run(args: object): void {
    if (this.args.peek().text === "") this.plan(JSON.stringify(args));
    this.#since.value = Date.now();
    this.#change("running", undefined);
  }

  /** It has an observation. */
  finish({ outcome, output, error, ms, approval }: Observation): void {
    if (approval !== undefined) this.#decisions.value = approval.decisions;
    this.#change(outcome, { type: "observed", outcome, output, error, ms });
  }

  /** The tool returned media besides its output. */
  showMedia(media: readonly ShownPart[]): void {
    this.#media.value = media;
  }

  /** The store has the call by now: its app can be read. */
  showApp(): void {
    this.#hasApp.value = true;
  }

  /** The run was stopped: a call without an observation has none from now on. */
  stop(): void {
    if (UNFINISHED.has(this.state.peek())) this.#change("cancelled", { type: "stopped" });
  }

  /** Of a phase that the call belongs to. */
  get thread(): string | undefined {
    return this.draft.peek()?.terms.thread;
  }

  /** A person has begun to answer it. */
  get isEdited(): boolean {
    return this.state.peek() === "approval" && this.draft.peek()?.isEdited === true;
  }

  /** Sets its state with its result, which is undefined for a call that runs. */
  #change(state: CallState, result: CallResult | undefined): void {
    this.#result.value = result;
    this.#state.value = state;
  }
}
