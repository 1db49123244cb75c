// The reasons why a result is refused.

import { AgentError } from "../../core/error.ts";
import type { ThreadRef } from "../../core/store/thread.ts";

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
