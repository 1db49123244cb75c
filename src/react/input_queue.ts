// Inputs on their way into the conversation: from the moment they are sent until a run takes them.

import type { Message } from "../client/collect/conversation.ts";
import { randomId } from "../client/transport.ts";
import type { StepInput as Input } from "../core/contract/requests.ts";
import { messagesOf, type PendingInput, type RunTerms, type ThreadError } from "./thread_state.ts";

/** An input with what its request says. */
export interface Delivery extends PendingInput {
  readonly terms: RunTerms;
  /** What it becomes in the conversation. */
  readonly messages: readonly Message[];
  /** The steps that were known when it was sent first. */
  readonly afterSteps: number;
  /** Its request was sent before: the conversation may have the input. */
  readonly isRepeated: boolean;
  /** It goes without what is said of a run: the thread is busy, and the run that takes it has terms of its own. */
  readonly isAlone: boolean;
}

/** The inputs of a thread that are not part of its conversation yet, in their order. */
export class InputQueue {
  #items: readonly Delivery[] = [];

  /** A new list after each change. */
  get items(): readonly Delivery[] {
    return this.#items;
  }

  /** Whether the deployment has inputs that no run has taken. */
  get hasQueued(): boolean {
    return this.#items.some(({ state }) => state === "queued");
  }

  /** Adds an input that is to be sent. */
  add(input: Input, terms: RunTerms, afterSteps: number): Delivery {
    const delivery: Delivery = {
      id: randomId("input"),
      input,
      state: "sending",
      terms,
      messages: messagesOf(input),
      afterSteps,
      isRepeated: false,
      isAlone: false,
    };
    this.#items = [...this.#items, delivery];
    return delivery;
  }

  /** An input as it stands; undefined once a run has it. */
  find(id: string): Delivery | undefined {
    return this.#items.find((each) => each.id === id);
  }

  /** Changes an input that is still here. */
  change(id: string, values: Partial<Delivery>): void {
    this.#items = this.#items.map((each) => each.id === id ? { ...each, ...values } : each);
  }

  /** Marks an input as failed. */
  fail(id: string, error: ThreadError): void {
    this.change(id, { state: "failed", error, isRepeated: true });
  }

  /** Removes an input and returns it. */
  take(id: string): Delivery | undefined {
    const taken = this.find(id);
    this.#items = this.#items.filter((each) => each !== taken);
    return taken;
  }

  /** Removes the oldest input that the deployment may have, and returns it: runs take inputs in their order. */
  takeOldest(): Delivery | undefined {
    const oldest = this.#items.find(({ state }) => state !== "failed");
    return oldest && this.take(oldest.id);
  }

  /** Removes queued inputs, the oldest first, until so many are left. */
  leaveQueued(count: number): void {
    const queued = this.#items.filter(({ state }) => state === "queued");
    const taken = new Set(queued.slice(0, Math.max(0, queued.length - count)));
    if (taken.size > 0) this.#items = this.#items.filter((each) => !taken.has(each));
  }

  /** Sets every failed input to be sent again, and returns their ids. */
  renew(): readonly string[] {
    const failed = this.#items.filter(({ state }) => state === "failed").map(({ id }) => id);
    for (const id of failed) this.change(id, { state: "sending", error: undefined });
    return failed;
  }
}
