// The event log read as a stream: what a step has told so far, and what it tells from now on, from any isolate.

import type { StepEvent } from "../core/event.ts";
import type { ThreadRef } from "../core/store.ts";
import type { RuntimeDeps } from "./request.ts";
import { threadUnknown } from "./threads.ts";

/** Events of one store request. */
const PAGE = 200;

export interface Tail {
  /** Nothing is logged and no step runs: there is nothing to wait for. */
  readonly drained: boolean;
  /** Ends when everything is read and no step runs, or when the signal aborts. */
  readonly events: AsyncGenerator<StepEvent, void>;
}

/** The events after `after`, and those of a running step as they come. Throws `thread_unknown`. */
export async function tailEvents(
  ref: ThreadRef,
  after: number,
  options: { readonly pollMs: number; readonly signal: AbortSignal },
  deps: Pick<RuntimeDeps, "store" | "sleep">,
): Promise<Tail> {
  const first = await deps.store.readEvents(ref, after, PAGE);
  if (first === undefined) throw threadUnknown(ref);
  return { drained: first.events.length === 0 && !first.running, events: follow(first) };

  async function* follow(page: typeof first): AsyncGenerator<StepEvent, void> {
    let seen = after;
    while (page !== undefined) {
      for (const { seq, text } of page.events) {
        if (options.signal.aborted) return;
        const event: StepEvent = JSON.parse(text);
        yield event;
        seen = seq;
      }
      const full = page.events.length === PAGE;
      if (!full && !page.running) return;
      if (!full && !await slept()) return;
      page = await deps.store.readEvents(ref, seen, PAGE);
    }
  }

  async function slept(): Promise<boolean> {
    await deps.sleep(options.pollMs, options.signal).catch(() => {});
    return !options.signal.aborted;
  }
}
