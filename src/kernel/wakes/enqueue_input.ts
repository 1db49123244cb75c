// An input that no client waits for: it is accepted by one write, and a wake-up runs its step. Webhooks, schedules and other
// machines come this way.

import type { RunTerms } from "../../core/entry.ts";
import { AgentError, toAgentError, unreachable } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Origin } from "../../core/record.ts";
import { SCHEMA } from "../../core/state.ts";
import type { IdempotencyKey } from "../../core/store/begin.ts";
import type { EnqueueOutcome } from "../../core/store/enqueue.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import type { WakeIo } from "../../core/wake.ts";
import { bringsMedia, withStoredMedia } from "../session/brought_media.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { NewInput, StepRequest } from "../request.ts";
import { redactPlan } from "../redaction/redact_entries.ts";
import { findRedactor } from "../redaction/find_redactor.ts";
import { assertRequest, toBeginError } from "../session/admission.ts";
import { inputText } from "../session/input_text.ts";
import { assertSameAgent, assertSameUser, findAgent, resolveAgent } from "../session/resolve_agent.ts";
import { newThread } from "../session/run_state.ts";
import { withStoreRetries } from "../store_retry.ts";
import { readMeta } from "../stored.ts";
import { dueOfInput, QUEUED_MS } from "../due_times.ts";
import { assertNamesFree } from "../session/reserved_names.ts";
import { toRunTerms } from "../session/wake_terms.ts";

/** An input without a client. */
export interface EnqueueInput extends RunTerms {
  readonly ref: ThreadRef;
  /** Creates the thread when it is missing; must match when it exists. */
  readonly agent: string;
  readonly input: NewInput;
  /** See UserEntry. */
  readonly resultOf?: string;
  /** A run that goes on does not take the input: it waits behind its end. */
  readonly queued?: true;
  /** The event that the input comes from: a repetition of it is a duplicate. */
  readonly idempotency: IdempotencyKey;
  /** Milliseconds that the key is remembered; at least. */
  readonly receiptMs: number;
  /** See RequestSender: a thread of another user, or of none, does not take the input. */
  readonly owned?: true;
  /** The input comes from no user: a thread that belongs to one does not take it. */
  readonly ofNobody?: boolean;
  /** For a thread that this input creates. */
  readonly metadata?: JsonObject;
  /** Who brings it, for the entry: `door` names the way in. */
  readonly origin?: Origin;
  /** Epoch milliseconds at which its thread is woken; at once by default. A step that begins before takes it too. */
  readonly notBefore?: number;
}

/** What became of an input without a client. */
export type Enqueued =
  /** It waits for its step, whose wake-up is on its way. `version` is that of the thread. */
  | { readonly type: "queued"; readonly version: number; readonly created: boolean }
  /** The same event was accepted before; nothing has changed. */
  | { readonly type: "duplicate"; readonly version: number };

/**
 * Accepts the input, and has its thread woken behind the response of the caller: two store requests, of which the first reads
 * who has the thread.
 *
 * @throws {AgentError} agent_unknown, agent_mismatch, user_mismatch, body_too_large, media_budget
 * @throws {AgentError} plugin_missing - the input has media, and nothing here stores them
 * @throws {AgentError} choice_unsupported, tool_unknown, tools_missing - the tool choice does not fit the agent
 * @throws {AgentError} plugin_failed - the input cannot be redacted
 * @throws {AgentError} idempotency_mismatch - the key belongs to another event
 * @throws {AgentError} inbox_full, store_unavailable, store_full, store_failed, schema_unsupported
 */
export async function enqueueInput(
  request: EnqueueInput,
  io: WakeIo,
  deps: RuntimeDeps,
): Promise<Enqueued> {
  const { ref, idempotency, receiptMs, notBefore, resultOf, queued, resumable } = request;
  const asked = toStepRequest(request);
  assertRequest(asked, deps);
  assertNamesFree(asked, deps.contributions.reserved);
  const defined = findAgent(request.agent, deps);
  const { agent } = await resolveAgent(defined, asked, deps).catch((refusal) => {
    // The input is kept: its thread waits until the user has authorized the server.
    if (toAgentError(refusal).code !== "authorization_required") throw refusal;
    return { agent: defined };
  });
  await assertTakes(asked, request.ofNobody === true, deps);
  const { inputs } = bringsMedia(asked) ? await withStoredMedia(asked, deps) : asked;
  const redactor = findRedactor(request.agent, deps);
  const now = deps.clock();
  const wakeAt = Math.max(now, notBefore ?? now);
  const enqueue = {
    ref,
    idempotency,
    receiptMs,
    schema: SCHEMA,
    owner: newId("run", deps.random),
    create: newThread(agent, redactPlan(asked, redactor), now, deps),
    inputs: inputs.map((input) =>
      inputText(
        input,
        now,
        { ...asked, run: { ...toRunTerms(asked), resumable }, resultOf, queued, redactor },
        deps,
      )
    ),
    due: dueOfInput(wakeAt),
  };
  const outcome = await withStoreRetries(() => deps.store.enqueue(enqueue), deps);
  switch (outcome.type) {
    case "queued":
      io.defer(deps.wakes.schedule(toWakeUp(request, outcome, wakeAt, now), io));
      return { type: "queued", version: outcome.version, created: outcome.created };
    case "duplicate":
      return outcome;
    case "mismatch":
    case "missing":
    case "unsupported":
    case "full":
      throw toBeginError(outcome, request);
    default:
      return unreachable(outcome);
  }
}

/** The version guards a thread that rests; one that runs will have another when its step has ended. */
function toWakeUp(
  { ref: { tenant, thread: name } }: EnqueueInput,
  { version, running }: Extract<EnqueueOutcome, { type: "queued" }>,
  wakeAt: number,
  now: number,
) {
  if (running) return { tenant, name, notBefore: Math.max(wakeAt, now + QUEUED_MS) };
  return { tenant, name, version, notBefore: wakeAt > now ? wakeAt : undefined };
}

function toStepRequest(
  {
    input,
    resultOf: _call,
    queued: _queued,
    notBefore: _at,
    receiptMs: _ms,
    idempotency: _key,
    ofNobody: _whose,
    ...rest
  }: EnqueueInput,
): StepRequest {
  return {
    ...rest,
    inputs: [input],
    toolResults: [],
    until: "step",
    busy: "reject",
    resumable: true,
  };
}

/** The step that takes the input knows neither the agent nor the user that the event names. */
async function assertTakes(
  request: StepRequest,
  ofNobody: boolean,
  { store }: Pick<RuntimeDeps, "store">,
): Promise<void> {
  const snapshot = await store.read(request.ref);
  if (snapshot === undefined) return;
  const meta = readMeta(request.ref, snapshot.header);
  assertSameAgent(meta, request);
  assertSameUser(meta, request);
  if (!ofNobody || meta.user === undefined) return;
  throw new AgentError(
    "user_mismatch",
    `Thread ${request.ref.thread} belongs to a user, and takes no event of a sender; users: true of a template permits it.`,
  );
}
