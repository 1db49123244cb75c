// Begins the step that a request asks for, and makes a session of what begin returned. A refusal leaves nothing behind.

import { assertPossible } from "../../choice/resolve.ts";
import type { Agent } from "../../core/agent.ts";
import type { UserEntry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { newId } from "../../core/text/id.ts";
import { type AgentState, type RunState, SCHEMA } from "../../core/state.ts";
import { withClientTools } from "../../core/tool/with_client_tools.ts";
import type { BeginOutcome, BeginRequest, CachedHistory } from "../../core/store/begin.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { withMediaKept } from "../content/store_media.ts";
import type { KeptHistory } from "../history/history_cache.ts";
import { assertResultsCame } from "../deferred/admit.ts";
import { isSharedDefinition } from "../history/blobs.ts";
import { loadHistory } from "../history/load_history.ts";
import { openPolicy } from "../policy/session_policy.ts";
import { definitionOf } from "../record/definition.ts";
import { openFrame } from "../record/open_frame.ts";
import type { RuntimeDeps, StepRequest } from "../request.ts";
import { readMeta, readPendingCalls, readState, waitingBehind } from "../stored.ts";
import { FOUND_MS, LEASE_MS } from "../timing.ts";
import {
  assertApproved,
  assertAwake,
  assertCallsKnown,
  assertRested,
  assertWhole,
  type Begun,
  refusalOf,
} from "./admission.ts";
import { beginAsAsked } from "./begin_step.ts";
import { exhausted } from "./budget.ts";
import { assertMayBring, markBrought } from "./brought_results.ts";
import { broughtTexts, readInbox, startOfRun } from "./brought.ts";
import { changedPins } from "./pin_changes.ts";
import { admitPins } from "./pins.ts";
import type { Hold } from "../budget/hold.ts";
import { holdForBegin, isUnlimited, openBudget } from "../budget/open_budget.ts";
import { inputText } from "./input_text.ts";
import { giveBack } from "./release.ts";
import {
  agentOfThread,
  assertFree,
  assertSameAgent,
  assertSameUser,
  findAgent,
  isOfThreadsUser,
  resolveAgent,
  resolveAgentOf,
  type ResolvedAgent,
  withUserOf,
} from "./resolve_agent.ts";
import { selectTools, withTools } from "./selected_tools.ts";
import { newNoticeMark, newThread, runOf } from "./run_state.ts";
import { askedWith, takeInputs, termsOf, withWake } from "../wake/terms.ts";
import { dueOfInput, REPAIR_MS } from "../wake/due_times.ts";
import type { Session } from "./session.ts";
import { assertAnswerable, assertCallerDone } from "./tool_results.ts";

/** What a request led to. */
export type Opened =
  | { readonly type: "open"; readonly session: Session }
  | { readonly type: "replayed"; readonly outcome: Extract<BeginOutcome, { type: "replayed" }> }
  | { readonly type: "queued"; readonly waiting: number };

/**
 * Begins the step that the request asks for.
 *
 * @throws {AgentError} for every refusal; the thread is as it was then
 */
export async function openSession(request: StepRequest, deps: RuntimeDeps): Promise<Opened> {
  assertWhole(request);
  const agent = request.agent === undefined ? undefined : findAgent(request.agent, deps);
  // The tools of a thread's user are known when the thread is.
  const named = agent === undefined || isOfThreadsUser(agent, request)
    ? undefined
    : await resolveAgent(agent, request, deps);
  const kept = deps.histories.get(request.ref);
  const owner = newId("run", deps.random);
  const hold = holdForBegin(request, owner, named?.agent ?? agent, deps);
  const sharedBlob = kept === undefined && named !== undefined
    ? await sharedDefinition(named.agent, request)
    : undefined;
  const begin = {
    ...toBegin(request, owner, named?.agent ?? agent, { kept, hold }, deps),
    ...(sharedBlob === undefined ? {} : { sharedBlob }),
  };
  const outcome = await beginAsAsked(begin, request, deps);
  switch (outcome.type) {
    case "begun":
      hold?.answered(outcome.reserved);
      return { type: "open", session: await admit(outcome, { begin, kept, named, hold }, request, deps) };
    case "replayed":
      // A receipt is not for other callers, whatever they know of its request.
      if (request.owned || request.bound) assertSameCaller(outcome, request);
      return { type: "replayed", outcome };
    case "queued":
      return {
        type: "queued",
        waiting: await waitingBehind(request.ref, { ...outcome, running: true }, deps),
      };
    default:
      throw refusalOf(outcome, request);
  }
}

function assertSameCaller(
  { header }: Extract<BeginOutcome, { type: "replayed" }>,
  request: StepRequest,
): void {
  const meta = readMeta(request.ref, header);
  assertSameUser(meta, request);
  assertSameAgent(meta, request);
}

function toBegin(
  request: StepRequest,
  owner: string,
  agent: Agent | undefined,
  { kept, hold }: Pick<Asked, "kept" | "hold">,
  deps: RuntimeDeps,
): BeginRequest {
  const at = deps.clock();
  const terms = request.wake ? { ...request, run: termsOf(request) } : request;
  const texts = request.inputs.map((input) => inputText(input, at, terms, deps));
  const late = request.late === undefined ? [] : [
    inputText(request.late.text, at, { origin: terms.origin, resultOf: request.late.resultOf }, deps),
  ];
  const readers = agent ? [agent] : [...deps.agents.values()];
  return {
    ref: request.ref,
    owner,
    leaseMs: LEASE_MS,
    ...(agent ? { create: newThread(agent, request, at, deps.random) } : {}),
    ...(request.expectedVersion === undefined ? {} : { expectedVersion: request.expectedVersion }),
    ...(request.idempotency === undefined ? {} : { idempotency: request.idempotency }),
    schema: SCHEMA,
    inputs: [...broughtTexts(request), ...texts, ...late],
    busy: request.busy,
    window: {
      entries: Math.max(1, ...readers.map((reader) => reader.limits.historyEntries)),
      bytes: Math.max(1, ...readers.map((reader) => reader.limits.historyBytes)),
    },
    cached: kept && cachedOf(kept),
    ...(hold === undefined ? {} : { reserve: hold.reservation }),
    ...(request.wake ? { due: at + REPAIR_MS } : {}),
  };
}

// A thread that this isolate knows has its definition. One that it does not know may begin with this step.
async function sharedDefinition(agent: Agent, { clientTools }: StepRequest): Promise<string | undefined> {
  const definition = await definitionOf(withClientTools(agent, clientTools));
  return isSharedDefinition(definition) ? definition.id : undefined;
}

function foundDefinition(
  { sharedBlob: id }: BeginRequest,
  { hasSharedBlob }: Begun,
  now: number,
): Pick<Session, "definition"> {
  if (id === undefined) return {};
  return { definition: hasSharedBlob ? { id, until: now + FOUND_MS } : { id } };
}

function cachedOf({ version, owner, history: { start, end } }: KeptHistory): CachedHistory {
  return { version, owner, start, length: end };
}

/** What was known before begin. */
interface Asked {
  readonly begin: BeginRequest;
  readonly kept: KeptHistory | undefined;
  /** The agent that the request names. */
  readonly named: ResolvedAgent | undefined;
  /** What begin reserves. */
  readonly hold: Hold | undefined;
}

// From here on this worker holds the thread: a refusal gives it back.
async function admit(
  begun: Begun,
  asked: Asked,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<Session> {
  const { begin, hold } = asked;
  try {
    return await read(begun, asked, request, deps);
  } catch (refusal) {
    await giveBack({ ...begin, header: begun.header, budget: hold && { hold } }, request, deps);
    throw refusal;
  }
}

async function read(
  begun: Begun,
  { begin, kept, named, hold }: Asked,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<Session> {
  const { ref, owner, inputs, due: entered } = begin;
  const { header, marks } = begun;
  const meta = readMeta(ref, header);
  const stored = readState(ref, header);
  const { agent: defined, model, fallback, policy, warnings: sourced = [] } = named ??
    await resolveAgentOf(meta, withUserOf(meta, asWoken(request, begun, stored)), deps);
  const own = agentOfThread(defined, meta);
  assertSameAgent(meta, request);
  assertSameUser(meta, request);
  const pending = readPendingCalls(ref, begun.pending);
  const pins = request.pins === undefined
    ? stored.pins
    : await changedPins(stored.pins, request.pins, { ref, length: header.length }, deps);
  const { brought: history, inputs: waiting } = readInbox(begun.inbox, ref);
  assertNew(begun, request);
  const { inputs: taken, terms } = takeInputs(waiting, request.inputs.length > 0);
  const { inbox, warnings } = admitPins(
    taken.some(({ parts }) => parts) ? await withMediaKept(taken, ref, deps.clock(), deps) : taken,
    pins,
    ref.thread,
    begun.resumed ? { inputs: [] } : request,
  );
  const outstanding = { pending, marks, run: stored.run, now: deps.clock() };
  if (!begun.resumed) assertCallsKnown(request, pending);
  assertAnswerable(request, outstanding);
  assertAwake(begun, request);
  // An entry that brings a plan alone begins no run.
  const first = inbox.findIndex(({ plan }) => plan === undefined);
  const isNewRun = first >= 0 || history.length > 0;
  assertCallerDone(request, outstanding, isNewRun);
  assertApproved(pending, begun, request, deps);
  assertResultsCame(ref.thread, outstanding, isNewRun || header.status === "cancelled");
  assertRested(stored, isNewRun, deps);
  const begins = first >= 0 ? history.length + first : startOfRun(history);
  const input = isNewRun ? header.length + pending.length + begins : undefined;
  const asked = askedWith(request, terms);
  const next = runOf(stored.run, own, asked, input, begun.resumed, header.counters);
  const going = withWake(next, request, terms);
  if (request.woken && going.wake === undefined) throw notWoken(ref);
  const selected = own.selection && await selectTools(own, {
    ...{ request, meta, state: { ...stored, run: going }, begun: first >= 0 ? inbox : history.slice(begins) },
    ...{ policy: policy?.policy, pending },
  }, deps);
  if (selected) {
    assertFree(request.clientTools ?? [], own, (name) => selected.state.offered.includes(name));
  }
  const agent = withClientTools(selected ? withTools(own, selected.tools) : own, going.clientTools);
  // Which tools of a catalogue a thread may have is known now.
  if (selected && request.toolChoice) assertPossible(request.toolChoice, agent);
  const brought = markBrought(history, agent);
  assertMayBring(request, { agent, pending, run: going });
  const hasChanged = agent.hash !== (going.agentHash ?? meta.agentHash);
  const run = hasChanged ? { ...going, agentHash: agent.hash } : going;
  const refusal = exhausted(agent, header.counters, run, stored.extraSteps);
  if (refusal) throw refusal;
  const window = await loadHistory(begun, kept, { ...stored, run, pins }, agent, ref, deps);
  const frame = await openFrame({ ref, agent, state: stored, history: window }, deps);
  const user = meta.user ?? request.user ?? run.wake?.user;
  const due = await enteredDue(ref, entered ?? request.due ?? acceptedDue(taken, request), run, stored, deps);
  const plain = { ref, owner, agent, model, fallback, header, run, user, pending };
  const budget = hold === undefined && isUnlimited(agent, run, deps)
    ? undefined
    : await openBudget(plain, hold, deps);
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
    ...(selected === undefined ? {} : { selected }),
    pending,
    marks,
    brought,
    inbox,
    abandoned: stored.run.execution === "predict" && isNewRun,
    inputs,
    user,
    budget,
    ...(due === undefined ? {} : { due }),
    ...foundDefinition(begin, begun, deps.clock()),
    policy: policy && openPolicy(policy, {
      ...{ state: stored, history: window, pending, marks, isNewRun },
      given: new Set(request.toolResults.map(({ callId }) => callId)),
    }),
    notes: [
      ...warnings,
      ...sourced,
      ...selected?.warnings ?? [],
      ...hasChanged ? [agentChanged(agent, ref)] : [],
      ...notesOf(begun, request),
    ],
  };
}

// A worker that vanishes is repaired by the due index: a run that goes on by itself enters it before it runs. The commit before has
// entered a thread that was to be woken.
async function enteredDue(
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
function asWoken(request: StepRequest, { inbox }: Begun, { run: { wake } }: AgentState): StepRequest {
  const isOwn = request.woken && inbox.length === 0 && wake?.model !== undefined;
  return isOwn ? { ...request, model: wake.model } : request;
}

function notWoken({ thread }: ThreadRef): AgentError {
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

function notesOf({ created }: Begun, { metadata, plan }: StepRequest): readonly Warning[] {
  if (created || (metadata === undefined && plan === undefined)) return [];
  const message = "metadata and plan are set when a thread is created; this thread keeps what it has.";
  return [{ code: "thread_exists", message }];
}
