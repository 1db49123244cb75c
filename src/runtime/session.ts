// Session: one lease on one thread, opened by begin and moved from step to step. Opening refuses whatever can be refused
// before anything is spent, and a refusal leaves nothing behind.

import { assertPossible } from "../choice/resolve.ts";
import type { Agent } from "../core/agent.ts";
import type { CallMark, PlannedCall } from "../core/call.ts";
import type { Entry, UserEntry } from "../core/entry.ts";
import { AgentError, unreachable } from "../core/error.ts";
import { newId } from "../core/id.ts";
import { type AgentState, NEW_STATE, type RunState, SCHEMA, type ThreadMeta } from "../core/state.ts";
import type { BeginOutcome, BeginRequest, NewThread, ThreadHeader, ThreadRef } from "../core/store.ts";
import { pendingCalls } from "./answer.ts";
import { packEntries, unpackEntry } from "./blobs.ts";
import { exhausted } from "./budget.ts";
import type { ResolvedModel, RuntimeDeps, StepRequest } from "./request.ts";

/** How long a lease lasts without a sign of life; a running step renews it at a third of that. */
export const LEASE_MS = 30_000;

/** The history that plans read: decoded, oldest first, with the size of each entry's text. */
export interface ReadHistory {
  readonly entries: readonly Entry[];
  readonly sizes: readonly number[];
  /** Index of `entries[0]` in the whole history. */
  readonly start: number;
  /** The beginning of the text that began the run, when that entry has left the window. */
  readonly task?: string;
}

/** Most characters of a task that left the window: it is kept in the state, which every commit writes. */
const TASK_LIMIT = 500;

/** A task as it is kept. */
export function toTask({ text }: UserEntry): string {
  return text.length <= TASK_LIMIT ? text : `${text.slice(0, TASK_LIMIT - 2).toWellFormed()} …`;
}

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
  const agent = request.agent === undefined ? undefined : findAgent(request.agent, deps);
  if (agent) {
    if (request.toolChoice) assertPossible(request.toolChoice, agent);
    deps.model(agent.model);
  }
  const begin = await toBegin(request, agent, deps);
  const outcome = await deps.store.begin(begin);
  switch (outcome.type) {
    case "begun":
      return { type: "open", session: await admit(outcome, begin, request, deps) };
    case "replayed":
      return { type: "replayed", outcome };
    case "queued":
      return { type: "queued", waiting: outcome.waiting };
    default:
      throw refusalOf(outcome, request);
  }
}

/** Throws `agent_unknown`. */
export function findAgent(name: string, deps: Pick<RuntimeDeps, "agents">): Agent {
  const agent = deps.agents.get(name);
  if (agent) return agent;
  const known = [...deps.agents.keys()].sort().join(", ");
  throw new AgentError("agent_unknown", `There is no agent ${name}; this deployment has: ${known}.`, {
    problems: [{ pointer: "/agent", detail: `must be one of: ${known}` }],
  });
}

async function toBegin(
  request: StepRequest,
  agent: Agent | undefined,
  deps: RuntimeDeps,
): Promise<BeginRequest> {
  const at = deps.clock();
  const entries = request.inputs.map((text): UserEntry => {
    return { type: "user", id: newId("entry", deps.random), at, version: 0, text };
  });
  const { texts } = await packEntries(deps.store, request.ref, entries);
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
  };
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

function refusalOf(
  outcome: Exclude<BeginOutcome, { type: "begun" | "replayed" | "queued" }>,
  { ref, expectedVersion, idempotency }: StepRequest,
): AgentError {
  const thread = `Thread ${ref.thread}`;
  const after = (ms: number) => `retry after ${ms} ms`;
  switch (outcome.type) {
    case "missing":
      return new AgentError("thread_unknown", `${thread} does not exist; name an agent to create it.`);
    case "unsupported":
      return new AgentError(
        "schema_unsupported",
        `${thread} was written in schema ${outcome.schema}, this deployment reads ${SCHEMA}; deploy the newer version.`,
      );
    case "mismatch":
      return new AgentError(
        "idempotency_mismatch",
        `Idempotency key ${idempotency?.key} was used for another request; use a new key.`,
      );
    case "in_flight":
      return new AgentError(
        "idempotency_in_flight",
        `The request with idempotency key ${idempotency?.key} is still running; ${
          after(outcome.retryAfterMs)
        }.`,
        { retryAfterMs: outcome.retryAfterMs },
      );
    case "busy":
      return new AgentError(
        "thread_busy",
        `${thread} has a step in progress; ${after(outcome.retryAfterMs)}.`,
        {
          retryAfterMs: outcome.retryAfterMs,
        },
      );
    case "full":
      return new AgentError(
        "inbox_full",
        `${thread} has too many inputs waiting; ${after(outcome.retryAfterMs)}.`,
        {
          retryAfterMs: outcome.retryAfterMs,
        },
      );
    case "conflict":
      return new AgentError(
        "version_conflict",
        `${thread} is at version ${outcome.version}, not ${expectedVersion}; read it again.`,
        { details: { version: outcome.version } },
      );
    case "idle":
      return new AgentError("nothing_to_do", `${thread} is ${outcome.status}; send an input.`, {
        details: { status: outcome.status, version: outcome.version },
      });
    default:
      return unreachable(outcome);
  }
}

type Begun = Extract<BeginOutcome, { type: "begun" }>;

// From here on the thread is ours: whatever refuses the request now must give it back.
async function admit(
  begun: Begun,
  begin: BeginRequest,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<Session> {
  const { ref, owner } = begin;
  try {
    const meta: ThreadMeta = JSON.parse(begun.header.meta);
    const stored: AgentState = JSON.parse(begun.header.state);
    const agent = agentOf(meta, request, deps);
    const pending = pendingCalls(begun.pending);
    assertCallsKnown(request, pending);
    assertApproved(pending, begun, request);
    assertRested(stored, deps);
    const inbox = await Promise.all(begun.inbox.map((text) => unpackInput(deps, ref, text)));
    const firstInput = begun.header.length + pending.length;
    const run = runOf(stored.run, agent, request, inbox.length > 0 ? firstInput : undefined);
    const budget = exhausted(agent, begun.header.counters, run);
    if (budget) throw budget;
    const notes = begun.created || (request.metadata === undefined && request.plan === undefined) ? [] : [{
      code: "thread_exists",
      message: "metadata and plan are set when a thread is created; this thread keeps what it has.",
    }];
    return {
      ref,
      owner,
      agent,
      model: deps.model(agent.model),
      meta,
      header: begun.header,
      state: { ...stored, run, recent: inbox.length > 0 ? [] : stored.recent },
      history: await readHistory(begun, run, ref, deps),
      pending,
      marks: begun.marks,
      inbox,
      abandoned: stored.run.execution === "predict" && inbox.length > 0,
      inputs: begin.inputs,
      notes,
    };
  } catch (refusal) {
    await deps.store.abandon({
      ref,
      owner,
      epoch: begun.header.epoch,
      inputs: begin.inputs,
      ...(request.idempotency === undefined ? {} : { idempotency: request.idempotency }),
    });
    throw refusal;
  }
}

function agentOf(meta: ThreadMeta, request: StepRequest, deps: RuntimeDeps): Agent {
  if (request.agent !== undefined && request.agent !== meta.agent) {
    throw new AgentError(
      "agent_mismatch",
      `Thread ${request.ref.thread} belongs to agent ${meta.agent}, not ${request.agent}; use another thread.`,
    );
  }
  const agent = findAgent(meta.agent, deps);
  if (request.toolChoice) assertPossible(request.toolChoice, agent);
  return agent;
}

function assertCallsKnown({ toolResults, ref }: StepRequest, pending: readonly PlannedCall[]): void {
  const unknown = toolResults.filter(({ callId }) => !pending.some((call) => call.id === callId));
  if (unknown.length === 0) return;
  throw new AgentError(
    "call_unknown",
    `Thread ${ref.thread} has no outstanding call ${unknown.map((result) => result.callId).join(", ")}.`,
    {
      problems: unknown.map((result) => ({
        pointer: `/toolResults/${toolResults.indexOf(result)}/callId`,
        detail: "is not an outstanding call",
      })),
    },
  );
}

// A new input means that the user goes on: calls that nobody approved by then are denied by the executor.
function assertApproved(pending: readonly PlannedCall[], begun: Begun, request: StepRequest): void {
  if (begun.inbox.length > 0 || begun.header.cancelledEpoch > 0 && begun.header.status === "cancelled") {
    return;
  }
  const given = new Set(request.toolResults.map((result) => result.callId));
  const undecided = pending.filter((call) =>
    call.disposition.type === "approve" && begun.marks.get(call.id)?.decision === undefined &&
    !given.has(call.id)
  );
  if (undecided.length === 0) return;
  const ids = undecided.map((call) => call.id).join(", ");
  throw new AgentError("approval_required", `Thread ${request.ref.thread} waits for approval of ${ids}.`, {
    details: { calls: ids },
  });
}

function assertRested({ resumeAt }: AgentState, deps: RuntimeDeps): void {
  const now = deps.clock();
  if (resumeAt === undefined || resumeAt <= now) return;
  throw new AgentError("not_yet", `The model asked for rest; retry after ${resumeAt - now} ms.`, {
    retryAfterMs: resumeAt - now,
  });
}

/** The run that goes on, or a new one when there is new input (`input`: index of its entry). */
export function runOf(
  run: RunState,
  agent: Agent,
  asked: Pick<StepRequest, "toolChoice" | "execution">,
  input: number | undefined,
): RunState {
  const choice = asked.toolChoice === undefined ? {} : { choice: asked.toolChoice };
  if (input !== undefined) {
    return { execution: asked.execution ?? agent.execution, steps: 0, input, ...choice };
  }
  if (asked.toolChoice === undefined && asked.execution === undefined) return run;
  const { satisfied: _satisfied, ...rest } = run;
  return {
    ...(asked.toolChoice === undefined ? run : rest),
    ...choice,
    execution: asked.execution ?? run.execution,
  };
}

async function readHistory(
  begun: Begun,
  run: RunState,
  ref: ThreadRef,
  deps: RuntimeDeps,
): Promise<ReadHistory> {
  const { start, entries: texts } = begun.window;
  const entries = await Promise.all(texts.map((text) => unpackEntry(deps.store, ref, text)));
  const history = { entries, sizes: texts.map((text) => text.length), start };
  if (run.input === undefined || run.input >= start) return history;
  if (run.task !== undefined) return { ...history, task: run.task };
  const page = await deps.store.history(ref, { after: run.input, limit: 1 });
  const text = page?.entries[0];
  const entry = text === undefined ? undefined : await unpackEntry(deps.store, ref, text);
  return entry?.type === "user" ? { ...history, task: toTask(entry) } : history;
}

/** An inbox text as the user entry it is. */
export async function unpackInput(deps: RuntimeDeps, ref: ThreadRef, text: string): Promise<UserEntry> {
  const entry = await unpackEntry(deps.store, ref, text);
  if (entry.type === "user") return entry;
  throw new AgentError("store_failed", `The inbox of thread ${ref.thread} holds a ${entry.type} entry.`);
}
