// The calls of one caller. Each calls the function of the runtime that its HTTP route calls.

import type { StepEvent } from "../core/event.ts";
import type { Defer } from "../core/ports.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import { threadIdOf } from "../http/idempotency.ts";
import {
  approvalBody,
  createThreadBody,
  eventsQuery,
  forkBody,
  historyQuery,
  listQuery,
} from "../http/schemas/requests.ts";
import type { RunResult } from "../runtime/result.ts";
import { decideApproval } from "../runtime/threads/approvals.ts";
import { tailEvents } from "../runtime/threads/event_tail.ts";
import { forkOnce } from "../runtime/threads/fork_once.ts";
import {
  cancelThread,
  createThread,
  listThreads,
  readHistory,
  readThread,
  removeThread,
} from "../runtime/threads/threads.ts";
import type { EventsOptions, QueuedRun, QueueOptions, RunOptions, StepInput } from "./call_options.ts";
import { assertIds, checkedBody, checkedQuery } from "./checked.ts";
import type { Treadle } from "./contract.ts";
import type { Scope } from "./scope.ts";
import { runSteps, streamSteps } from "./steps.ts";

/** The calls that are about threads. */
export type Calls = Omit<Treadle, "as" | "routes" | "fetch" | "close">;

/** The calls of a caller. `scopeOf` throws where there is no deployment, so it is called inside of each call. */
export function callsOf(scopeOf: () => Scope, defer: Defer): Calls {
  return {
    run,
    stream,
    events,
    async approve(thread, callId, answer) {
      const { tenant, by, deps } = scopeOf();
      assertIds(thread, callId);
      const given = typeof answer === "boolean" ? { approved: answer } : answer;
      const { value } = checkedBody(approvalBody, given);
      const person = value.by ?? by ?? `tenant:${tenant}`;
      return await decideApproval({ tenant, thread }, callId, { ...value, by: person, key: by }, deps);
    },
    async cancel(thread) {
      const { ref, deps } = of(thread);
      return await cancelThread(ref, deps);
    },
    async fork(thread, { idempotencyKey, ...options } = {}) {
      const { ref, deps } = of(thread);
      const { value: { version, id, replan, calls } } = checkedBody(forkBody, options);
      const keyed = await threadIdOf(ref.tenant, idempotencyKey);
      const fork = { version, thread: id ?? keyed, replan, calls };
      return (await forkOnce(ref, fork, keyed !== undefined, deps)).thread;
    },
    async history(thread, page = {}) {
      const { ref, deps } = of(thread);
      return await readHistory(ref, checkedQuery(historyQuery, page), deps);
    },
    async threads(page = {}) {
      const { tenant, deps } = scopeOf();
      return await listThreads(tenant, checkedQuery(listQuery, page), deps);
    },
    async thread(thread) {
      const { ref, deps } = of(thread);
      return await readThread(ref, deps);
    },
    async create({ idempotencyKey, ...options }) {
      const { tenant, deps } = scopeOf();
      const { value: { id, ...rest } } = checkedBody(createThreadBody, options);
      const keyed = await threadIdOf(tenant, idempotencyKey);
      const request = { ...rest, tenant, thread: id ?? keyed, idempotent: keyed !== undefined };
      return (await createThread(request, deps)).thread;
    },
    async remove(thread) {
      const { ref, deps } = of(thread);
      await removeThread(ref, deps);
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
    return await runSteps({ thread, input, options }, scopeOf, defer);
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
    return streamSteps({ thread, input, options }, scopeOf, defer);
  }

  async function* events(
    thread: string,
    { after, signal = new AbortController().signal }: EventsOptions = {},
  ): AsyncGenerator<StepEvent, void> {
    const { ref, deps } = of(thread);
    const { after: place } = checkedQuery(eventsQuery, { after });
    const tail = await tailEvents(ref, place, { pollMs: deps.pollMs, signal }, deps);
    if (!tail.drained) yield* tail.events;
  }

  function of(thread: string): { readonly ref: ThreadRef; readonly deps: Scope["deps"] } {
    const { tenant, deps } = scopeOf();
    assertIds(thread);
    return { ref: { tenant, thread }, deps };
  }
}
