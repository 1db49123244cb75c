// An input that no client waits for: it is accepted by one write, and a wake-up runs its step.

import { AgentError, toAgentError, unreachable } from "../../core/error.ts";
import { SCHEMA } from "../../core/state.ts";
import type { EnqueueOutcome } from "../../core/store/enqueue.ts";
import { newId } from "../../core/text/id.ts";
import type { WakeIo } from "../../core/wake.ts";
import { bringsMedia, withStoredMedia } from "../../kernel/session/brought_media.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { StepRequest } from "../../kernel/request.ts";
import { redactPlan } from "../../kernel/redaction/redact_entries.ts";
import { findRedactor } from "../../kernel/redaction/find_redactor.ts";
import { assertRequest, toBeginError } from "../../kernel/session/admission.ts";
import { inputText } from "../../kernel/session/input_text.ts";
import {
  assertSameAgent,
  assertSameUser,
  findAgent,
  resolveAgent,
} from "../../kernel/session/resolve_agent.ts";
import { newThread } from "../../kernel/session/run_state.ts";
import { withStoreRetries } from "../../kernel/store_retry.ts";
import { readMeta } from "../../kernel/stored.ts";
import { dueOfInput, QUEUED_MS } from "../../kernel/due_times.ts";
import { assertNamesFree } from "../../kernel/session/reserved_names.ts";
import { toRunTerms } from "../../kernel/session/wake_terms.ts";
import type { Enqueued, EnqueueInput } from "../../http/ports/waking.ts";

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
