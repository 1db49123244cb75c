// From a checked body of POST steps to the request of the runtime. The route and the calls of a program both go this way.

import type * as z from "zod/mini";
import { toAmountLimits } from "../core/budget/limits.ts";
import type { Json } from "../core/json.ts";
import type { Origin } from "../core/record.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import type { TraceContext } from "../core/text/trace_context.ts";
import type { StepRequest } from "../kernel/request.ts";
import { assertBoundAgent, assertInRange, assertNoPlan, assertNoWake } from "../kernel/owner.ts";
import { type ActingCaller, resolveUser } from "./access/acting_user.ts";
import type { Scope } from "../core/contract/scope.ts";
import { createIdempotencyKey } from "./idempotency.ts";
import type { stepBody } from "./schemas/requests.ts";

/** What a request for steps has beside its body. */
export interface StepFacts {
  readonly ref: ThreadRef;
  /** A caller with a user has the threads of that user alone, and its steps are booked to the user. */
  readonly caller: Omit<ActingCaller, "tenant"> & { readonly scopes?: ReadonlySet<Scope> | undefined };
  readonly origin: Origin;
  /** The caller reads the events as they happen; then they are kept for GET events unless the body says otherwise. */
  readonly streams: boolean;
  /** The span of the caller. */
  readonly trace?: TraceContext | undefined;
  /** The idempotency key, and the body before it was checked: its meaning belongs to the key. */
  readonly idempotency?: { readonly key: string; readonly body: Json } | undefined;
}

/**
 * The request of the runtime.
 *
 * @throws {AgentError} forbidden - the body names another user than the caller's, or what a token is not for
 * @throws {AgentError} invalid_header - for an idempotency key that is not 1 to 255 visible ASCII characters
 */
export async function toStepRequest(
  { input, toolChoice, execution, resumable, limits, busy, user: named, ...body }: z.infer<typeof stepBody>,
  { ref, caller, origin, streams, trace, idempotency }: StepFacts,
): Promise<StepRequest> {
  const { bound } = caller;
  assertInRange(bound, ref.thread);
  assertBoundAgent(bound, body.agent);
  assertNoPlan(bound, body.plan);
  assertNoWake(bound, body.wake);
  const mayAnswerAll = bound === undefined && caller.scopes?.has("decide") !== false;
  return {
    ...body,
    ref,
    busy: busy === "restart" ? "interrupt" : busy,
    inputs: input ?? [],
    user: resolveUser({ ...caller, tenant: ref.tenant }, named),
    owned: caller.user === undefined ? undefined : true,
    bound,
    onlyClientResults: mayAnswerAll ? undefined : true,
    origin,
    toolChoice: toolChoice?.choice,
    parallel: toolChoice?.parallel,
    limits: limits && toAmountLimits(limits),
    execution: execution ?? toolChoice?.execution,
    trace,
    resumable: resumable ?? streams,
    idempotency: idempotency === undefined ? undefined : await createIdempotencyKey(idempotency.key, {
      method: "POST",
      path: `/v1/threads/${ref.thread}/steps`,
      body: idempotency.body,
    }),
  };
}
