// The run of a message that may arrive during another run. A step of that run answers a waiting message, or a later run, on any
// isolate: its events are read from the log, from the step that consumes the message.

import { AgentError } from "../../core/error.ts";
import {
  endsRun,
  seqBase,
  type StepEvent,
  type StepEventBody,
  type StepFailed,
  toEpoch,
} from "../../core/event.ts";
import type { Defer } from "../../core/ports.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { RunResult, StartedRun } from "../../kernel/result.ts";
import { awaitCancelled } from "../../kernel/session/interrupt.ts";
import { tailEvents } from "../../kernel/threads/event_tail.ts";
import type { HttpDeps } from "../context.ts";
import { readCommittedAnswer } from "./committed_events.ts";
import { type DrainedRun, drainRun } from "../drain_run.ts";

/** Steps before the running one that may have consumed a message: the message is a repetition, or the steps were short. */
const STEPS_BACK = 16;

/** Where the events of the run go. */
export interface MessageReader {
  readonly onEvent: (event: StepEvent | StepEventBody) => void;
  /** Comes before the first event of a message that has waited. */
  readonly onTaken?: () => Promise<void>;
}

/** A message that a request brings. */
export interface Message {
  readonly ref: ThreadRef;
  /** The origin of its entry. */
  readonly door: string;
  /** Starts the request, which has an idempotency key: it is sent again where the message still waits. */
  readonly start: () => Promise<StartedRun>;
}

/** The run of a message. `result` is undefined where another request made it, and where the message still waits at the end. */
export type MessageRun =
  | Exclude<DrainedRun, { type: "queued" }>
  | {
    readonly type: "followed";
    readonly trace?: undefined;
    readonly result: Promise<RunResult | undefined>;
  };

/**
 * Starts the run of the message, or follows the run that takes it, inside `defer`.
 *
 * @throws {AgentError} for every refusal
 */
export async function runMessage(
  message: Message,
  reader: MessageReader,
  defer: Defer,
  deps: HttpDeps,
): Promise<MessageRun> {
  const run = await drainRun(message.start(), reader.onEvent, defer);
  if (run.type !== "queued") return run;
  const result = followMessage(message, reader, defer, deps);
  defer(result.catch(() => {})); // the reader of the result has the same rejection
  return { type: "followed", result };
}

/**
 * Follows what runs. Where that has ended without the message, the same request is sent again: it begins the run of the message, unless
 * another request has, which is followed then. A message that waits for a run that waits itself stays in the inbox.
 */
async function followMessage(
  { ref, door, start }: Message,
  { onEvent, onTaken }: MessageReader,
  defer: Defer,
  deps: HttpDeps,
): Promise<RunResult | undefined> {
  for (;;) {
    const { running = false, header } = await deps.store.read(ref) ?? {};
    if (running && header && await readAnswer(ref, header, door, { onEvent, onTaken }, deps)) {
      return undefined;
    }
    await awaitCancelled(ref, deps);
    const held = new HeldEvents(onEvent);
    const run = await startUnlessBegun(() => drainRun(start(), (event) => held.add(event), defer));
    if (run === undefined) {
      await deps.sleep(deps.pollMs); // the log has the first event of the other request soon
      continue;
    }
    if (run.type !== "queued") {
      await onTaken?.();
      held.release();
      return await run.result;
    }
    // A step that has begun since the first look may take the message: it is followed.
    if (running || (await deps.store.read(ref))?.running) continue;
    await giveCommitted();
    return undefined;
  }

  /** A step without an event log has consumed the message: its events are made from the entries that it has committed. */
  async function giveCommitted(): Promise<void> {
    const events = await readCommittedAnswer(ref, door, deps);
    if (events === undefined) return;
    await onTaken?.();
    for (const event of events) onEvent(event);
  }
}

/** Undefined where another request with the message has begun its run: both were sent while it waited. */
async function startUnlessBegun(start: () => Promise<DrainedRun>): Promise<DrainedRun | undefined> {
  try {
    return await start();
  } catch (thrown) {
    if (thrown instanceof AgentError && thrown.code === "idempotency_in_flight") return undefined;
    throw thrown;
  }
}

/** Events that arrive before they can be emitted. */
class HeldEvents {
  readonly #onEvent: (event: StepEvent) => void;
  #held: StepEvent[] | undefined = [];

  constructor(onEvent: (event: StepEvent) => void) {
    this.#onEvent = onEvent;
  }

  add(event: StepEvent): void {
    if (this.#held === undefined) this.#onEvent(event);
    else this.#held.push(event);
  }

  release(): void {
    for (const event of this.#held ?? []) this.#onEvent(event);
    this.#held = undefined;
  }
}

/**
 * Emits the events from the step that consumes the message to the end of its run. False where no step of the event log has consumed it.
 *
 * A step before the running one may have consumed the message and failed. The failure was reported then; this reader belongs to the run
 * that repeats the step. So the events of such a step are held until its end.
 */
async function readAnswer(
  ref: ThreadRef,
  header: ThreadHeader,
  door: string,
  { onEvent, onTaken }: MessageReader,
  deps: HttpDeps,
): Promise<boolean> {
  const after = seqBase(Math.max(0, header.epoch - STEPS_BACK));
  const { signal } = new AbortController(); // the message is to be answered, also when its sender has left
  /** The events of the current step, to emit if it has the message; undefined once they are emitted. */
  let held: StepEvent[] | undefined = [];
  let hasMessage = false;
  let isInHistory = false;
  try {
    const { events } = await tailEvents(ref, after, { pollMs: deps.pollMs, signal }, deps);
    for await (const event of events) {
      if (held === undefined) onEvent(event);
      else if (event.type === "step.started") [held, hasMessage] = [[event], isInHistory];
      else if (hasMessage || event.type === "warning" || event.type === "input.taken") held.push(event);
      hasMessage ||= event.type === "input.taken" && event.door === door;
      if (held !== undefined && hasMessage) {
        if (isAnswer(event, header)) {
          await onTaken?.();
          for (const each of held) onEvent(each);
          held = undefined;
        } else isInHistory ||= hasCommitted(event, header);
      }
      if (held === undefined && endsRun(event)) return true;
    }
  } catch (thrown) {
    // The worker of the step vanished: a message that was not consumed is still in the inbox.
    if (held === undefined || !(thrown instanceof AgentError) || thrown.code !== "step_fenced") throw thrown;
  }
  return held === undefined;
}

/**
 * True where this event says that the step, which has the message, answers it. `header` is that of the thread when its steps began to be
 * read: the events of the step of its epoch and of later steps are live. An earlier step must have finished, or was cancelled.
 */
function isAnswer(event: StepEvent, header: ThreadHeader): boolean {
  if (toEpoch(event.seq) >= header.epoch || event.type === "step.finished") return true;
  return hasCommitted(event, header) && event.error.code === "step_cancelled";
}

/**
 * True for the end of a failed step that has left its inputs in the history. Every commit raises the version and the number of steps by
 * one each.
 */
function hasCommitted(
  event: StepEvent,
  { version, counters }: ThreadHeader,
): event is StepEvent & StepFailed {
  return event.type === "step.failed" && event.version > event.step - 1 + version - counters.steps;
}
