// What plugins say of the calls that a fork plans anew: one that people have to release waits for them in the fork, too.

import type { Agent } from "../../core/agent.ts";
import type { CallBlock } from "../../core/entry.ts";
import type { AgentState, ThreadMeta } from "../../core/state.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { writeEntry } from "../../kernel/history/codec.ts";
import { ReadHistory } from "../../kernel/history/read_history.ts";
import { unpackEntry } from "../../kernel/stored_history/blobs.ts";
import { readStates } from "../../kernel/hooks/in_step/read_states.ts";
import { buildFacts, loadPlugins } from "../../kernel/hooks/in_step/session_plugins.ts";
import { storedSlices } from "../../kernel/hooks/in_step/stored_slices.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { type JudgedPlan, judgePlan } from "../../kernel/step/judge_plan.ts";
import { threadUnknown } from "../../kernel/snapshot.ts";

/** Entries of one read. */
const PAGE = 200;

/** A fork before it is made. */
export interface PlannedFork {
  readonly source: ThreadRef;
  readonly target: ThreadRef;
  readonly meta: ThreadMeta;
  /** Entries of the source that it shares. */
  readonly length: number;
  readonly calls: readonly CallBlock[];
  /** Of the deployment. */
  readonly own: Agent;
  /** With the tools of its servers and of the caller. */
  readonly agent: Agent;
  /** What the fork keeps of the states of plugins; the others are what the shared entries lead to. */
  readonly state: AgentState;
}

/**
 * The verdicts, from the states that the first step of the fork will find, and by what plugins load for its thread.
 *
 * @throws {AgentError} plugin_missing, plugin_failed, schema_unsupported, or that of a plugin that loads - a step of the fork would be
 * refused with it
 * @throws {AgentError} thread_unknown - the source was removed meanwhile
 */
export async function judgeFork(
  { source, target, meta, length, calls, own, agent, state }: PlannedFork,
  deps: Pick<RuntimeDeps, "agents" | "plugins" | "store" | "log">,
): Promise<JudgedPlan> {
  deps.plugins.assertNoneMissing(storedSlices(state));
  const compiled = calls.length === 0 ? undefined : await loadPlugins({ ref: target, agent }, deps);
  const header = { counters: ZERO_COUNTERS };
  const thread = { ref: target, agent, meta, user: meta.user, header, pending: [], state, own };
  if (compiled === undefined) return judgePlan({ ...thread, plugins: undefined }, calls, agent.tools, deps);
  const hasStates = compiled.plugins.some(({ slices }) => slices !== undefined);
  const history = hasStates
    ? await newestEntries(source, length, own.limits.historyEntries, deps)
    : new ReadHistory(length, []);
  const plan = readStates(compiled, state, { history, imported: [] }, buildFacts(thread));
  compiled.assertWhole(plan);
  return judgePlan({ ...thread, plugins: { compiled, plan } }, calls, agent.tools, deps);
}

/** At most so many of the shared entries, which are those that the window of the fork begins with. */
export async function newestEntries(
  source: ThreadRef,
  length: number,
  most: number,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<ReadHistory> {
  const start = Math.max(0, length - most);
  const texts: string[] = [];
  while (start + texts.length < length) {
    const after = start + texts.length;
    const page = await store.history(source, { after, limit: Math.min(PAGE, length - after) });
    if (page === undefined || page.entries.length === 0) throw threadUnknown(source);
    const whole = await Promise.all(page.entries.map((text) => unpackEntry(store, source, text)));
    texts.push(...whole.map(writeEntry));
  }
  return new ReadHistory(start, texts);
}
