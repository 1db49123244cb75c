// A deferred call: its tool has begun something that ends later, and the call stays open without a step until the result comes.

import type { BlobRef } from "../store/blob_ref.ts";
import type { Outcome, ToolEntry } from "../entry.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ToolFailure } from "./tool_error.ts";

/**
 * What a tool says of a result that comes later. Exactly one of `expiresInMs` and `expiresAt` is set; a poll may leave both out,
 * and the end of the call stays.
 */
export interface DeferOptions {
  /** What names the work where it is done, such as the id of a job: at most 4,000 characters of JSON. */
  readonly ref: Json;
  /** Milliseconds until the tool's `poll` is called, at least 1,000; without it there is no poll. */
  readonly pollAfterMs?: number;
  /** Milliseconds after which the call fails when no result has come: 1,000 to 90 days. */
  readonly expiresInMs?: number;
  /** The same as a time, in epoch milliseconds. */
  readonly expiresAt?: number;
  /** The run goes on at once; the result is an input of the thread when it comes. */
  readonly detach?: boolean;
}

/** The terms of a deferred call, as they are stored with it. Times are epoch milliseconds. */
export interface DeferredTerms {
  readonly ref: Json;
  /** When the tool deferred the call; missing where an earlier version stored it. */
  readonly since?: number;
  readonly expiresAt: number;
  readonly pollAt?: number;
  /** Milliseconds between two polls. */
  readonly pollAfterMs?: number;
  readonly detach?: true;
  /** What the tool ran with, where a person or the before-hook has changed the arguments of the plan. */
  readonly args?: JsonObject;
  /** The call has not run: it does when the user has authorized a server of tools. */
  readonly authorization?: AwaitedAuthorization;
}

/** The server of tools that a call waits for. */
export interface AwaitedAuthorization {
  /** Its name in the agent. */
  readonly server: string;
  /** Fence epoch of the step that found it: a mark of a later one says that the call was started again. */
  readonly epoch: number;
}

/** What a tool returns for a call that has not run, since the user has to authorize its server. */
export class AuthorizationNeeded {
  readonly server: string;
  /** The address that the user opens. */
  readonly url: string;

  constructor(server: string, url: string) {
    this.server = server;
    this.url = url;
  }
}

/** What a tool returns whose result comes later; `context.defer` makes it. */
export class Deferred {
  readonly terms: DeferredTerms;

  constructor(terms: DeferredTerms) {
    this.terms = terms;
  }
}

/** The outcome of a call, while other calls of its plan have no observation yet. A large entry is stored in a blob. */
export type KeptObservation =
  & ({ readonly entry: ToolEntry } | { readonly blob: BlobRef; readonly outcome: Outcome })
  /** Who settled the call in place of a tool. */
  & { readonly settledBy?: "caller" | "rule" };

/** The result of a deferred call. */
export type CallResult = { readonly output: Json } | { readonly error: ToolFailure };

/** Longest wait for a result, in milliseconds: 90 days. */
export const LONGEST_DEFER_MS = 90 * 86_400_000;

/** Milliseconds for which a call waits for an authorization: a day. */
export const AUTHORIZATION_MS = 86_400_000;

/** Shortest time to a poll and to the end of the wait, in milliseconds. */
const SHORTEST_MS = 1_000;

/** Most characters of a reference as JSON. */
const REF_LIMIT = 4_000;

/**
 * The value of the options. `now` is in epoch milliseconds; `polls` is true for a tool that has `poll`; `before` has the terms of a
 * call that is polled.
 *
 * @throws {TypeError} an option is missing, out of its range, or needs a `poll` that the tool does not have
 */
export function toDeferred(
  options: DeferOptions,
  now: number,
  polls: boolean,
  before?: DeferredTerms,
): Deferred {
  const { ref, pollAfterMs, detach } = options;
  const written = JSON.stringify(ref);
  if (written === undefined || written.length > REF_LIMIT) {
    throw new TypeError(`defer takes a ref that is JSON of at most ${REF_LIMIT} characters.`);
  }
  const end = resolveEnd(options, now, before);
  if (pollAfterMs === undefined) {
    return new Deferred({
      ref: JSON.parse(written),
      since: now,
      expiresAt: end,
      detach: detach || undefined,
    });
  }
  if (!polls) throw new TypeError("defer takes pollAfterMs only of a tool that has poll.");
  if (detach) throw new TypeError("defer takes pollAfterMs only without detach.");
  if (!(pollAfterMs >= SHORTEST_MS && pollAfterMs <= LONGEST_DEFER_MS)) {
    throw new TypeError("defer takes a pollAfterMs between 1 second and 90 days.");
  }
  return new Deferred({
    ref: JSON.parse(written),
    since: now,
    expiresAt: end,
    pollAt: Math.min(end, now + Math.round(pollAfterMs)),
    pollAfterMs: Math.round(pollAfterMs),
  });
}

function resolveEnd({ expiresInMs, expiresAt }: DeferOptions, now: number, before?: DeferredTerms): number {
  if (before !== undefined && expiresInMs === undefined && expiresAt === undefined) return before.expiresAt;
  if ((expiresInMs === undefined) === (expiresAt === undefined)) {
    throw new TypeError("defer takes one of expiresInMs and expiresAt.");
  }
  const end = expiresAt ?? now + (expiresInMs ?? NaN);
  const waitMs = end - now;
  if (!(waitMs >= SHORTEST_MS && waitMs <= LONGEST_DEFER_MS)) {
    throw new TypeError("defer takes an end between 1 second and 90 days from now.");
  }
  return Math.round(end);
}

/**
 * The id under which a store keeps the result of a deferred call, beside the call's own: the decisions of an approval are under
 * that one.
 */
export function resultId(callId: string): string {
  return `${callId}:result`;
}

/** From when on a step has something to do about the call, in epoch milliseconds. */
export function computeDueTime({ expiresAt, pollAt = expiresAt }: DeferredTerms): number {
  return Math.min(pollAt, expiresAt);
}
