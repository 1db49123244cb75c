// Runs an agent for one attempt, in a thread of its own in memory, and says what was observed.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { StepEvent } from "../../core/event.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Execution } from "../../core/tool_choice.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import type { EntryView } from "../../core/contract/entries.ts";
import { CountGroups } from "../../kernel/hooks/count_groups.ts";
import { HistoryCache } from "../../kernel/stored_history/history_cache.ts";
import { NO_CONTRIBUTIONS, type RuntimeDeps } from "../../kernel/deps.ts";
import type { RunDeps } from "../../kernel/run_deps.ts";
import type { StepRequest, Until } from "../../kernel/request.ts";
import type { RunResult } from "../../kernel/result.ts";
import { startRun } from "../../kernel/run.ts";
import { decideApproval } from "../../kernel/threads/decide_approval.ts";
import { readHistory } from "../../kernel/threads/threads.ts";
import { createMemoryStore } from "../../stores/embedded/memory.ts";
import type { ObservedCall, ObservedRun } from "../data/attempt.ts";
import type { StubPlayer } from "./stubs.ts";

/** Rounds of approvals that a run may ask for before it is left as it is. */
const MAX_ROUNDS = 100;

/** Bytes of what a thread in memory may keep in caches. */
const CACHE_BYTES = 1_000_000;

/**
 * What calls are answered that people would have to decide. `approve`: by as many as are needed; `leave`: the run ends there, as it does
 * for a caller that may answer `once`, where further people are needed.
 */
export type Approvals = "approve" | "deny" | "leave" | { readonly by: string; readonly once: boolean };

/** What is run. */
export interface CaseRun {
  readonly agent: Agent;
  /** Agents that it may hand work to. */
  readonly agents?: readonly Agent[];
  readonly tenant: string;
  /** Of the thread; none by default. */
  readonly user?: string | undefined;
  readonly inputs: readonly string[];
  readonly execution?: Execution;
  readonly until: Until;
  readonly approvals: Approvals;
  readonly player?: StubPlayer;
}

/**
 * The run of an agent.
 *
 * @throws {AgentError} the run was refused before it began; `store_*`
 */
export async function runCase(run: CaseRun, deployment: RunDeps): Promise<ObservedRun> {
  const deps = inMemory(run, deployment);
  const ref = { tenant: run.tenant, thread: "evaluation" };
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let last: RunResult | undefined;
  for (const input of run.inputs) {
    for await (const result of runInput(run, ref, input, deps)) {
      last = result;
      usage = addUsage(usage, result.usage);
      for (const { id } of callsAwaiting("people", result.calls)) run.player?.held.add(id);
    }
    if (last?.error !== undefined) break;
  }
  if (last === undefined) throw new AgentError("invalid_request", "A case has at least one input.");
  return {
    type: "run",
    calls: listObservedCalls(await readEntries(ref, deps)),
    answer: last.output,
    status: last.thread.status,
    steps: last.step,
    tokens: usage.inputTokens + usage.outputTokens,
    model: last.model,
    error: last.error && { code: last.error.code, message: last.error.message },
    unstubbed: [...run.player?.unstubbed ?? []],
    stubsUsed: run.player?.used ?? [],
  };
}

/** The deployment with a store in memory: nothing is kept, no thread is woken, and no budget of a tenant is booked. */
export function inMemory(
  { agent, agents = [] }: Pick<CaseRun, "agent" | "agents">,
  deployment: RunDeps,
): RunDeps {
  return {
    ...deployment,
    store: createMemoryStore(),
    agents: new Map([agent, ...agents].map((each) => [each.name, each])),
    histories: new HistoryCache(CACHE_BYTES),
    countGroups: new CountGroups(),
    accounts: undefined,
    ledger: false,
    contributions: NO_CONTRIBUTIONS,
    wakes: {
      knows: () => false,
      schedule: () => Promise.resolve(),
      handle: () => Promise.resolve({ type: "stale" }),
      pump: () => Promise.resolve({ woken: 0, stale: 0 }),
    },
  };
}

/** The result of an input, and those behind the approvals that it waits for. */
export async function* runInput(
  { agent, user, execution, until, approvals }: Omit<CaseRun, "tenant" | "inputs" | "player">,
  ref: ThreadRef,
  input: string,
  deps: RunDeps,
  emit: (event: StepEvent) => void = () => {},
): AsyncGenerator<RunResult> {
  let inputs = [input];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const request: StepRequest = {
      ref,
      ...(user !== undefined && { user }),
      agent: agent.name,
      inputs,
      until,
      toolResults: [],
      busy: "reject",
      resumable: false,
      execution,
    };
    const started = await startRun(request, deps);
    if (started.type === "queued") return;
    const result = await started.run(emit);
    yield result;
    const waiting = callsAwaiting("people", result.calls);
    if (execution === "predict" || result.error !== undefined || waiting.length === 0) return;
    const deciders = waiting.map(({ approval }) => listDeciders(approvals, approval?.needed ?? 1));
    if (deciders.some((people) => people.length === 0)) return;
    for (const [index, { id }] of waiting.entries()) {
      for (const by of deciders[index] ?? []) {
        const answer = { approved: approvals !== "deny", by, via: "api" as const };
        await decideApproval(ref, id, answer, deps, { defer: () => {} });
      }
    }
    inputs = [];
  }
}

/** Who answers a call that this many people have to approve; no person where the run ends there. */
function listDeciders(approvals: Approvals, needed: number): readonly string[] {
  if (approvals === "leave") return [];
  if (approvals === "deny") return ["evaluation:1"];
  const people = Array.from({ length: needed }, (_, index) => index + 1);
  if (approvals === "approve") return people.map((person) => `evaluation:${person}`);
  if (needed > 1 && approvals.once) return [];
  return people.map((person) => person === 1 ? approvals.by : `${approvals.by}:${person}`);
}

/** The whole history of a thread. */
export async function readEntries(ref: ThreadRef, deps: RuntimeDeps): Promise<EntryView[]> {
  const entries: EntryView[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await readHistory(ref, { after, limit: 200 }, deps);
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}

/** The calls in a history, each with what it came to. */
export function listObservedCalls(entries: readonly EntryView[]): ObservedCall[] {
  const ends = new Map(entries.flatMap((entry) => entry.type === "tool" ? [[entry.callId, entry]] : []));
  return entries.flatMap((entry) => {
    if (entry.type !== "assistant") return [];
    return entry.blocks.filter((block) => block.type === "call").map(({ id, name, args }) => {
      const end = ends.get(id);
      return {
        name,
        args,
        outcome: end?.outcome,
        output: end?.output,
        error: end?.error?.message,
      };
    });
  });
}
