// Fork: a new thread that shares the history of another up to a version and is independent from there on.

import type { ThreadView } from "../../core/contract/threads.ts";
import type { SummaryEntry, ToolEntry } from "../../core/entry.ts";
import type { Agent } from "../../core/agent.ts";
import type { PlannedCall } from "../../core/call.ts";
import type { CallBlock } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { findChat, newId } from "../../core/text/id.ts";
import { type AgentState, SCHEMA, type ThreadMeta, type ThreadStatus } from "../../core/state.ts";
import { withClientTools } from "../../core/tool/with_client_tools.ts";
import type { ForkRequest, NewThread, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { Counters } from "../../core/usage.ts";
import { writeEntry } from "../../kernel/history/codec.ts";
import { findAgent } from "../../kernel/session/resolve_agent.ts";
import { assertNamesFree } from "../../kernel/session/reserved_names.ts";
import { withThreadTools } from "../../kernel/session/tools_of_thread.ts";
import { readMeta, readPendingCalls, readState } from "../../kernel/stored.ts";
import { resolveTitle, threadView } from "../../kernel/views.ts";
import { costBefore, type ForkPoint, readForkPoint, runAt, runsInSource } from "./fork_point.ts";
import { newNoticeMark } from "../../kernel/session/run_state.ts";
import { facetsOfFork } from "../../kernel/facets.ts";
import { recordOfFork } from "./fork_record.ts";
import { planOfFork } from "./fork_plan.ts";
import { stateBehindSkipped } from "./fork_states.ts";
import { judgeFork } from "./fork_verdicts.ts";
import { callsToMove, findMovedCalls, mayBeOnce, moveCalls } from "./move_calls.ts";
import { readBegunPhases } from "../../kernel/children/begun_phases.ts";
import { judgedNames } from "../../kernel/choice/bridged_choice.ts";
import { asksPeople } from "../../kernel/held_calls/stored_calls.ts";
import { statusAfter, waitsForFields } from "../../kernel/held_calls/thread_status.ts";
import { planCalls } from "../../kernel/step/planned_calls.ts";
import { slicesOfFork } from "../../kernel/hooks/in_step/read_states.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { readSnapshot } from "../../kernel/snapshot.ts";
import type { ForkOptions } from "../../http/ports/forks.ts";

/** What a fork uses of the deployment. */
export type ForkDeps = Pick<
  RuntimeDeps,
  | "store"
  | "clock"
  | "random"
  | "agents"
  | "executor"
  | "sleep"
  | "log"
  | "sources"
  | "plugins"
  | "contributions"
>;

/**
 * Copies agent, plan, metadata, history, what was learned of the model, and what the shared history has cost. Decisions about
 * approvals are not copied. The fork is `done` when its history ends with an answer, `open` when a step without input can go
 * on, `waiting` when it is empty or holds a call that needs approval.
 *
 * @throws {AgentError} thread_unknown, version_unknown, thread_exists, agent_unknown, and invalid_request for `calls` that the
 * version has not, that have run, or that were moved; forbidden - the id is a plugin's; thread_busy - the source has `once` calls to move, and a step of it runs;
 * tools_unavailable, authorization_required - calls are to run whose agent has servers of tools; plugin_missing, plugin_failed,
 * schema_unsupported - calls are to run that a plugin cannot judge
 */
export async function forkThread(
  source: ThreadRef,
  options: ForkOptions,
  deps: ForkDeps,
): Promise<ThreadView> {
  const snapshot = await readSnapshot(source, deps);
  const { header } = snapshot;
  const version = options.version ?? header.version;
  if (version > header.version) {
    throw new AgentError(
      "version_unknown",
      `Thread ${source.thread} is at version ${header.version}, not ${version}.`,
      {
        problems: [{ pointer: "/version", detail: `must be at most ${header.version}` }],
      },
    );
  }
  const point = await readForkPoint(source, header, { ...options, version }, deps);
  const counters = costBefore(header, version, point);
  const parent = readMeta(source, header);
  const target = { tenant: source.tenant, thread: options.thread ?? newId("thread", deps.random) };
  assertNamesFree({ ref: target, user: parent.user, origin: { door: "api" } }, deps.contributions.reserved);
  const { length } = point;
  if (options.calls === "run") await assertNoneBegun(source, point.unanswered, deps);
  const { calls = "skip" } = options;
  const planner = calls === "skip" ? undefined : await withThreadTools(
    findAgent(parent.agent, deps),
    { ref: source, meta: parent, state: readState(source, header) },
    deps,
  );
  const forked = { source, target, version, options, counters, planner };
  const { state, meta, append, createdAt, ...rest } = await toShared(snapshot, point, forked, deps);
  const copied = { source, length, append, version, thread: target.thread, meta };
  const plan = await planOfFork(source, snapshot, length, deps);
  const ids = options.calls === "run"
    ? callsToMove(source, snapshot, point.unanswered, deps)
    : new Set<string>();
  const record = await recordOfFork(copied, deps);
  const thread: NewThread = {
    meta,
    state: JSON.stringify({ ...state, ...plan, record }),
    schema: SCHEMA,
    createdAt,
    facets: facetsOfFork(header, readMeta(source, header), {
      status: rest.status,
      state,
      pending: readPendingCalls(target, rest.pending ?? null),
      source: source.thread,
      chat: findChat(target.thread, source.thread),
    }),
  };
  if (ids.size > 0) {
    if (await deps.store.read(target) !== undefined) throw exists(target);
    await moveCalls(source, { ids, target: target.thread, version: header.version }, deps);
  }
  const isMade = await deps.store.fork({
    ...rest,
    source,
    target,
    version,
    counters,
    length,
    append,
    thread,
  });
  if (!isMade) throw exists(target);
  return threadView(target, (await readSnapshot(target, deps)).header);
}

function exists({ thread }: ThreadRef): AgentError {
  return new AgentError(
    "thread_exists",
    `Thread ${thread} exists already; choose another id or leave it out.`,
  );
}

interface ForkTask {
  readonly source: ThreadRef;
  readonly target: ThreadRef;
  readonly version: number;
  readonly options: ForkOptions;
  readonly counters: Counters;
  /** The agent with the tools of its servers, where calls are planned anew. */
  readonly planner: Agent | undefined;
}

/** What a fork begins with besides its history. */
interface Shared extends Pick<ForkRequest, "append" | "base" | "summary" | "status" | "pending" | "awaits"> {
  readonly state: AgentState;
  /** JSON text of its ThreadMeta. */
  readonly meta: string;
  readonly createdAt: number;
}

async function toShared(
  snapshot: ThreadSnapshot,
  point: ForkPoint,
  { source, target, version, options: { calls = "skip", replan }, counters, planner }: ForkTask,
  deps: ForkDeps,
): Promise<Shared> {
  const { header } = snapshot;
  const at = deps.clock();
  const parent = readMeta(source, header);
  const stored = readState(source, header);
  const agent = deps.agents.get(parent.agent);
  const run = runAt(point, stored.run, agent);
  const isWhole = point.length === header.length;
  const state: AgentState = {
    run: {
      ...run,
      slices: isWhole && stored.run.input === run.input ? stored.run.slices : undefined,
      execution: run.execution === "predict" && calls !== "skip" ? "loop" : run.execution,
    },
    recent: point.recent,
    learned: stored.learned,
    ...shareWindow(stored, point),
    selection: point.length === 0 ? undefined : stored.selection,
    // What was left out stays out: the answers since then were given without it.
    thinkingFrom: stored.thinkingFrom === undefined ? undefined : Math.min(stored.thinkingFrom, point.length),
    extraSteps: stored.extraSteps,
    title: resolveTitle(header, stored),
    updatedAt: at,
    // The rules of the source per thread have counted what the fork shares, and nothing more, when it shares everything.
    rules: isWhole ? stored.rules : undefined,
    ...slicesOfFork(stored, isWhole),
  };
  const plan = { source, target, counters, version, stored, state };
  const pending = calls === "skip" || planner === undefined
    ? []
    : await pendingAt(snapshot, point, { ...plan, calls, planner }, parent, deps);
  const skipped = calls === "skip" ? skipCalls(point, version, at, deps) : [];
  const begins = isWhole && skipped.length > 0 && point.plan !== undefined && agent !== undefined
    ? await stateBehindSkipped(
      {
        source,
        target,
        meta: parent,
        version,
        length: point.length,
        plan: point.plan,
        skipped,
        agent,
        state,
      },
      deps,
    )
    : state;
  const meta: ThreadMeta = {
    ...parent,
    createdAt: at,
    noticeMark: parent.noticeMark ?? stored.noticeMark ?? newNoticeMark(deps.random),
    forkedFrom: {
      thread: source.thread,
      version,
      replan: replan || undefined,
      calls: calls === "skip" ? undefined : calls,
      ...listSources(parent),
    },
  };
  // A summary of entries behind the cut does not belong to the fork. One that was made behind it, of entries before it, does.
  const isSummarized = header.base <= point.length;
  const made = isSummarized ? point.behind.findLast((entry) => entry.type === "summary") : undefined;
  const appended = made === undefined ? skipped : [...skipped, summaryOfFork(made, version, at, deps)];
  return {
    append: appended.map(writeEntry),
    base: isSummarized ? header.base : 0,
    summary: isSummarized ? header.summary : null,
    state: { ...begins, ...waitsForFields(pending) },
    meta: JSON.stringify(meta),
    createdAt: at,
    status: pending.length > 0 ? statusAfter(pending, state.run) : restingStatus(point, skipped),
    pending: pending.length === 0
      ? undefined
      : { ids: pending.map(({ id }) => id), calls: JSON.stringify(pending) },
    awaits: pending.some(asksPeople) ? at : undefined,
  };
}

/** The window and the pins of the source, as far as the fork shares their entries. */
function shareWindow(
  { window, pins }: AgentState,
  { length, run, plan, unanswered }: ForkPoint,
): Pick<AgentState, "window" | "pins"> {
  // A pinned answer whose outcomes are not shared is half of a piece.
  const behind = run.length - run.findLastIndex((entry) => entry === plan);
  const end = unanswered.length === 0 ? length : length - behind;
  return {
    window: window && { ...window, start: window.start < length ? window.start : 0 },
    pins: pins?.filter(([index]) => index < end),
  };
}

/** Most threads that a fork names behind its source. */
const SOURCES = 8;

function listSources({ forkedFrom }: ThreadMeta): { readonly sources?: string[] } {
  if (forkedFrom === undefined) return {};
  return { sources: [forkedFrom.thread, ...forkedFrom.sources ?? []].slice(0, SOURCES) };
}

function restingStatus({ length, plan, run }: ForkPoint, skipped: readonly ToolEntry[]): ThreadStatus {
  if (length === 0) return "waiting";
  const last = run.findLast((entry) => entry.type !== "summary");
  const endsWithAnswer = last !== undefined && last === plan && skipped.length === 0;
  return endsWithAnswer ? "done" : "open";
}

/** The summary that a fork goes on with, as an entry of its own history; its request belongs to the source. */
function summaryOfFork(
  { record: _record, ...made }: SummaryEntry,
  version: number,
  at: number,
  { random }: ForkDeps,
): SummaryEntry {
  return { ...made, id: newId("entry", random), at, version };
}

/** Calls without an observation get a `skipped` one, so that the history is legal for every model. */
function skipCalls(
  { unanswered }: ForkPoint,
  version: number,
  at: number,
  { random }: ForkDeps,
): readonly ToolEntry[] {
  return unanswered.map(({ id, name }): ToolEntry => ({
    type: "tool",
    id: newId("entry", random),
    at,
    version,
    callId: id,
    name,
    outcome: "skipped",
    output: null,
    error: { kind: "cancelled", message: "Forked before this call ran." },
    ms: 0,
  }));
}

/** The pending calls as they would be planned now: what needs approval needs it again. */
async function pendingAt(
  snapshot: ThreadSnapshot,
  point: ForkPoint,
  { source, target, calls, counters, version, stored, state: begins, planner }: {
    readonly source: ThreadRef;
    readonly target: ThreadRef;
    readonly calls: "run" | "rerun";
    readonly counters: Counters;
    readonly version: number;
    readonly stored: AgentState;
    /** Of the fork. */
    readonly state: AgentState;
    readonly planner: Agent;
  },
  meta: ThreadMeta,
  deps: ForkDeps,
): Promise<readonly PlannedCall[]> {
  const { plan, unanswered } = point;
  if (plan === undefined || unanswered.length === 0) {
    throw refusedCalls(`Version ${version} has no pending calls; fork the version that planned them.`);
  }
  const { run } = begins;
  const own = findAgent(meta.agent, deps);
  const agent = withClientTools(own, run.clientTools);
  const once = calls === "run" ? unanswered.filter(({ name }) => mayBeOnce(agent, name)) : [];
  const repeated = once.filter(({ id }) => runsInSource(id, point, snapshot));
  if (repeated.length > 0) {
    throw refusedCalls(
      `The once calls ${formatNames(repeated)} have run in the source; send calls: rerun to run them again.`,
    );
  }
  const moved = findMovedCalls(source, snapshot, point);
  for (const { id, name } of once) {
    const thread = moved.get(id);
    if (thread === undefined || thread === target.thread) continue;
    throw refusedCalls(
      `The once call ${id} (${name}) was moved to thread ${thread}; fork that one, make it where it is missing, or send calls: rerun.`,
    );
  }
  const header = { ...snapshot.header, counters, epoch: 0 };
  const state = { ...stored, recent: point.recentBeforePlan };
  const choice = plan.choice?.requested ?? { type: "auto" };
  const agentOfRun = withClientTools(planner, run.clientTools);
  const judged = planner.threadTools && judgedNames(unanswered, { agent: agentOfRun, own: agent }, choice);
  const { length } = point;
  const verdicts = await judgeFork(
    { source, target, meta, length, calls: unanswered, own, agent: agentOfRun, state: begins },
    deps,
  );
  const facts = {
    ...verdicts,
    finish: plan.finish,
    choice,
    justRun: 0,
    now: deps.clock(),
    check: deps.executor.check,
    judged,
  };
  const thread = { ref: target, agent: agentOfRun, meta, header, state };
  return planCalls(unanswered, facts, thread).calls;
}

function formatNames(calls: readonly CallBlock[]): string {
  return calls.slice(0, 20).map(({ id, name }) => `${id} (${name})`).join(", ");
}

/** A phase would begin anew in the fork, in a thread of its own, and with it the `once` calls of its worker. */
async function assertNoneBegun(
  source: ThreadRef,
  calls: readonly CallBlock[],
  deps: ForkDeps,
): Promise<void> {
  const begun = await readBegunPhases(source, calls, deps);
  if (begun.length === 0) return;
  const names = begun.slice(0, 20).map(({ id, phase }) => `${id} (${phase})`).join(", ");
  throw refusedCalls(
    `The phases of the calls ${names} have begun in the source; send calls: rerun to run them again.`,
  );
}

function refusedCalls(message: string): AgentError {
  return new AgentError("invalid_request", message, { problems: [{ pointer: "/calls", detail: message }] });
}
