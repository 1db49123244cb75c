// Wake-ups: how work goes on without a client. A wake-up is a hint with names only; the store has the work, if there
// is any.

import type { AgentError } from "./error.ts";
import type { Clock, Defer } from "./ports.ts";

/**
 * What may be woken of a tenant: a thread by its id, or the work of a door as `@<kind>/<id>`, such as `@delivery/whd_01`. No
 * thread id begins with `@`.
 */
export type WakeName = string;

/** One wake-up. */
export interface WakeUp {
  readonly tenant: string;
  readonly name: WakeName;
  /**
   * Of a thread: the version that it had when the wake-up was sent. A thread that has gone on since is not stepped, so that a
   * wake-up which is delivered twice, or late, does not start a second chain of steps.
   */
  readonly version?: number;
  /** Epoch milliseconds before which it is not delivered; at once when it is missing or has passed. */
  readonly notBefore?: number;
  /**
   * Of a wake-up that the cron pump sends: the time that the row of the due index has, in epoch milliseconds. The row leaves the
   * index when there is nothing to do and it still has that time.
   */
  readonly due?: number;
}

/** What a waker needs of the invocation that sends a wake-up. */
export interface WakeIo {
  /** Keeps the invocation alive until the promise settles: waitUntil on Workers. */
  readonly defer: Defer;
}

/** A way to have wake-ups delivered: QStash, Cloudflare Queues, or this isolate itself. At least once is not promised. */
export interface Waker {
  readonly name: string;
  /**
   * Has the wake-up delivered. At most one request.
   *
   * @throws {AgentError} waker_unavailable - nothing was accepted; the cron pump finds the work by the due index
   */
  schedule(wake: WakeUp, io: WakeIo): Promise<void>;
}

/** What became of a wake-up. `again`: it is to be delivered once more, after the time. `failure`: the error behind `because`, for the log. */
export type WakeOutcome =
  | { readonly type: "handled" }
  /** There was nothing to do: the thread has gone on, has ended, or is gone. */
  | { readonly type: "stale" }
  | {
    readonly type: "again";
    readonly afterMs: number;
    readonly because: string;
    readonly failure?: AgentError;
  };

/** Does the work of wake-ups of one kind. */
export type WakeHandler = (wake: WakeUp, io: WakeIo) => Promise<WakeOutcome>;

/**
 * Work that the cron pump does beside that of the due index, such as finding schedules whose time has come. A store with alarms
 * (Store.claimAlarm) needs no cron pump: there it is done in each alarm, and in the first request of an isolate.
 */
export type Tick = (now: ReturnType<Clock>, io: WakeIo) => Promise<void>;

/**
 * Sends wake-ups, does the work of those that arrive, and repairs those that were lost. Doors and routes reach it as
 * `deps.wakes`.
 */
export interface Wakes {
  /** True for a kind of work that this deployment does, such as `delivery`; undefined is that of threads. */
  knows(kind: string | undefined): boolean;
  /**
   * Has the wake-up delivered by the waker of the deployment. A failure is logged and not thrown: the due index has the work.
   */
  schedule(wake: WakeUp, io: WakeIo): Promise<void>;
  /** Does the work of a wake-up that has arrived. Does not throw: an outcome `again` says what went wrong. */
  handle(wake: WakeUp, io: WakeIo): Promise<WakeOutcome>;
  /**
   * One run of the cron pump: the rows of the due index whose time has come, and the ticks of the doors. With `claimed` the rows are these,
   * which the alarm of a store has handed over (Store.claimAlarm).
   */
  pump(io: WakeIo, claimed?: readonly ClaimedRow[]): Promise<PumpReport>;
}

/** A row of the due index that was claimed: `at` is the time that it has now, in epoch milliseconds. */
export interface ClaimedRow extends Pick<WakeUp, "tenant" | "name"> {
  readonly at: number;
}

/** The result of one run of the pump. */
export interface PumpReport {
  /** Rows whose wake-up was sent. */
  readonly woken: number;
  /** Rows that had nothing to do and were removed. */
  readonly stale: number;
}

/** The name of the work of a door. */
export function wakeName(kind: string, id: string): WakeName {
  return `@${kind}/${id}`;
}

/** The kind of a name, and the rest of it; the kind is undefined for a thread. */
export function parseWakeName(name: WakeName): { readonly kind: string | undefined; readonly id: string } {
  const slash = name.indexOf("/");
  return name.startsWith("@") && slash > 0
    ? { kind: name.slice(1, slash), id: name.slice(slash + 1) }
    : { kind: undefined, id: name };
}
