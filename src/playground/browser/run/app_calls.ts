// Calls that apps make: each is a run of the thread, one behind the other, and ends with the outcome of its call. A call that waits for
// a person ends when they have decided and the run has gone on.

import type { StepEvent } from "../../../core/event.ts";
import { isJsonObject } from "../../../core/json.ts";

/** A call whose outcome is awaited. */
export interface Waiting {
  readonly promise: Promise<object>;
  readonly resolve: (result: object) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of the apps of one thread. */
export class AppCalls {
  /** The call whose plan is awaited. */
  #begun: Waiting | undefined;
  /** By the id of the call. */
  readonly #planned = new Map<string, Waiting>();
  /** Ends of those before. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * The result of a call. `run` runs it, and rejects where the server refuses it; it calls `onSent` when its request is sent, because a call
   * that is planned before does not belong to the app.
   */
  async make(run: (onSent: () => void) => Promise<void>): Promise<object> {
    const waiting: Waiting = Promise.withResolvers();
    const before = this.#last;
    const ended = (async () => {
      await before;
      await run(() => {
        this.#begun = waiting;
      });
      // A run without the call, such as one that a limit has ended.
      if (this.#begun === waiting) throw new Error("The call was not made.");
    })();
    this.#last = ended.catch((error) => {
      if (this.#begun === waiting) this.#begun = undefined;
      waiting.reject(error);
    });
    return await waiting.promise;
  }

  /** Takes what an event says of the calls. */
  take(event: StepEvent): void {
    if (event.type === "call.ready" && this.#begun !== undefined) {
      this.#planned.set(event.callId, this.#begun);
      this.#begun = undefined;
    } else if (event.type === "tool.finished") {
      this.#planned.get(event.callId)?.resolve(toToolResult(event));
      this.#planned.delete(event.callId);
    }
  }

  /** The page turns to another thread: its calls are rejected. */
  clear(): void {
    const error = new Error("The thread is no longer shown.");
    for (const { reject } of this.#planned.values()) reject(error);
    this.#begun?.reject(error);
    this.#planned.clear();
    this.#begun = undefined;
  }
}

/** As the server words the result of a call that an app shows. */
function toToolResult(
  { outcome, output, error }: Extract<StepEvent, { type: "tool.finished" }>,
): object {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  if (outcome !== "completed") {
    return { content: [{ type: "text", text: error?.message ?? text }], isError: true };
  }
  const content = output === null ? [] : [{ type: "text", text }];
  return isJsonObject(output) ? { content, structuredContent: output } : { content };
}
