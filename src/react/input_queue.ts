// Inputs on their way into the conversation: from the moment they are sent until a run takes them.

import type { Message, UserMessage } from "./client/collect/conversation.ts";
import type { StreamOptions } from "./client/options.ts";
import { randomId } from "./client/transport.ts";
import type { StepInput as Input } from "../core/contract/requests.ts";
import { waitsWhileBusy } from "./run_request.ts";
import { type PendingInput, type RunTerms, type ThreadError, toMessages } from "./thread_state.ts";

/** An input with what its request says. */
export interface Delivery extends PendingInput {
  readonly terms: RunTerms;
  /** What it becomes in the conversation. */
  readonly messages: readonly Message[];
  /** The steps that were known when it was sent first. */
  readonly afterSteps: number;
  /** How often the page had its text when it was sent first. */
  readonly sameBefore: number;
  /** Its request was sent before: the conversation may have the input. */
  readonly isRepeated: boolean;
  /** What its request says of the run, chosen when it is sent first: under its key it is sent again as it was. */
  readonly options: StreamOptions | undefined;
  /** What the request said before the thread was busy. */
  readonly first: StreamOptions | undefined;
  /** The deployment has the input, although no run of it is known. */
  readonly isAccepted: boolean;
  /** The conversation has it, as far as is known: events of a step that takes inputs do not say whose they are. */
  readonly isTaken: boolean;
}

/** The inputs of a thread that are not part of its conversation yet, in their order. */
export class InputQueue {
  #all: readonly Delivery[] = [];
  #items: readonly Delivery[] = [];

  /** Those that stand after the conversation: a new list after each change. */
  get items(): readonly Delivery[] {
    return this.#items;
  }

  /** Whether the deployment has inputs that a run may not have consumed yet. */
  get hasQueued(): boolean {
    return this.#all.some(({ state }) => state === "queued");
  }

  /** Adds an input to send, after the messages of the conversation. */
  add(input: Input, terms: RunTerms, afterSteps: number, known: readonly Message[]): Delivery {
    const messages = toMessages(input);
    const delivery: Delivery = {
      id: randomId("input"),
      input,
      state: "sending",
      terms,
      messages,
      afterSteps,
      sameBefore: countText(findLastText(messages), known),
      isRepeated: false,
      options: undefined,
      first: undefined,
      isAccepted: false,
      isTaken: false,
    };
    this.#set([...this.#all, delivery]);
    return delivery;
  }

  /** An input as it stands; undefined once a run has it. */
  find(id: string): Delivery | undefined {
    return this.#all.find((each) => each.id === id);
  }

  /** Changes an input that is still here. */
  change(id: string, values: Partial<Delivery>): void {
    this.#set(this.#all.map((each) => each.id === id ? { ...each, ...values } : each));
  }

  /** Marks an input as failed. */
  fail(id: string, error: ThreadError): void {
    this.change(id, { state: "failed", error, isRepeated: true, isTaken: false });
  }

  /** Removes an input and returns it. */
  take(id: string): Delivery | undefined {
    const found = this.find(id);
    this.#set(this.#all.filter((each) => each !== found));
    return found;
  }

  /** Marks the oldest input that waits as consumed, and returns it: runs consume inputs in their order, those of other clients too. */
  markOldestTaken(): Delivery | undefined {
    const oldest = this.#all.find(({ state, options = {}, isTaken }) =>
      state !== "failed" && !isTaken && waitsWhileBusy(options)
    );
    if (oldest !== undefined) this.change(oldest.id, { isTaken: true });
    return oldest;
  }

  /** Marks the inputs anew by the messages of the conversation: one that it has is not listed a second time. */
  markTaken(messages: readonly Message[]): void {
    this.#set(this.#all.map((each) => {
      if (each.state === "failed") return each;
      return { ...each, isTaken: countText(findLastText(each.messages), messages) > each.sameBefore };
    }));
  }

  /** Removes queued inputs, the oldest first, until so many are left. */
  keepNewestQueued(count: number): void {
    const queued = this.#all.filter(({ state }) => state === "queued");
    const consumed = new Set(queued.slice(0, Math.max(0, queued.length - count)));
    if (consumed.size > 0) this.#set(this.#all.filter((each) => !consumed.has(each)));
  }

  /** Sets every failed input to be sent again, and returns their ids. An input that the messages have is not listed a second time. */
  renew(messages: readonly Message[]): readonly string[] {
    const failed = this.#all.filter(({ state }) => state === "failed").map(({ id }) => id);
    for (const id of failed) this.change(id, { state: "sending", error: undefined });
    if (failed.length > 0) this.markTaken(messages);
    return failed;
  }

  #set(all: readonly Delivery[]): void {
    this.#all = all;
    this.#items = all.filter(({ isTaken }) => !isTaken);
  }
}

/** The text of the last input of messages. */
export function findLastText(messages: readonly Message[]): string | undefined {
  return messages.findLast(isInput)?.text;
}

function countText(text: string | undefined, messages: readonly Message[]): number {
  return messages.filter((message) => isInput(message) && message.text === text).length;
}

function isInput(message: Message): message is UserMessage {
  return message.role === "user";
}
