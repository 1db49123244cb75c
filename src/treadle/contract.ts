// The calls of a deployment, for programs: what the HTTP routes do, without HTTP.

import type { Approval, CompletedCall, Detached } from "../core/contract/calls.ts";
import type { HistoryPage } from "../core/contract/entries.ts";
import type { LateResult, PersonAnswer, StepInput, ThreadChanges } from "../core/contract/requests.ts";
import type { QueuedRun } from "../core/contract/runs.ts";
import type { Cancelled, ThreadDetail, ThreadPage, ThreadView } from "../core/contract/threads.ts";
import type { AppType } from "./app.ts";
import type { PumpReport } from "../core/wake.ts";
import type { StepEvent } from "../core/event.ts";
import type { RunResult } from "../kernel/result.ts";
import type {
  CreateOptions,
  EventsOptions,
  ForkThreadOptions,
  HistoryPageOptions,
  QueueOptions,
  RunOptions,
  ThreadsPageOptions,
} from "./call_options.ts";
import type { RoutesOptions } from "./options.ts";

/** Whose threads the calls are about. */
export interface As {
  /** 1 to 64 letters, digits, `_` and `-`. Another tenant has other users, so it comes without the user before it. */
  readonly tenant?: string;
  /** Steps are booked to this user, and only threads of this user are seen and changed. */
  readonly user?: string;
}

/**
 * A deployment as calls. Every call does what its HTTP route does and throws or rejects with the {@link AgentError} that the
 * route responds with: `invalid_request` with pointers for options that do not fit, `invalid_path` for a wrong id,
 * `thread_unknown` for a thread that is not there. Calls need no `this`, so they can be destructured.
 *
 * @example
 * ```ts
 * import { createScriptedProvider, createTreadle, defineAgent, defineTool, scenario } from "../mod.ts";
 * import assert from "node:assert/strict";
 *
 * const remove = defineTool({ name: "remove", description: "Removes.", needsApproval: true, run: () => "gone" });
 * const agent = defineAgent({ name: "keeper", model: "scripted/any", instructions: "Keep.", tools: [remove] });
 * const model = createScriptedProvider({ script: scenario().calls("remove").next().says("It is gone.") });
 * const { stream, approve, run } = createTreadle({ agents: [agent], store: "memory", env: {}, providers: [model] });
 *
 * const waiting: string[] = [];
 * for await (const event of stream("t1", "Remove it.")) {
 *   if (event.type === "approval.requested") waiting.push(event.callId);
 * }
 * const { missing } = await approve("t1", waiting[0] ?? "", true);
 * assert.equal(missing, 0);
 * assert.equal((await run("t1")).output, "It is gone.");
 * ```
 */
export interface Treadle {
  /**
   * Runs the thread until it has an answer or waits for a person, and creates it when it is missing: for `agent`, or for the only
   * agent of the deployment.
   *
   * @throws {RunFailure} the last step failed; what was done before is committed and is in its `result`
   * @throws {AgentError} for every refusal, such as thread_busy, approval_required or budget_exhausted; nothing has happened then
   */
  run(
    thread: string,
    input: StepInput | undefined,
    options: QueueOptions,
  ): Promise<RunResult | QueuedRun>;
  run(thread: string, input?: StepInput, options?: RunOptions): Promise<RunResult>;
  /**
   * As `run`; yields every event as it happens, and returns the result. The run starts at once and goes on to its end when its
   * reader leaves. The first `next()` rejects with a refusal. A step that fails is an event `step.failed`, and `error` in the
   * result that is returned.
   */
  stream(
    thread: string,
    input: StepInput | undefined,
    options: QueueOptions,
  ): AsyncGenerator<StepEvent, RunResult | QueuedRun>;
  stream(thread: string, input?: StepInput, options?: RunOptions): AsyncGenerator<StepEvent, RunResult>;
  /**
   * Records a person's answer about a call that waits; the next run acts on it.
   *
   * @throws {AgentError} call_unknown, approval_decided, approval_expired, approval_mismatch, approval_edit_refused, thread_busy
   */
  approve(thread: string, callId: string, answer: boolean | PersonAnswer): Promise<Approval>;
  /**
   * Brings the result of a deferred call, once. A run that goes on by itself is woken; any other goes on with the next `run`.
   *
   * @throws {AgentError} call_unknown, result_given, result_refused, call_expired, thread_busy, inbox_full, plugin_missing
   */
  completeCall(thread: string, callId: string, result: LateResult): Promise<CompletedCall>;
  /**
   * Lets the run go on without the result of a deferred call, which comes as an input of the thread. A run that goes on by itself is woken;
   * any other goes on with the next `run`. A call that is polled is polled no more: its result is to be sent with {@link completeCall}.
   *
   * @throws {AgentError} call_unknown, result_given, result_refused, thread_busy, plugin_missing
   */
  detachCall(thread: string, callId: string): Promise<Detached>;
  /** Stops the thread; a running step keeps what it has. */
  cancel(thread: string): Promise<Cancelled>;
  /**
   * Has the thread go on without a caller, from where it stands: wake-ups run its steps. One that is parked is tried again.
   *
   * @throws {AgentError} nothing_to_do, thread_busy
   */
  wake(thread: string): Promise<ThreadView>;
  /**
   * Repairs wake-ups that were lost and runs whose process has ended, of all tenants. To be called at the start and every minute
   * where threads go on by themselves and no server of Treadle does so.
   */
  pump(): Promise<PumpReport>;
  /**
   * A new thread with the history up to a version.
   *
   * @throws {AgentError} version_unknown, thread_exists, idempotency_mismatch
   */
  fork(thread: string, options?: ForkThreadOptions): Promise<ThreadView>;
  /** A page of the entries, oldest first. */
  history(thread: string, page?: HistoryPageOptions): Promise<HistoryPage>;
  /**
   * The events of the last steps after a place, and those of a running step as they come; it ends when no step runs. Only steps
   * that were resumable are in the log.
   *
   * @throws {AgentError} event_unknown, from the first `next()`
   */
  events(thread: string, options?: EventsOptions): AsyncGenerator<StepEvent, void>;
  /** A page of the threads, newest first. */
  threads(page?: ThreadsPageOptions): Promise<ThreadPage>;
  /** A thread with its outstanding calls. */
  thread(thread: string): Promise<ThreadDetail>;
  /**
   * Creates an empty thread.
   *
   * @throws {AgentError} agent_unknown, plan_invalid, thread_exists, idempotency_mismatch
   */
  create(options?: CreateOptions): Promise<ThreadView>;
  /**
   * Gives a thread a title, archives it, or takes it out of the archive; also while a step runs.
   *
   * @throws {AgentError} thread_unknown, invalid_request, thread_busy
   */
  change(thread: string, changes: ThreadChanges): Promise<ThreadView>;
  /** Removes everything of a thread. */
  remove(thread: string): Promise<void>;
  /**
   * The same calls for another tenant or user. Without it the tenant is `local`. `routes` and `fetch` of the result are as before:
   * they serve whom `authenticate` or a key names.
   *
   * @throws {AgentError} invalid_request - for a tenant or user that cannot be one
   */
  as(who: As): Treadle;
  /**
   * The HTTP routes as an app of Hono, to mount below a path: `app.route("/agents", treadle.routes())`. The base path, and what
   * keeps an invocation alive (`waitUntil`), are those of each request.
   */
  routes(options?: RoutesOptions): AppType;
  /** Serves the routes without an app of one's own: `Deno.serve(treadle.fetch)`, `export default { fetch: treadle.fetch }`. */
  readonly fetch: (request: Request, env?: object, context?: WorkerContext) => Response | Promise<Response>;
  /**
   * Closes the store, of whatever origin it is, for every caller. A run that goes on fails; what it has committed stays. Calls and
   * requests after it are refused with store_unavailable, and closing again does nothing.
   */
  close(): Promise<void>;
}

/** The execution context of a Worker's request. */
export interface WorkerContext {
  readonly props: unknown;
  waitUntil(promise: Promise<unknown>): void;
  passThroughOnException(): void;
}
