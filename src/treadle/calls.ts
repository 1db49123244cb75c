// The calls of one caller. Each calls the function of the runtime that its HTTP route calls.

import type { StepInput } from "../core/contract/requests.ts";
import type { QueuedRun } from "../core/contract/runs.ts";
import type { StepEvent } from "../core/event.ts";
import type { Defer } from "../core/ports.ts";
import { resolveDecider, resolveUser } from "../http/access/acting_user.ts";
import { changeConversation, removeConversation } from "../http/conversation/branches.ts";
import { deriveThreadId } from "../http/idempotency.ts";
import {
  approvalBody,
  createThreadBody,
  eventsQuery,
  forkBody,
  historyQuery,
  threadChanges,
  threadsQuery,
} from "../http/schemas/requests.ts";
import { callResultBody, toResult } from "../http/schemas/call_result.ts";
import { requireForks } from "../http/ports/forks.ts";
import type { LateResults } from "../http/ports/late_results.ts";
import type { RunResult } from "../kernel/result.ts";
import { decideApproval } from "../kernel/threads/decide_approval.ts";
import { tailEvents } from "../kernel/threads/event_tail.ts";
import { cancelThread, createThread, readHistory, readThread } from "../kernel/threads/threads.ts";
import { listThreads } from "../kernel/threads/list_threads.ts";
import type { EventsOptions, QueueOptions, RunOptions } from "./call_options.ts";
import { checkBody, checkQuery } from "./check_options.ts";
import type { Treadle } from "./contract.ts";
import { onlyAgent, ownThread, type Scope } from "./scope.ts";
import { runSteps, streamSteps } from "./steps.ts";
import { pluginMissing, requireWaking } from "../kernel/plugin_missing.ts";

/** The calls that are about threads. */
export type Calls = Omit<Treadle, "as" | "routes" | "fetch" | "close">;

/** The calls of a caller. `scope` throws where there is no deployment, so it is called inside of each call. */
export function createCalls(scope: () => Scope, defer: Defer): Calls {
  return {
    run,
    stream,
    events,
    async approve(thread, callId, answer) {
      const { deps, caller } = scope();
      const ref = await ownThread({ deps, caller }, thread, callId);
      const given = typeof answer === "boolean" ? { approved: answer } : answer;
      const { value } = checkBody(approvalBody, given);
      const by = resolveDecider(caller, value.by);
      return await decideApproval(ref, callId, { ...value, by, key: caller.by }, deps, { defer });
    },
    async completeCall(thread, callId, result) {
      const { deps, caller } = scope();
      const ref = await ownThread({ deps, caller }, thread, callId);
      const { value } = checkBody(callResultBody, result);
      const by = resolveDecider(caller, undefined);
      const given = { result: toResult(value), by, via: "api" } as const;
      return await lateResults(deps).complete(ref, callId, given, { defer }, deps);
    },
    async detachCall(thread, callId) {
      const { deps, caller } = scope();
      const ref = await ownThread({ deps, caller }, thread, callId);
      return await lateResults(deps).detach(ref, callId, { defer }, deps);
    },
    async cancel(thread) {
      const { deps, caller } = scope();
      return await cancelThread(await ownThread({ deps, caller }, thread), deps);
    },
    async wake(thread) {
      const { deps, caller } = scope();
      const waking = requireWaking(deps);
      return await waking.wake(await ownThread({ deps, caller }, thread), { defer }, deps);
    },
    async pump() {
      const { deps } = scope();
      requireWaking(deps);
      return await deps.wakes.pump({ defer });
    },
    async fork(thread, { idempotencyKey, ...options } = {}) {
      const { deps, caller } = scope();
      const forks = requireForks(deps);
      const source = await ownThread({ deps, caller }, thread);
      const { value: { version, id, replan, calls } } = checkBody(forkBody, options);
      const keyed = await deriveThreadId(caller, idempotencyKey);
      const fork = { version, thread: id ?? keyed, replan, calls };
      return (await forks.fork(source, fork, keyed !== undefined, deps)).thread;
    },
    async history(thread, page = {}) {
      const { deps, caller } = scope();
      const ref = await ownThread({ deps, caller }, thread);
      return await readHistory(ref, checkQuery(historyQuery, page), deps);
    },
    async threads(page = {}) {
      const { deps, caller } = scope();
      return await listThreads(caller, checkQuery(threadsQuery, page), deps);
    },
    async thread(thread) {
      const { deps, caller } = scope();
      return await readThread(await ownThread({ deps, caller }, thread), deps);
    },
    async change(thread, changes) {
      const { deps, caller } = scope();
      const ref = await ownThread({ deps, caller }, thread);
      return await changeConversation(ref, checkBody(threadChanges, changes).value, caller, deps);
    },
    async create({ idempotencyKey, ...options } = {}) {
      const { deps, caller } = scope();
      const whole = { ...options, agent: options.agent ?? onlyAgent(deps) };
      const { value: { id, user: named, ...rest } } = checkBody(createThreadBody, whole);
      const user = resolveUser(caller, named);
      const keyed = await deriveThreadId(caller, idempotencyKey);
      const { tenant } = caller;
      const request = { ...rest, tenant, thread: id ?? keyed, user, idempotent: keyed !== undefined };
      return (await createThread(request, deps)).thread;
    },
    async remove(thread) {
      const { deps, caller } = scope();
      await removeConversation(await ownThread({ deps, caller }, thread), caller, deps);
    },
  };

  function run(
    thread: string,
    input: StepInput | undefined,
    options: QueueOptions,
  ): Promise<RunResult | QueuedRun>;
  function run(thread: string, input?: StepInput, options?: RunOptions): Promise<RunResult>;
  async function run(
    thread: string,
    input?: StepInput,
    options: RunOptions | QueueOptions = {},
  ): Promise<RunResult | QueuedRun> {
    return await runSteps({ thread, input, options }, scope, defer);
  }

  function stream(
    thread: string,
    input: StepInput | undefined,
    options: QueueOptions,
  ): AsyncGenerator<StepEvent, RunResult | QueuedRun>;
  function stream(
    thread: string,
    input?: StepInput,
    options?: RunOptions,
  ): AsyncGenerator<StepEvent, RunResult>;
  function stream(
    thread: string,
    input?: StepInput,
    options: RunOptions | QueueOptions = {},
  ): AsyncGenerator<StepEvent, RunResult | QueuedRun> {
    return streamSteps({ thread, input, options }, scope, defer);
  }

  async function* events(
    thread: string,
    { after, signal = new AbortController().signal }: EventsOptions = {},
  ): AsyncGenerator<StepEvent, void> {
    const { deps, caller } = scope();
    const ref = await ownThread({ deps, caller }, thread);
    const { after: place } = checkQuery(eventsQuery, { after });
    const tail = await tailEvents(ref, place, { pollMs: deps.pollMs, signal }, deps);
    if (!tail.drained) yield* tail.events;
  }
}

/** @throws {AgentError} plugin_missing */
function lateResults({ lateResults: taker }: Scope["deps"]): LateResults {
  if (taker !== undefined) return taker;
  throw pluginMissing("Results of deferred calls", "deferredCalls", "deferred_calls");
}
