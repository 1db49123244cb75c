// The place in a history where a fork leaves it: the run that goes on there, and what everything before it has cost.

import { counts, isSearch } from "../../kernel/choice/bridged_choice.ts";
import { isOnce } from "../../kernel/choice/resolve.ts";
import { readLoopKey, rememberPlan } from "../../kernel/choice/loop_guard.ts";
import type { Agent } from "../../core/agent.ts";
import { type AssistantEntry, type CallBlock, type Entry, listCalls } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { RunState } from "../../core/state.ts";
import type { ThreadHeader, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { SEARCH_TOOLS } from "../../core/tool/tool_selection.ts";
import { isForced, permits } from "../../core/tool_choice.ts";
import type { Counters } from "../../core/usage.ts";
import { unpackEntry } from "../../kernel/stored_history/blobs.ts";
import { lengthUpTo } from "../../kernel/stored_history/entry_at.ts";
import { readMeta, readState } from "../../kernel/stored.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { threadUnknown } from "../../kernel/snapshot.ts";

/** Entries read at once. */
const PAGE = 50;

/** Plans that the loop guard looks back on; the next plan bounds the list again. */
const RECENT_PLANS = 25;

/** The shared and the other entries of a fork, and the run that goes on at the cut. */
export interface ForkPoint {
  /** Entries that the fork shares. */
  readonly length: number;
  /** Index of the entry that began the run; undefined without a user entry. */
  readonly input: number | undefined;
  /** The shared entries from there on; all of them when no user entry is there. */
  readonly run: readonly Entry[];
  /** The last plan of the run, and its calls that have no observation. */
  readonly plan: AssistantEntry | undefined;
  readonly unanswered: readonly CallBlock[];
  /** AgentState.recent with and without that plan. */
  readonly recent: readonly string[];
  readonly recentBeforePlan: readonly string[];
  /** The entries of the source that are not shared. */
  readonly behind: readonly Entry[];
}

type Deps = Pick<RuntimeDeps, "store">;

/** Where a history is cut: see ForkOptions. */
export interface ForkCut {
  readonly version: number;
  readonly replan?: boolean | undefined;
  readonly before?: string | undefined;
}

/** `replan` cuts before the last plan of the run, `before` before an input. Reads the run at the cut and everything behind it. */
export async function readForkPoint(
  ref: ThreadRef,
  header: ThreadHeader,
  { version, replan, before }: ForkCut,
  deps: Deps,
): Promise<ForkPoint> {
  const end = version === header.version
    ? header.length
    : await lengthUpTo(ref, version, header.length, deps);
  const cut = before === undefined ? end : await indexOfInput(ref, before, end, deps);
  const whole = await runBefore(ref, cut, deps);
  const dropped = replan ? whole.entries.findLastIndex((entry) => entry.type === "assistant") : -1;
  const run = dropped < 0 ? whole.entries : whole.entries.slice(0, dropped);
  const length = whole.start + run.length;
  const later = await readAll(ref, cut, header.length, deps);
  const plan = run.findLast((entry) => entry.type === "assistant");
  const answered = new Set(run.map((entry) => entry.type === "tool" ? entry.callId : undefined));
  const plans = run.filter((entry) => entry.type === "assistant");
  const key = readLoopKey({ meta: readMeta(ref, header), state: readState(ref, header) });
  return {
    length,
    input: run[0]?.type === "user" ? whole.start : undefined,
    run,
    plan,
    unanswered: plan === undefined ? [] : listCalls(plan).filter(({ id }) => !answered.has(id)),
    recent: rememberPlans(plans, key),
    recentBeforePlan: rememberPlans(plans.slice(0, -1), key),
    behind: [...whole.entries.slice(run.length), ...later],
  };
}

function rememberPlans(plans: readonly AssistantEntry[], key: string): readonly string[] {
  let recent: readonly string[] = [];
  for (const plan of plans) {
    const calls = listCalls(plan);
    if (calls.length > 0) recent = rememberPlan(recent, calls, { limit: RECENT_PLANS, key });
  }
  return recent;
}

/**
 * The cost of the shared history: the counters of the source less the cost that the entries behind the cut show. A cost that
 * no entry shows (a failed plan, a summary) stays counted. The wall time and the price are divided evenly over the steps.
 */
export function costBefore(
  { counters, version: newest }: Pick<ThreadHeader, "counters" | "version">,
  version: number,
  { behind }: ForkPoint,
): Counters {
  const steps = Math.max(0, counters.steps - (newest - version));
  let { calls, inputTokens, outputTokens, cachedTokens, microDollars } = counters;
  for (const entry of behind) {
    if (
      entry.type === "tool" && entry.name !== SEARCH_TOOLS &&
      (entry.outcome === "completed" || entry.outcome === "unknown" || entry.ms > 0)
    ) {
      calls--;
    }
    if (entry.type !== "assistant") continue;
    inputTokens -= entry.usage.inputTokens;
    outputTokens -= entry.usage.outputTokens;
    cachedTokens -= entry.usage.cachedTokens ?? 0;
    microDollars -= entry.usage.microDollars ?? 0;
  }
  return {
    steps,
    calls: Math.max(0, calls),
    inputTokens: Math.max(0, inputTokens),
    outputTokens: Math.max(0, outputTokens),
    cachedTokens: Math.max(0, cachedTokens),
    wallMs: counters.steps === 0 ? 0 : Math.round(counters.wallMs * steps / counters.steps),
    microDollars: Math.max(0, microDollars),
  };
}

/** The run as it stood at the cut. What no entry shows is that of the source when its run is the same, else from the agent. */
export function runAt({ input, run }: ForkPoint, stored: RunState, agent: Agent | undefined): RunState {
  if (input === undefined) return { execution: agent?.execution ?? "loop", steps: 0 };
  const isSame = stored.input === input;
  const plans = run.filter((entry) => entry.type === "assistant");
  const requested = plans.find(({ choice }) => choice?.source === "request")?.choice?.requested;
  return {
    execution: isSame ? stored.execution : agent?.execution ?? "loop",
    choice: isSame ? stored.choice : requested,
    parallel: isSame ? stored.parallel : undefined,
    onUnsupported: isSame ? stored.onUnsupported : undefined,
    clientTools: isSame ? stored.clientTools : undefined,
    limits: isSame ? stored.limits : undefined,
    began: isSame ? stored.began : undefined,
    satisfied: plans.some((plan) => satisfiesForced(plan, agent)) ? true : undefined,
    acted: run.some((entry) => entry.type === "tool" && !isSearch(entry.name, agent ?? {}))
      ? true
      : undefined,
    steps: plans.length,
    input,
  };
}

/** As verifyChoice decides it of the same answer: it was whole, and one of its calls is permitted and of a tool of the agent. */
function satisfiesForced(plan: AssistantEntry, agent: Agent | undefined): boolean {
  const { choice, finish } = plan;
  if (choice === undefined || choice.source === "condition") return false; // the policy's state has those
  const own = choice.underlying ?? choice.requested;
  if (!isForced(own) && !isOnce(own)) return false;
  if (finish === "length" || finish === "content_filter") return false;
  const isThere = (called: string) =>
    agent === undefined || agent.threadTools !== undefined || agent.tools.some(({ name }) => name === called);
  const satisfies = (called: string) => permits(choice.requested, called) && counts(own, called, agent ?? {});
  return listCalls(plan).some(({ name, via }) =>
    satisfies(name) && isThere(name) || via !== undefined && satisfies(via.name)
  );
}

/** True when the call has run, or may have run, in the source. */
export function runsInSource(callId: string, { behind }: ForkPoint, { marks }: ThreadSnapshot): boolean {
  if (marks.get(callId)?.startedEpoch !== undefined) return true;
  return behind.some((entry) =>
    entry.type === "tool" && entry.callId === callId &&
    (entry.outcome === "completed" || entry.outcome === "failed" || entry.outcome === "unknown")
  );
}

/** The index of an input of the last commit before `end`. */
async function indexOfInput(ref: ThreadRef, id: string, end: number, deps: Deps): Promise<number> {
  const { start, entries } = await runBefore(ref, end, deps);
  const index = entries.findIndex((entry) => entry.id === id);
  if (index >= 0) return start + index;
  throw new AgentError("version_unknown", `The commit of thread ${ref.thread} has no input ${id}.`);
}

/** The entries before `end` from the last input on: the last user entry, with those of the same commit before it. */
async function runBefore(
  ref: ThreadRef,
  end: number,
  deps: Deps,
): Promise<{ start: number; entries: readonly Entry[] }> {
  let entries: readonly Entry[] = [];
  for (let start = end; start > 0;) {
    const from = Math.max(0, start - PAGE);
    entries = [...await readAll(ref, from, start, deps), ...entries];
    start = from;
    const first = firstOfInput(entries);
    if (first > 0) return { start: start + first, entries: entries.slice(first) };
  }
  return { start: 0, entries };
}

// Not the first of a page: the entry before it may be of the same input.
function firstOfInput(entries: readonly Entry[]): number {
  let first = entries.findLastIndex((entry) => entry.type === "user" && entry.plan === undefined);
  while (first > 0) {
    const before = entries[first - 1];
    if (before?.type !== "user" || before.version !== entries[first]?.version) return first;
    first--;
  }
  return first;
}

async function readAll(ref: ThreadRef, from: number, to: number, deps: Deps): Promise<Entry[]> {
  const entries: Entry[] = [];
  while (from + entries.length < to) {
    const next = from + entries.length;
    const more = await entriesFrom(ref, next, Math.min(PAGE, to - next), deps);
    if (more.length === 0) throw threadUnknown(ref);
    entries.push(...more);
  }
  return entries;
}

async function entriesFrom(ref: ThreadRef, after: number, limit: number, { store }: Deps): Promise<Entry[]> {
  const window = await store.history(ref, { after, limit });
  if (window === undefined) throw threadUnknown(ref);
  return await Promise.all(window.entries.map((text) => unpackEntry(store, ref, text)));
}
