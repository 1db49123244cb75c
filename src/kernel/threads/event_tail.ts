// The event log read as a stream, from any isolate: the logged events of a step, then those that follow.

import { AgentError } from "../../core/error.ts";
import { endsRun, seqBase, type StepEvent, toEpoch } from "../../core/event.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { readFencedEnd } from "./fenced_step.ts";
import { readLoggedEvents } from "../log/event_records.ts";
import { endsStep, hasLoggedEnd } from "../log/logged_step.ts";
import { LAST_EVENT_MS } from "../timing.ts";
import type { RuntimeDeps } from "../deps.ts";
import { threadUnknown } from "../snapshot.ts";
import { createEventWait } from "./await_events.ts";

/** Records of one store request. */
const PAGE = 200;

/** The events of a thread from a place on. */
export interface Tail {
  /** Nothing is logged and no step runs: there is nothing to wait for. */
  readonly drained: boolean;
  /**
   * Ends when everything is read and no step runs, or when the signal aborts. Begins with a warning `events_trimmed` when
   * the log no longer holds what follows `after`. A step whose worker died is ended by a `step.failed` before the step that
   * took over begins.
   *
   * @throws {AgentError} step_fenced - a step ended without a last event and none took over
   */
  readonly events: AsyncGenerator<StepEvent, void>;
}

/**
 * The events after `after`, and those of a running step as they come. A place within the newest step that is ahead of its
 * log is a client's that has read more than was logged; it waits for what comes behind.
 *
 * @throws {AgentError} `thread_unknown`; `event_unknown`: no step of the thread can have an event `after` yet
 */
export async function tailEvents(
  ref: ThreadRef,
  after: number,
  options: { readonly pollMs: number; readonly signal: AbortSignal },
  deps: Pick<RuntimeDeps, "store" | "sleep">,
): Promise<Tail> {
  const first = await deps.store.readEvents(ref, after, PAGE);
  if (first === undefined) throw threadUnknown(ref);
  if (first.events.length === 0) await assertGivenOut();
  const isSilent = first.events.length === 0 && !first.running;
  return { drained: isSilent && (await missingEnd(after, false)).length === 0, events: follow(first) };

  async function* follow(page: typeof first): AsyncGenerator<StepEvent, void> {
    let seen = after;
    let isAtRest = false; // no step is open, as far as this reader has seen
    let isOver = false;
    let silentMs = 0;
    const wait = createEventWait(ref, options, deps);
    try {
      while (page !== undefined) {
        for (const event of readLoggedEvents(page.events)) {
          const { seq } = event;
          if (options.signal.aborted) return;
          if (seq <= seen) continue; // the reader's place is within a record
          if (toEpoch(seq) > toEpoch(seen) && !isAtRest) yield* await missingEnd(seen, true);
          if (isGap(seen, seq)) yield trimmedBefore(seq);
          yield event;
          seen = seq;
          isAtRest = endsStep(event);
          isOver = endsRun(event);
        }
        if (page.events.length < PAGE) {
          if (!page.running && isOver) return;
          silentMs = page.running || page.events.length > 0 ? 0 : silentMs + options.pollMs;
          if (silentMs > 0 && !isAtRest) {
            for (const event of await missingEnd(seen, false)) {
              yield event;
              seen = event.seq;
              isAtRest = isOver = endsRun(event);
            }
          }
          if (silentMs > 0 && !isAtRest && seen === after) {
            isAtRest = isOver = await hasLoggedEnd(ref, toEpoch(seen), deps);
          }
          if (silentMs > LAST_EVENT_MS) throw endedSilently(ref);
          await wait.next(page.running);
          if (options.signal.aborted) return;
        }
        page = await deps.store.readEvents(ref, seen, PAGE);
      }
    } finally {
      wait.end();
    }
  }

  /**
   * The end of the step of `seen` when its worker died and it is certain that no event of it can come any more: one of a
   * later step is `logged`, or another step has begun and logs nothing. Only a cancelled step may still log its last event.
   */
  async function missingEnd(seen: number, logged: boolean): Promise<StepEvent[]> {
    const epoch = toEpoch(seen);
    if (epoch === 0) return [];
    const header = (await deps.store.read(ref))?.header;
    const isFenced = header && (logged || header.epoch > Math.max(epoch, header.cancelledEpoch));
    return isFenced ? await readFencedEnd(ref, seen, header, deps) : [];
  }

  /** Every epoch up to that of the header has begun; of a later one no event exists. */
  async function assertGivenOut(): Promise<void> {
    if (toEpoch(after) === 0) return;
    const header = (await deps.store.read(ref))?.header;
    if (header === undefined) throw threadUnknown(ref);
    if (toEpoch(after) <= header.epoch) return;
    throw new AgentError(
      "event_unknown",
      `Thread ${ref.thread} has no event ${after} yet; read its events from the start with after=0.`,
    );
  }
}

/** Whether events between the two are missing: those of an epoch are counted from 1 without gaps. */
function isGap(after: number, next: number): boolean {
  const firstOfEpoch = seqBase(toEpoch(next)) + 1;
  return next > Math.max(after + 1, firstOfEpoch);
}

// It takes the place of the last event that is missing, so that seq rises and a reader that comes back is not warned again.
function trimmedBefore(seq: number): StepEvent {
  return {
    type: "warning",
    code: "events_trimmed",
    message: "Events before this one are not in the log; read the history for their content.",
    seq: seq - 1,
  };
}

function endedSilently(ref: ThreadRef): AgentError {
  return new AgentError(
    "step_fenced",
    `The step of thread ${ref.thread} ended without a word; read the thread.`,
  );
}
