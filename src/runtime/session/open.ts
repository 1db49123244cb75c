// Session: one lease on one thread, opened by begin and moved from step to step. What refuses it is in admission.ts; a
// refusal leaves nothing behind.

import type { Agent } from "../../core/agent.ts";
import type { CallMark, PlannedCall } from "../../core/call.ts";
import type { UserEntry } from "../../core/entry.ts";
import { AgentError, failureFields } from "../../core/error.ts";
import { newId } from "../../core/id.ts";
import { readEntry } from "../../core/stored_entry.ts";
import { type AgentState, NEW_STATE, type RunState, SCHEMA, type ThreadMeta } from "../../core/state.ts";
import type {
  BeginOutcome,
  BeginRequest,
  HeldHistory,
  HistoryWindow,
  NewThread,
  ThreadHeader,
  ThreadRef,
} from "../../core/store.ts";
import {
  agentOf,
  assertApproved,
  assertAskable,
  assertAwake,
  assertCallsKnown,
  assertRested,
  assertWhole,
  assertWorthRestarting,
  type Begun,
  findAgent,
  refusalOf,
} from "./admission.ts";
import { metaOf, pendingCalls, stateOf } from "../result.ts";
import { isReference, storedSize, unpackEntry, unpackText } from "../history/blobs.ts";
import { exhausted } from "./budget.ts";
import { fitsWhole, ReadHistory, startOfWindow, toTask } from "../history/window.ts";
import type { KeptHistory } from "../history/history_cache.ts";
import type { ResolvedModel, RuntimeDeps, StepRequest } from "../request.ts";
import { assertAnswerable, assertPredictionEnds } from "./tool_results.ts";

/** How long a lease lasts without a sign of life; a running step renews it at a third of that. */
export const LEASE_MS = 30_000;

export interface Session {
  readonly ref: ThreadRef;
  readonly owner: string;
  readonly agent: Agent;
  readonly model: ResolvedModel;
  readonly meta: ThreadMeta;
  /** As of the last begin or advance. */
  readonly header: ThreadHeader;
  readonly state: AgentState;
  readonly history: ReadHistory;
  readonly pending: readonly PlannedCall[];
  readonly marks: ReadonlyMap<string, CallMark>;
  readonly inbox: readonly UserEntry[];
  /** The pending calls were only predicted and a new input goes on without them: they are not run. */
  readonly abandoned: boolean;
  /** The inbox texts that begin queued for this request: they go again when the request is given up. */
  readonly inputs: readonly string[];
  /** Facts for the caller that did not stop the request. */
  readonly notes: readonly { readonly code: string; readonly message: string }[];
}

export type Opened =
  | { readonly type: "open"; readonly session: Session }
  | { readonly type: "replayed"; readonly outcome: Extract<BeginOutcome, { type: "replayed" }> }
  | { readonly type: "queued"; readonly waiting: number };

/** Begins the step that the request asks for. Throws AgentError for every refusal. */
export async function openSession(request: StepRequest, deps: RuntimeDeps): Promise<Opened> {
  assertWhole(request);
  const agent = request.agent === undefined ? undefined : findAgent(request.agent, deps);
  if (agent) await assertAskable(request, agent, deps);
  const kept = deps.histories.get(request.ref);
  const begin = toBegin(request, agent, kept, deps);
  const outcome = await beginOrRestart(begin, request, deps);
  switch (outcome.type) {
    case "begun":
      return { type: "open", session: await admit(outcome, begin, kept, request, deps) };
    case "replayed":
      return { type: "replayed", outcome };
    case "queued":
      return { type: "queued", waiting: outcome.waiting };
    default:
      throw refusalOf(outcome, request);
  }
}

// A restart cancels before anything can be refused, so it is tried as a plain begin first.
async function beginOrRestart(
  begin: BeginRequest,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<BeginOutcome> {
  if (begin.busy !== "restart") return await deps.store.begin(begin);
  const outcome = await deps.store.begin({ ...begin, busy: "reject" });
  if (outcome.type !== "busy") return outcome;
  await assertWorthRestarting(request, deps);
  return await deps.store.begin(begin);
}

function toBegin(
  request: StepRequest,
  agent: Agent | undefined,
  kept: KeptHistory | undefined,
  deps: RuntimeDeps,
): BeginRequest {
  const at = deps.clock();
  const texts = request.inputs.map((text) => {
    const entry: UserEntry = { type: "user", id: newId("entry", deps.random), at, version: 0, text };
    return JSON.stringify(entry);
  });
  const readers = agent ? [agent] : [...deps.agents.values()];
  return {
    ref: request.ref,
    owner: newId("run", deps.random),
    leaseMs: LEASE_MS,
    ...(agent ? { create: newThread(agent, request, at) } : {}),
    ...(request.expectedVersion === undefined ? {} : { expectedVersion: request.expectedVersion }),
    ...(request.idempotency === undefined ? {} : { idempotency: request.idempotency }),
    schema: SCHEMA,
    inputs: texts,
    busy: request.busy,
    window: {
      entries: Math.max(1, ...readers.map((reader) => reader.limits.historyEntries)),
      bytes: Math.max(1, ...readers.map((reader) => reader.limits.historyBytes)),
    },
    ...(kept ? { held: heldOf(kept) } : {}),
  };
}

function heldOf({ version, owner, history: { start, end } }: KeptHistory): HeldHistory {
  return { version, owner, start, length: end };
}

/** What a store needs to create a thread of the agent. */
export function newThread(
  agent: Agent,
  given: Pick<StepRequest, "metadata" | "plan">,
  createdAt: number,
): NewThread {
  const meta: ThreadMeta = {
    agent: agent.name,
    agentHash: agent.hash,
    metadata: given.metadata ?? {},
    ...(given.plan === undefined ? {} : { plan: given.plan }),
    createdAt,
  };
  return { meta: JSON.stringify(meta), state: JSON.stringify(NEW_STATE), schema: SCHEMA, createdAt };
}

// From here on the thread is ours: whatever refuses the request now must give it back.
async function admit(
  begun: Begun,
  begin: BeginRequest,
  kept: KeptHistory | undefined,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<Session> {
  try {
    return await read(begun, begin, kept, request, deps);
  } catch (refusal) {
    await giveBack({ ...begin, header: begun.header }, request, deps);
    throw refusal;
  }
}

/** Undoes a begin as far as the store can be reached; else its lease runs out by itself. */
export async function giveBack(
  { ref, owner, header: { epoch }, inputs }: Pick<Session, "ref" | "owner" | "header" | "inputs">,
  { idempotency }: StepRequest,
  deps: RuntimeDeps,
): Promise<void> {
  try {
    await deps.store.abandon({ ref, owner, epoch, inputs, ...(idempotency ? { idempotency } : {}) });
  } catch (error) {
    deps.log("warn", "could not give the thread back", { thread: ref.thread, ...failureFields(error) });
  }
}

async function read(
  begun: Begun,
  { ref, owner, inputs }: BeginRequest,
  kept: KeptHistory | undefined,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<Session> {
  const { header, marks } = begun;
  const meta = metaOf(ref, header);
  const stored = stateOf(ref, header);
  const agent = await agentOf(meta, request, deps);
  const pending = pendingCalls(ref, begun.pending);
  const inbox = begun.inbox.map((text) => toInput(text, ref));
  const outstanding = { pending, marks, run: stored.run };
  if (!begun.resumed) assertCallsKnown(request, pending);
  assertAnswerable(request, outstanding);
  assertAwake(begun, request);
  assertPredictionEnds(request, outstanding, inbox.length > 0);
  assertApproved(pending, begun, request);
  assertRested(stored, deps);
  const input = inbox.length > 0 ? header.length + pending.length : undefined;
  const going = runOf(stored.run, agent, request, input, begun.resumed);
  const hasChanged = agent.hash !== (going.agentHash ?? meta.agentHash);
  const run = hasChanged ? { ...going, agentHash: agent.hash } : going;
  const budget = exhausted(agent, header.counters, run);
  if (budget) throw budget;
  return {
    ref,
    owner,
    agent,
    model: await deps.model(agent.model),
    meta,
    header,
    state: { ...stored, run, recent: inbox.length > 0 ? [] : stored.recent },
    history: await readHistory(begun, kept, run, agent, ref, deps),
    pending,
    marks,
    inbox,
    abandoned: stored.run.execution === "predict" && inbox.length > 0,
    inputs,
    notes: [...hasChanged ? [agentChanged(agent, ref)] : [], ...notesOf(begun, request)],
  };
}

function agentChanged({ name }: Agent, { thread }: ThreadRef): Session["notes"][number] {
  const message =
    `Agent ${name} has changed since thread ${thread} was created; the thread goes on with the new definition.`;
  return { code: "agent_changed", message };
}

function notesOf({ created }: Begun, { metadata, plan }: StepRequest): Session["notes"] {
  if (created || (metadata === undefined && plan === undefined)) return [];
  const message = "metadata and plan are set when a thread is created; this thread keeps what it has.";
  return [{ code: "thread_exists", message }];
}

/**
 * The run that goes on, or a new one when there is new input (`input`: index of its entry). A request that is `resumed` may
 * have satisfied its choice before.
 */
export function runOf(
  run: RunState,
  agent: Agent,
  asked: Pick<StepRequest, "toolChoice" | "parallel" | "execution" | "onUnsupported">,
  input: number | undefined,
  resumed: boolean,
): RunState {
  const choice = {
    ...(asked.toolChoice === undefined ? {} : { choice: asked.toolChoice, parallel: asked.parallel }),
    ...(asked.onUnsupported === undefined ? {} : { onUnsupported: asked.onUnsupported }),
  };
  if (input !== undefined) {
    return { execution: asked.execution ?? agent.execution, steps: 0, input, ...choice };
  }
  if (
    asked.toolChoice === undefined && asked.execution === undefined && asked.onUnsupported === undefined
  ) return run;
  const { satisfied: _satisfied, ...rest } = run;
  return {
    ...(asked.toolChoice === undefined || resumed ? run : rest),
    ...choice,
    execution: asked.execution ?? run.execution,
  };
}

async function readHistory(
  begun: Begun,
  kept: KeptHistory | undefined,
  run: RunState,
  agent: Agent,
  ref: ThreadRef,
  deps: RuntimeDeps,
): Promise<ReadHistory> {
  const { window, heldIsCurrent, header: { base } } = begun;
  const history = kept && heldIsCurrent
    ? kept.history.append(await wholeTexts(window.entries, ref, deps)).within(agent, base)
    : await readWindow(window, base, agent, ref, deps);
  return history.withTask(await taskOf(run, history, ref, deps));
}

async function readWindow(
  { start, entries }: HistoryWindow,
  base: number,
  agent: Agent,
  ref: ThreadRef,
  deps: RuntimeDeps,
): Promise<ReadHistory> {
  const before = start - base;
  const isWhole = !entries.some(isReference) && fitsWhole(entries, before, agent);
  const first = isWhole ? 0 : startOfWindow(entries.map(storedSize), before, agent);
  return new ReadHistory(start + first, await wholeTexts(entries.slice(first), ref, deps));
}

async function wholeTexts(
  texts: readonly string[],
  ref: ThreadRef,
  { store }: RuntimeDeps,
): Promise<readonly string[]> {
  if (!texts.some(isReference)) return texts;
  return await Promise.all(texts.map((text) => unpackText(store, ref, text)));
}

// The text that began the run, when its entry has left the window.
async function taskOf(
  { input, task }: RunState,
  { start }: ReadHistory,
  ref: ThreadRef,
  { store }: RuntimeDeps,
): Promise<string | undefined> {
  if (input === undefined || input >= start) return undefined;
  if (task !== undefined) return task;
  const page = await store.history(ref, { after: input, limit: 1 });
  const text = page?.entries[0];
  const entry = text === undefined ? undefined : await unpackEntry(store, ref, text);
  return entry?.type === "user" ? toTask(entry) : undefined;
}

/** An inbox text as the user entry it is. */
export function toInput(text: string, ref: ThreadRef): UserEntry {
  const entry = readEntry(text);
  if (entry.type === "user") return entry;
  throw new AgentError("store_failed", `The inbox of thread ${ref.thread} holds a ${entry.type} entry.`);
}
