// The run of a message that may come while another run goes on. A message that waits is answered by a step of that run, or by a run
// behind it, which any isolate may make: its events are read from the log from the step on that takes the message.

import { AgentError } from "../../core/error.ts";
import { seqBase, type StepEvent } from "../../core/event.ts";
import type { Defer } from "../../core/ports.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RunResult, StartedRun } from "../../runtime/result.ts";
import { awaitCancelled } from "../../runtime/session/interrupt.ts";
import { tailEvents } from "../../runtime/threads/event_tail.ts";
import type { HttpDeps } from "../context.ts";
import { type DrainedRun, drainRun } from "../drain_run.ts";

/** Steps before the running one that may have taken a message: it is sent again, or they were short. */
const STEPS_BACK = 16;

/** Where the events of the run go. */
export interface MessageReader {
  readonly onEvent: (event: StepEvent) => void;
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
 * another request has. A message that waits for a run that waits itself stays in the inbox.
 */
async function followMessage(
  { ref, door, start }: Message,
  { onEvent, onTaken }: MessageReader,
  defer: Defer,
  deps: HttpDeps,
): Promise<RunResult | undefined> {
  for (;;) {
    const { running = false, header } = await deps.store.read(ref) ?? {};
    if (running && await readAnswer(ref, header?.epoch ?? 0, door, { onEvent, onTaken }, deps)) {
      return undefined;
    }
    await awaitCancelled(ref, deps);
    const held = new HeldEvents(onEvent);
    const run = await drainRun(start(), (event) => held.add(event), defer);
    if (run.type !== "queued") {
      await onTaken?.();
      held.release();
      return await run.result;
    }
    if (!running) return undefined;
  }
}

/** Events that come before they can be given out. */
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

/** Gives out the events from the step on that takes the message, to the end of its run. False where no step of what runs has taken it. */
async function readAnswer(
  ref: ThreadRef,
  epoch: number,
  door: string,
  { onEvent, onTaken }: MessageReader,
  deps: HttpDeps,
): Promise<boolean> {
  const after = seqBase(Math.max(0, epoch - STEPS_BACK));
  const { signal } = new AbortController(); // the message is to be answered, also when its sender has left
  let begun: StepEvent[] = [];
  let isTaken = false;
  try {
    const { events } = await tailEvents(ref, after, { pollMs: deps.pollMs, signal }, deps);
    for await (const event of events) {
      if (isTaken) onEvent(event);
      else if (event.type === "step.started") begun = [event];
      else if (event.type === "warning" || event.type === "input.taken") begun.push(event);
      if (!isTaken && event.type === "input.taken" && event.door === door) {
        isTaken = true;
        await onTaken?.();
        for (const each of begun) onEvent(each);
      }
      if (isTaken && endsRun(event)) return true;
    }
  } catch (thrown) {
    // The worker of the step vanished: a message that was not taken is still there.
    if (isTaken || !(thrown instanceof AgentError) || thrown.code !== "step_fenced") throw thrown;
  }
  return isTaken;
}

function endsRun(event: StepEvent): boolean {
  return event.type === "step.failed" || event.type === "step.finished" && !event.continues;
}
