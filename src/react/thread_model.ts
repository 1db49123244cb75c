// What a page knows of a thread, and what it shows of it: no requests, and no components.

import { type Conversation, EMPTY_CONVERSATION, type Message } from "./client/collect/conversation.ts";
import { fold } from "./client/collect/fold.ts";
import { TreadleError } from "./client/error.ts";
import { isReplayed } from "./client/run_stream.ts";
import type { StepEvent } from "../core/event.ts";
import { findLastText, InputQueue } from "./input_queue.ts";
import { PageCalls } from "./page_calls.ts";
import type { ThreadError, ThreadState } from "./thread_state.ts";

/** The conversation as far as it is known, and what the page adds: inputs, answers and outcomes on their way. */
export class ThreadModel {
  readonly inputs = new InputQueue();
  readonly calls = new PageCalls();
  /** Approvals whose answer is on its way. */
  readonly deciding = new Set<string>();
  /** Deferred calls that the run goes on without. */
  readonly detached = new Set<string>();
  isLoading: boolean;
  /** A request that goes on with a run is on its way. */
  isContinuing = false;
  /** The history has what no event said: inputs and steps of others, the input of a run that was joined, or events that were lost. */
  isBehind = false;
  error: ThreadError | undefined;
  #conversation: Conversation;
  /** Steps that are known, stored or begun. */
  #steps: number;
  /** The last step of which the end is known by its events. */
  #ended = 0;
  /** Inputs of the page that the newest steps have consumed, each with the number of its step. They are stored when the step ends. */
  #consumed: readonly { readonly message: Message; readonly step: number }[] = [];

  constructor(initial: Conversation | undefined, isLoading: boolean) {
    this.#conversation = initial ?? EMPTY_CONVERSATION;
    this.isLoading = isLoading;
    this.#steps = this.#conversation.storedSteps;
  }

  /** The conversation without what is on its way. */
  get conversation(): Conversation {
    return this.#conversation;
  }

  /** Steps that are known, stored or begun. */
  get steps(): number {
    return this.#steps;
  }

  /** Whether the run waits for an answer or a result of a call. */
  get isWaiting(): boolean {
    const { approvals, messages } = this.#conversation;
    return approvals.length > 0 ||
      messages.some((message) =>
        message.role === "assistant" &&
        message.parts.some((part) =>
          part.type === "call" && ["client", "authorization", "deferred"].includes(part.state) &&
          !this.detached.has(part.callId)
        )
      );
  }

  /**
   * Folds an event. An input that a step consumes stands before the answer to it: until the history is read, the oldest input of the
   * page counts as the consumed one.
   */
  fold(event: StepEvent): void {
    const { seq, isStored, storedSteps } = this.#conversation;
    if (event.type === "step.started") {
      if (event.step > Math.max(this.#ended, storedSteps) + 1) this.isBehind = true;
      this.#steps = Math.max(this.#steps, event.step);
    }
    if (event.type === "step.finished" || event.type === "step.failed") {
      this.#ended = Math.max(this.#ended, event.step);
      // A history that is read from here on has the inputs of the steps before this one.
      this.#consumed = this.#consumed.filter(({ step }) => step >= event.step);
    }
    if (event.type === "input.taken" && event.seq > seq && !isStored) {
      this.isBehind = true;
      this.#addMessages(this.inputs.markOldestTaken()?.messages ?? [], this.#steps);
    }
    this.#conversation = fold(this.#conversation, event);
  }

  /** The run of an input has begun: the input is part of the conversation. One that was sent before may be part of it already. */
  takeInput(id: string, first: StepEvent): void {
    const delivery = this.inputs.take(id);
    if (delivery === undefined) return;
    const { isRepeated, isTaken, messages, afterSteps } = delivery;
    const { storedSteps, messages: known } = this.#conversation;
    const step = first.type === "step.started" ? first.step : this.#steps;
    const isStored = first.type === "step.started" && step <= storedSteps;
    const isThere = isRepeated && storedSteps > afterSteps && findLastText(known) === findLastText(messages);
    // The consumed input may have been another client's, and a replay does not report other inputs that its steps consumed.
    if (isTaken || isReplayed(first)) this.isBehind = true;
    if (!isTaken && !isStored && !isThere) this.#addMessages(messages, step);
  }

  /**
   * The stored conversation in place of what was folded. What the history has not is kept, and messages that are equal stay the same
   * objects. `waiting` inputs are in no step yet.
   */
  adopt(stored: Conversation, waiting: number): void {
    const { usage, warnings, phases, seq, messages: known } = this.#conversation;
    const isRunning = stored.status === "running";
    this.#consumed = isRunning ? this.#consumed.filter(({ step }) => step > stored.storedSteps) : [];
    const unstored = this.#consumed.map(({ message }) => message);
    this.isBehind = false;
    this.#steps = Math.max(this.#steps, stored.storedSteps);
    this.#conversation = {
      ...stored,
      usage,
      warnings,
      phases,
      messages: [...stored.messages.map((message, index) => chooseSame(message, known[index])), ...unstored],
      // The words of a step that runs are not stored: the log is read from its beginning, of which stored steps change nothing.
      seq: isRunning ? 0 : seq,
    };
    if (!isRunning) this.inputs.keepNewestQueued(waiting);
    this.inputs.markTaken(this.#conversation.messages);
  }

  /** An approval that has all its answers. */
  removeApproval(callId: string): void {
    const approvals = this.#conversation.approvals.filter((each) => each.callId !== callId);
    this.#conversation = { ...this.#conversation, approvals };
  }

  /** The current state for components. */
  toState(): ThreadState {
    const conversation = this.#conversation;
    const { messages, approvals, error } = conversation;
    const inputs = this.inputs.items;
    return {
      messages: inputs.length === 0 ? messages : [...messages, ...inputs.flatMap((each) => each.messages)],
      inputs,
      approvals: approvals.filter(({ callId }) => !this.deciding.has(callId)),
      calls: this.calls.open(conversation),
      status: this.#toStatus(),
      error: this.error ?? error,
      conversation,
    };
  }

  #toStatus(): ThreadState["status"] {
    if (this.isLoading) return "loading";
    const isSending = this.isContinuing || this.inputs.items.some(({ state }) => state === "sending");
    const { status } = this.#conversation;
    return isSending && status !== "running" ? "sending" : status;
  }

  #addMessages(messages: readonly Message[], step: number): void {
    if (messages.length === 0) return;
    this.#consumed = [...this.#consumed, ...messages.map((message) => ({ message, step }))];
    this.#conversation = { ...this.#conversation, messages: [...this.#conversation.messages, ...messages] };
  }
}

/** The object that is known where it says the same, so that what shows it has nothing to do. */
function chooseSame(message: Message, known: Message | undefined): Message {
  return known !== undefined && JSON.stringify(message) === JSON.stringify(known) ? known : message;
}

/** The error of a request. @throws what is no error of the client: a fault of the program */
export function toThreadError(thrown: unknown): TreadleError {
  if (thrown instanceof TreadleError) return thrown;
  throw thrown;
}
