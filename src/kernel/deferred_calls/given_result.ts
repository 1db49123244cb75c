// The result of a deferred call as it comes, and what becomes of it.

import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { CallResult } from "../../core/tool/deferred.ts";

/** A result as it came. */
export interface GivenResult {
  readonly result: CallResult;
  /** Who brings it. */
  readonly by: string;
  /** `link` for a signed URL. */
  readonly via: "api" | "link";
  /** When the thread of a signed URL was created, in epoch milliseconds: another thread of the same id is not meant. */
  readonly createdAt?: number;
}

/** The error of a result that comes too late; `expiresAt` in epoch milliseconds. */
export function callExpired(callId: string, expiresAt: number): AgentError {
  const at = new Date(expiresAt).toISOString();
  return new AgentError("call_expired", `Call ${callId} took a result until ${at}.`, {
    details: { expiresAt: at },
  });
}

/** The error of a call that the thread has not, or that its tool has not deferred. */
export function noDeferredCall({ thread }: ThreadRef, callId: string): AgentError {
  return new AgentError("call_unknown", `Thread ${thread} has no deferred call ${callId}.`);
}

/** The error of a result for a call that has another. */
export function resultGiven(callId: string): AgentError {
  return new AgentError("result_given", `Call ${callId} has its result; that one stands.`);
}
