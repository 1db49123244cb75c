// Begins the step that a request asks for, and gives the thread back where it is refused. A refusal leaves nothing behind.

import type { Agent } from "../../core/agent.ts";
import { newId } from "../../core/text/id.ts";
import type { Redactor } from "../hooks/redaction.ts";
import { SCHEMA } from "../../core/state.ts";
import { withClientTools } from "../../core/tool/with_client_tools.ts";
import type { BeginOutcome, BeginRequest, CachedHistory } from "../../core/store/begin.ts";
import { isSharedDefinition } from "../stored_history/blobs.ts";
import type { KeptHistory } from "../stored_history/history_cache.ts";
import { redactPlan } from "../redaction/redact_entries.ts";
import { redactorFor } from "../redaction/find_redactor.ts";
import { AgentError } from "../../core/error.ts";
import { getDefinition } from "../log/definition.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { RunDeps } from "../run_deps.ts";
import type { StepRequest } from "../request.ts";
import { readMeta, waitingBehind } from "../stored.ts";
import { LEASE_MS } from "../timing.ts";
import { REPAIR_MS } from "../due_times.ts";
import { withStoreRetries } from "../store_retry.ts";
import { selectInputs, toBusyPolicy } from "./select_waiting_inputs.ts";
import { toRunTerms } from "./wake_terms.ts";
import { assertNamesFree } from "./reserved_names.ts";
import { assertQueueable, assertRequest, type Begun, toBeginError } from "./admission.ts";
import { beginAsAsked } from "./begin_step.ts";
import { writeImported } from "./imported_history.ts";
import { inputText } from "./input_text.ts";
import { type Asked, readSession } from "./read_session.ts";
import { giveBack } from "./release.ts";
import {
  assertSameAgent,
  assertSameUser,
  findAgent,
  isOfThreadsUser,
  resolveAgent,
} from "./resolve_agent.ts";
import { newThread } from "./run_state.ts";
import type { Session } from "../session.ts";

/** What a request led to. */
export type Opened =
  | { readonly type: "open"; readonly session: Session }
  | { readonly type: "replayed"; readonly outcome: Extract<BeginOutcome, { type: "replayed" }> }
  | {
    readonly type: "queued";
    readonly waiting: number;
    /** Another input has come while this request held the thread, and no step runs that takes it. */
    readonly strands?: true | undefined;
  };

/**
 * Begins the step that the request asks for.
 *
 * @throws {AgentError} for every refusal; the thread is as it was then
 */
export async function openSession(request: StepRequest, deps: RunDeps): Promise<Opened> {
  assertRequest(request, deps);
  assertNamesFree(request, deps.contributions.reserved);
  const agent = request.agent === undefined ? undefined : findAgent(request.agent, deps);
  // The tools of a thread's user are known when the thread is.
  const named = agent === undefined || isOfThreadsUser(agent, request)
    ? undefined
    : await resolveAgent(agent, request, deps);
  const kept = deps.histories.get(request.ref);
  const owner = newId("run", deps.random);
  const reservation = deps.spending?.claimBegin(request, owner, named?.agent ?? agent, deps);
  const sharedBlob = kept === undefined && named !== undefined
    ? await findSharedDefinition(named.agent, request)
    : undefined;
  const found = redactorFor(request, agent, deps);
  const redactor = found instanceof Promise ? await found : found;
  const begin = {
    ...toBegin(request, owner, named?.agent ?? agent, { kept, reservation, redactor }, deps),
    sharedBlob,
  };
  // Beside the begin. Where nothing begins, its failure is that of no step.
  const paused = deps.pausing?.read(request.ref.tenant);
  if (paused instanceof Promise) paused.catch(() => {});
  const outcome = await beginAsAsked(begin, request, deps);
  switch (outcome.type) {
    case "begun": {
      reservation?.takeOutcome(outcome.reserved);
      if (request.isolated && outcome.inbox.length > begin.inputs.length) {
        return await refuseOthers(outcome, { begin, reservation }, request, deps);
      }
      const begun = { ...outcome, inbox: selectInputs(outcome, request) };
      const queued = outcome.inbox.slice(begun.inbox.length);
      const asked = { begin, kept, named, reservation, paused, queued };
      if (request.busy === "queue" && queued.length > 0) {
        return await leaveQueued(outcome, asked, request, deps);
      }
      return { type: "open", session: await admit(begun, asked, request, deps) };
    }
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
      throw toBeginError(outcome, request);
  }
}

/** The run waits, and the input of the request behind it: the thread is given back with the input. The key stays accepted. */
async function leaveQueued(
  { header, inbox }: Begun,
  { begin, reservation }: Asked,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<Opened> {
  const { idempotency: _kept, ...left } = request;
  const returned = { ...begin, inputs: [], header, budget: reservation && { reservation } };
  try {
    await assertQueueable(request, deps);
  } catch (refusal) {
    await giveBack({ ...returned, inputs: begin.inputs }, request, deps);
    throw refusal;
  }
  await giveBack(returned, left, deps);
  const now = await withStoreRetries(() => deps.store.read(request.ref), deps);
  const isAlone = now === undefined || now.running || now.waiting <= inbox.length;
  return { type: "queued", waiting: inbox.length, strands: isAlone ? undefined : true };
}

/** An input has come before the begin, and the run of the request may not take it: the thread is given back. */
async function refuseOthers(
  { header }: Begun,
  { begin, reservation }: Pick<Asked, "begin" | "reservation">,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<never> {
  await giveBack({ ...begin, header, budget: reservation && { reservation } }, request, deps);
  throw new AgentError("thread_busy", `Thread ${request.ref.thread} has inputs that wait.`, {
    retryAfterMs: 1_000,
  });
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
  { kept, reservation, redactor }: Pick<Asked, "kept" | "reservation"> & {
    readonly redactor: Redactor | undefined;
  },
  deps: RunDeps,
): BeginRequest {
  const at = deps.clock();
  const terms = request.wake ? { ...request, run: toRunTerms(request) } : request;
  const brought = redactor === undefined ? terms : { ...terms, redactor };
  const queued = request.busy === "queue" ? true : undefined;
  const texts = request.inputs.map((input, place) => {
    const door = request.doors?.[place];
    const origin = door === undefined ? brought.origin : { ...brought.origin, door };
    return inputText(input, at, { ...brought, origin, queued }, deps);
  });
  const late = request.late === undefined ? [] : [
    inputText(
      request.late.text,
      at,
      { origin: terms.origin, resultOf: request.late.resultOf, redactor },
      deps,
    ),
  ];
  const readers = agent ? [agent] : [...deps.agents.values()];
  return {
    ref: request.ref,
    owner,
    leaseMs: LEASE_MS,
    create: agent && newThread(agent, redactPlan(request, redactor), at, deps),
    expectedVersion: request.expectedVersion,
    idempotency: request.idempotency,
    schema: SCHEMA,
    inputs: [...writeImported(request, redactor), ...texts, ...late],
    busy: toBusyPolicy(request.busy),
    window: {
      entries: Math.max(1, ...readers.map((reader) => reader.limits.historyEntries)),
      bytes: Math.max(1, ...readers.map((reader) => reader.limits.historyBytes)),
    },
    cached: kept && toCached(kept),
    reserve: reservation?.first,
    due: request.wake ? at + REPAIR_MS : undefined,
  };
}

// A thread that this isolate knows has its definition. One that it does not know may begin with this step.
async function findSharedDefinition(agent: Agent, { clientTools }: StepRequest): Promise<string | undefined> {
  const definition = await getDefinition(withClientTools(agent, clientTools));
  return isSharedDefinition(definition) ? definition.id : undefined;
}

function toCached({ version, owner, history: { start, end } }: KeptHistory): CachedHistory {
  return { version, owner, start, length: end };
}

// From here on this worker holds the thread: a refusal gives it back.
async function admit(
  begun: Begun,
  asked: Asked,
  request: StepRequest,
  deps: RuntimeDeps,
): Promise<Session> {
  const { begin, reservation } = asked;
  try {
    return await readSession(begun, asked, request, deps);
  } catch (refusal) {
    await giveBack({ ...begin, header: begun.header, budget: reservation && { reservation } }, request, deps);
    throw refusal;
  }
}
