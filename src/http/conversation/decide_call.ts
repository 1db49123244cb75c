// The answer of the caller to a call that waits. It is bound to the call as the client rendered it, and counts for no other call.

import { hashCall, isAbout } from "../../core/approval/verdict.ts";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { CallView } from "../../core/contract/calls.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { type ApprovalAnswer, decideApproval } from "../../kernel/threads/decide_approval.ts";
import { resolveDecider } from "../access/acting_user.ts";
import { type HttpContext, type HttpDeps, resolveDefer } from "../context.ts";

/**
 * The person has seen the tool and the arguments that the client rendered, so these must be those of the call.
 *
 * @param seen The arguments that the client rendered; undefined for none.
 * @param name The tool that the client rendered; that of the call by default.
 * @throws {AgentError} approval_mismatch
 */
export async function assertSameCall(
  call: CallView,
  seen: Json | undefined,
  name = call.name,
): Promise<void> {
  const { id } = call;
  const isSame = seen !== undefined && isJsonObject(seen) &&
    await isAbout(call, { digest: await hashCall({ id, name, args: seen }) });
  if (isSame) return;
  throw new AgentError(
    "approval_mismatch",
    `The arguments of call ${id} are not those that wait for approval; read the thread again.`,
  );
}

/**
 * Records the answer.
 *
 * @throws {AgentError} what decideApproval throws
 */
export async function decideCall(
  c: HttpContext,
  { ref, callId, answer }: {
    readonly ref: ThreadRef;
    readonly callId: string;
    readonly answer: Omit<ApprovalAnswer, "by" | "key" | "via">;
  },
  deps: HttpDeps,
): Promise<void> {
  const whole = { ...answer, by: resolveDecider(c.var, undefined), key: c.var.by, via: "api" } as const;
  await decideApproval(ref, callId, whole, deps, { defer: resolveDefer(c) });
}
