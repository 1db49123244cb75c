// Runs of threads without a client, as far as callers know what begins them.

import type { ThreadView } from "../../core/contract/threads.ts";
import type { RunTerms } from "../../core/entry.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Origin } from "../../core/record.ts";
import type { IdempotencyKey } from "../../core/store/begin.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Tick, WakeHandler, WakeIo, Waker, Wakes } from "../../core/wake.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { NewInput } from "../../kernel/request.ts";
import type { RunDeps } from "../../kernel/run_deps.ts";

/** An input without a client. */
export interface EnqueueInput extends RunTerms {
  readonly ref: ThreadRef;
  /** Creates the thread when it is missing; must match when it exists. */
  readonly agent: string;
  readonly input: NewInput;
  /** See UserEntry. */
  readonly resultOf?: string;
  /** A run that goes on does not take the input: it waits behind its end. */
  readonly queued?: true;
  /** The event that the input comes from: a repetition of it is a duplicate. */
  readonly idempotency: IdempotencyKey;
  /** Milliseconds that the key is remembered; at least. */
  readonly receiptMs: number;
  /** See RequestSender: a thread of another user, or of none, does not take the input. */
  readonly owned?: true;
  /** The input comes from no user: a thread that belongs to one does not take it. */
  readonly ofNobody?: boolean;
  /** For a thread that this input creates. */
  readonly metadata?: JsonObject;
  /** Who brings it, for the entry: `door` names the way in. */
  readonly origin?: Origin;
  /** Epoch milliseconds at which its thread is woken; at once by default. A step that begins before takes it too. */
  readonly notBefore?: number;
}

/** What became of an input without a client. */
export type Enqueued =
  /** It waits for its step, whose wake-up is on its way. `version` is that of the thread. */
  | { readonly type: "queued"; readonly version: number; readonly created: boolean }
  /** The same event was accepted before; nothing has changed. */
  | { readonly type: "duplicate"; readonly version: number };

/** What plugins add to the wake-ups of a deployment. It may grow until the first request. */
export interface AddedWakes {
  /** Takes the place of the waker of the deployment; undefined for none. */
  readonly waker: () => Waker | undefined;
  readonly handlers: ReadonlyMap<string, WakeHandler>;
  readonly ticks: readonly Tick[];
  /** True from when on the isolate begins nothing more by itself. */
  readonly isStopped: () => boolean;
}

/** Runs threads without a client. */
export interface Waking {
  /** The wake-ups of a deployment. */
  open(deps: RunDeps, added: AddedWakes): Wakes;
  /**
   * Accepts an input that no client waits for, and has its thread woken behind the response of the caller.
   *
   * @throws {AgentError} agent_unknown, agent_mismatch, user_mismatch, body_too_large, media_budget, plugin_missing, choice_unsupported,
   * tool_unknown, tools_missing, plugin_failed, idempotency_mismatch, inbox_full, schema_unsupported, `store_*`
   */
  enqueue(request: EnqueueInput, io: WakeIo, deps: RuntimeDeps): Promise<Enqueued>;
  /**
   * Has the thread go on without a client, from where it stands.
   *
   * @throws {AgentError} thread_unknown, nothing_to_do, thread_busy
   */
  wake(ref: ThreadRef, io: WakeIo, deps: RuntimeDeps): Promise<ThreadView>;
}

/** A deployment, as far as something in it begins runs without a client. */
export interface WakingDeps extends RuntimeDeps {
  /** Runs threads without a client; undefined where no plugin does. */
  readonly waking?: Waking | undefined;
}
