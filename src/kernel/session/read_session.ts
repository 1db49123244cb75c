// A session of what begin returned, in five phases: whose thread it is, what its inbox brings, what refuses the request, which run goes on,
// and what the step is equipped with. Nothing has run yet, and the first phase that refuses ends the step.

import { isSearch } from "../choice/bridged_choice.ts";
import { assertPossible } from "../choice/resolve.ts";
import type { Agent } from "../../core/agent.ts";
import type { PlannedCall } from "../../core/call.ts";
import type { Entry, UserEntry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { AgentState, RunState, ThreadMeta } from "../../core/state.ts";
import type { BeginRequest } from "../../core/store/begin.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { ThreadToolSource } from "../../core/tool/thread_tools.ts";
import { isBridgeName } from "../../core/tool/tool_selection.ts";
import { withClientTools } from "../../core/tool/with_client_tools.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { StepClaim } from "../spending.ts";
import { withMediaKept } from "./waiting_media.ts";
import { assertResultsCame } from "./results_came.ts";
import type { KeptHistory } from "../stored_history/history_cache.ts";
import { loadHistory } from "../stored_history/load_history.ts";
import { redactEntry } from "../redaction/redact_entries.ts";
import { findRedactor } from "../redaction/find_redactor.ts";
import { assertMayStep, openPlugins } from "../hooks/in_step/session_plugins.ts";
import { storedSlices } from "../hooks/in_step/stored_slices.ts";
import { openFrame } from "../log/open_frame.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import { readMeta, readPendingCalls, readState } from "../stored.ts";
import { assertNotPaused, type Pausing } from "./pausing.ts";
import { FOUND_MS } from "../timing.ts";
import { dueOfInput, REPAIR_MS } from "../due_times.ts";
import { inheritWake, takeInputs, toRunRequest, withWake } from "./wake_terms.ts";
import { assertApproved, assertAwake, assertCallsKnown, assertRested, type Begun } from "./admission.ts";
import { assertBounded, refuseStep } from "../refuse_step.ts";
import { readInbox } from "./imported_history.ts";
import { assertMayBring, markImported } from "./caller_results.ts";
import { type EnteredInputs, enterInputs } from "./enter.ts";
import {
  agentOfThread,
  assertFree,
  assertSameAgent,
  assertSameUser,
  type ResolvedAgent,
  resolveThreadAgent,
  withThreadUser,
} from "./resolve_agent.ts";
import { newNoticeMark, toNextRun } from "./run_state.ts";
import { openThreadTools, withTools } from "./thread_tools.ts";
import type { Session } from "../session.ts";
import { assertAnswerable, assertCallerDone } from "./tool_results.ts";

/** What was known before begin. */
export interface Asked {
  readonly begin: BeginRequest;
  readonly kept: KeptHistory | undefined;
  /** The agent that the request names. */
  readonly named: ResolvedAgent | undefined;
  /** What begin reserves. */
  readonly reservation: StepClaim | undefined;
  /** Undefined where nothing is ever paused. */
  readonly paused: ReturnType<Pausing["read"]> | undefined;
  /** Inputs that begin has found and the step leaves; see {@link Session}. */
  readonly queued: readonly string[];
}

/**
 * The session of a step whose thread this worker holds.
 *
 * @throws {AgentError} for every refusal
 */
export async function readSession(
  begun: Begun,
  asked: Asked,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<Session> {
  const thread = await identify(begun, asked, request, deps);
  const taken = await takeInbox(thread, begun, request, deps);
  assertAdmitted(thread, taken, { begun, request, deps });
  const run = beginRun(thread, taken, begun, request);
  return await equip({ ...thread, ...taken, run, begun, asked, request }, deps);
}

/** The thread of a step, and the agent that it belongs to. */
interface IdentifiedThread {
  readonly meta: ThreadMeta;
  readonly stored: AgentState;
  readonly resolved: ResolvedAgent;
  /** With its own tools alone. */
  readonly own: Agent;
  readonly pending: readonly PlannedCall[];
}

async function identify(
  begun: Begun,
  { begin: { ref }, named, paused }: Asked,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<IdentifiedThread> {
  const meta = readMeta(ref, begun.header);
  assertSameAgent(meta, request);
  assertSameUser(meta, request);
  if (paused !== undefined) await assertNotPaused(meta.agent, paused);
  const stored = readState(ref, begun.header);
  const resolved = named ??
    await resolveThreadAgent(meta, withThreadUser(meta, withWakeModel(request, begun, stored)), deps);
  const own = agentOfThread(resolved.agent, meta);
  deps.plugins.assertNoneMissing(storedSlices(stored));
  return { meta, stored, resolved, own, pending: readPendingCalls(ref, begun.pending) };
}

/** What the step takes of its inbox. */
interface TakenInbox extends EnteredInputs {
  readonly pins: AgentState["pins"];
  /** The history that the thread begins with. */
  readonly history: readonly Entry[];
}

async function takeInbox(
  { stored }: IdentifiedThread,
  begun: Begun,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<TakenInbox> {
  const { ref } = request;
  const { pinning } = deps;
  const pins = request.pins === undefined || pinning === undefined
    ? stored.pins
    : await pinning.change(stored.pins, request.pins, { ref, length: begun.header.length }, deps);
  const { imported: history, inputs: waiting } = readInbox(begun.inbox, ref);
  assertNew(begun, request);
  const { inputs, terms } = takeInputs(waiting, request.inputs.length > 0);
  const kept = inputs.some(({ parts }) => parts)
    ? await withMediaKept(inputs, ref, deps.clock(), deps)
    : inputs;
  const pinned = begun.resumed ? { inputs: [] } : request;
  return { pins, history, ...enterInputs({ inputs: kept, terms }, { pins, ref, history }, pinned, deps) };
}

/** What refuses a request that its thread has no place for, in the order in which it is told. */
function assertAdmitted(
  { stored, own, pending }: IdentifiedThread,
  { isNewRun }: TakenInbox,
  { begun, request, deps }: {
    readonly begun: Begun;
    readonly request: StepRequest;
    readonly deps: RuntimeDeps;
  },
): void {
  const { header: { status, cancelledEpoch }, marks } = begun;
  const execution = pending.every(({ name }) => isSearch(name, own)) ? undefined : stored.run.execution;
  const outstanding = { pending, marks, execution, cancelledEpoch, now: deps.clock() };
  if (!begun.resumed) assertCallsKnown(request, pending);
  assertAnswerable(request, outstanding);
  assertAwake(begun, request);
  assertCallerDone(request, outstanding, isNewRun);
  assertApproved(pending, begun, request, deps);
  assertResultsCame(request.ref.thread, outstanding, isNewRun || status === "cancelled");
  assertRested(stored, isNewRun, deps);
}

/** The run that the step goes on with: a new one where the inbox begins one. */
function beginRun(
  { stored, own, pending }: IdentifiedThread,
  { terms, begins }: TakenInbox,
  { header, resumed }: Begun,
  request: StepRequest,
): RunState {
  const input = begins === undefined ? undefined : header.length + pending.length + begins;
  const step = { agent: own, input, resumed, counters: header.counters };
  const next = toNextRun(stored.run, toRunRequest(request, terms), step);
  const asked = withWake(next, request, terms);
  const run = request.inputs.length === 0 ? inheritWake(asked, stored.run) : asked;
  if (request.woken && run.wake === undefined) throw waitsForClient(request.ref);
  return run;
}

/** What a step is equipped from. */
interface Equipped extends IdentifiedThread, TakenInbox {
  readonly run: RunState;
  readonly begun: Begun;
  readonly asked: Asked;
  readonly request: StepRequest;
}

/** The tools of the step, its window, its budget and its plugins. */
async function equip(thread: Equipped, deps: RuntimeDeps): Promise<Session> {
  const { meta, stored, own, pending, pins, inbox, isNewRun, begun, request } = thread;
  const { begin: { ref, owner, inputs, due: entered }, kept, reservation, queued } = thread.asked;
  const { model, fallback, plugins: compiled, warnings: ofAgent } = thread.resolved;
  const { header, marks } = begun;
  const refusal = refuseStep(own, header.counters, thread.run, stored.extraSteps);
  if (refusal) throw refusal;
  assertBounded(own, thread.run, deps);
  // What opens the tools of a thread may ask a model.
  const { agent, opened } = own.threadTools === undefined
    ? { agent: withClientTools(own, thread.run.clientTools), opened: undefined }
    : await withToolsOfThread(thread, own.threadTools, deps);
  const imported = markImported(thread.history, agent);
  assertMayBring(request, { agent, pending, run: thread.run });
  const hasChanged = agent.hash !== (thread.run.agentHash ?? meta.agentHash);
  const run = hasChanged ? { ...thread.run, agentHash: agent.hash } : thread.run;
  const window = await loadHistory(begun, kept, { ...stored, run, pins }, agent, ref, deps);
  const frame = await openFrame({ ref, agent, state: stored, history: window }, model, deps);
  const user = meta.user ?? request.user ?? run.wake?.user;
  const due = await readEnteredDue(
    ref,
    entered ?? request.due ?? acceptedDue(inbox, request),
    run,
    stored,
    deps,
  );
  const planned = {
    state: stored,
    history: window,
    pending,
    marks,
    given: new Set(request.toolResults.map(({ callId }) => callId)),
  };
  const facts = { ref, agent, meta, user, header, pending, state: { ...stored, run } };
  const plugins = openPlugins(compiled, { ...planned, imported, inbox }, facts);
  assertMayStep(plugins, facts);
  const plain = { ref, owner, agent, model, fallback, header, run, user, pending };
  const budget = await deps.spending?.open(plain, reservation, deps);
  return {
    ref,
    owner,
    agent,
    own,
    model,
    fallback,
    meta,
    noticeMark: meta.noticeMark ?? stored.noticeMark ?? newNoticeMark(deps.random),
    header,
    state: { ...stored, run, recent: isNewRun ? [] : stored.recent, pins },
    history: window,
    frame,
    opened,
    pending,
    marks,
    imported,
    inbox,
    abandoned: stored.run.execution === "predict" && isNewRun,
    inputs,
    queued,
    user,
    budget,
    due,
    definition: toFoundDefinition(thread.asked.begin, begun, deps.clock()),
    plugins,
    notes: [
      ...thread.warnings,
      ...ofAgent,
      ...opened?.warnings ?? [],
      ...hasChanged ? [agentChanged(agent, ref)] : [],
      ...listNotes(begun, request),
    ],
  };
}

/** The agent with the tools that the thread has beside its own, and those of the caller. */
async function withToolsOfThread(
  { meta, stored, own, pending, resolved: { plugins }, run, inbox, history, begins, request }: Equipped,
  source: ThreadToolSource,
  deps: RuntimeDeps,
): Promise<Required<Pick<Session, "agent" | "opened">>> {
  const entered = inbox.some(({ plan }) => plan === undefined) ? inbox : history.slice(begins);
  // The source reads it before the step redacts what it takes.
  const redactor = findRedactor(own.name, deps);
  const begun = redactor === undefined ? entered : entered.map((entry) => redactEntry(entry, redactor));
  const opened = await openThreadTools(own, source, {
    request,
    meta,
    state: { ...stored, run },
    begun,
    named: plugins?.toolNames ?? [],
    pending,
  }, deps);
  assertFree(
    request.clientTools ?? [],
    own,
    (name) => isBridgeName(name) || opened.tools.some((tool) => tool.name === name),
  );
  const agent = withClientTools(withTools(own, opened.tools), run.clientTools);
  // Which further tools a thread may have is known now.
  if (request.toolChoice) assertPossible(request.toolChoice, agent);
  return { agent, opened };
}

function toFoundDefinition(
  { sharedBlob: id }: BeginRequest,
  { hasSharedBlob }: Begun,
  now: number,
): Session["definition"] {
  return id === undefined ? undefined : { id, until: hasSharedBlob ? now + FOUND_MS : undefined };
}

// A worker that vanishes is repaired by the due index: a run that goes on by itself enters it before it runs. The commit before has
// entered a thread that was to be woken.
async function readEnteredDue(
  { tenant, thread }: ThreadRef,
  entered: number | undefined,
  { wake }: RunState,
  { wakes }: AgentState,
  { store, clock }: RuntimeDeps,
): Promise<number | undefined> {
  if (entered !== undefined || wake === undefined || wakes?.due !== undefined) return entered;
  const to = clock() + REPAIR_MS;
  await store.moveDue(tenant, thread, { to });
  return to;
}

/** The acceptance of an input without a client has entered the thread. A row that has moved since stays until the pump looks. */
function acceptedDue([first]: readonly UserEntry[], { woken }: StepRequest): number | undefined {
  return woken && first?.run !== undefined ? dueOfInput(first.at) : undefined;
}

/** A wake-up goes on with the model that the request of its run named. */
function withWakeModel(request: StepRequest, { inbox }: Begun, { run: { wake } }: AgentState): StepRequest {
  const isOwn = request.woken && inbox.length === 0 && wake?.model !== undefined;
  return isOwn ? { ...request, model: wake.model } : request;
}

function waitsForClient({ thread }: ThreadRef): AgentError {
  return new AgentError("nothing_to_do", `The run of thread ${thread} waits for its client.`);
}

// A history is the beginning of a thread: one that has entries takes no other.
function assertNew({ created, resumed }: Begun, { history = [], ref }: StepRequest): void {
  if (history.length === 0 || created || resumed) return;
  throw new AgentError("thread_exists", `Thread ${ref.thread} exists and takes no history; use another id.`);
}

function agentChanged({ name }: Agent, { thread }: ThreadRef): Warning {
  const message =
    `Agent ${name} has changed since thread ${thread} was created; the thread goes on with the new definition.`;
  return { code: "agent_changed", message };
}

function listNotes({ created }: Begun, { metadata, plan }: StepRequest): readonly Warning[] {
  if (created || (metadata === undefined && plan === undefined)) return [];
  const message = "metadata and plan are set when a thread is created; this thread keeps what it has.";
  return [{ code: "thread_exists", message }];
}
