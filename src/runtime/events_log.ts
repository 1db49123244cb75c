// The event log read as a stream: what a step has told so far, and what it tells from now on, from any isolate.

import { AgentError } from "../core/error.ts";
import { seqBase, type StepEvent } from "../core/event.ts";
import type { ThreadRef } from "../core/store.ts";
import { GRACE_MS } from "./patience.ts";
import { WATCHED_MS } from "./pulse.ts";
import type { RuntimeDeps } from "./request.ts";
import { threadUnknown } from "./threads.ts";

/** Events of one store request. */
const PAGE = 200;

/**
 * How long the last word of a step is waited for after its lease has gone: a cancelled step learns of it at its next sign of
 * life, is given its grace, and commits then.
 */
const LAST_WORD_MS = WATCHED_MS + GRACE_MS + 2_000;

export interface Tail {
  /** Nothing is logged and no step runs: there is nothing to wait for. */
  readonly drained: boolean;
  /**
   * Ends when everything is read and no step runs, or when the signal aborts. Begins with a warning `events_trimmed` when
   * the log no longer holds what follows `after`. Throws `step_fenced` when a step ended without a last event.
   */
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
    let ended = false;
    let silentMs = 0;
    while (page !== undefined) {
      for (const { seq, text } of page.events) {
        if (options.signal.aborted) return;
        if (isGap(seen, seq)) yield trimmedBefore(seq);
        const event: StepEvent = JSON.parse(text);
        yield event;
        seen = seq;
        ended = endsRun(event);
      }
      if (page.events.length < PAGE) {
        if (!page.running && ended) return;
        silentMs = page.running || page.events.length > 0 ? 0 : silentMs + options.pollMs;
        if (silentMs > LAST_WORD_MS) throw endedSilently(ref);
        if (!await slept()) return;
      }
      page = await deps.store.readEvents(ref, seen, PAGE);
    }
  }

  async function slept(): Promise<boolean> {
    await deps.sleep(options.pollMs, options.signal).catch(() => {});
    return !options.signal.aborted;
  }
}

/** The last event of a run: nothing follows it unless somebody asks for another step. */
function endsRun(event: StepEvent): boolean {
  return event.type === "step.failed" || (event.type === "step.finished" && !event.continues);
}

/** Whether events between the two are missing: those of an epoch are counted from 1 without gaps. */
function isGap(after: number, next: number): boolean {
  const firstOfEpoch = seqBase(Math.floor(next / seqBase(1))) + 1;
  return next > Math.max(after + 1, firstOfEpoch);
}

// It takes the place of the last event that is missing, so that seq rises and a reader that comes back is not warned again.
function trimmedBefore(seq: number): StepEvent {
  return {
    type: "warning",
    code: "events_trimmed",
    message: "Events before this one are not in the log; read the history for what they told.",
    seq: seq - 1,
  };
}

function endedSilently(ref: ThreadRef): AgentError {
  return new AgentError(
    "step_fenced",
    `The step of thread ${ref.thread} ended without a word; read the thread.`,
  );
}
