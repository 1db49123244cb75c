// Chunks of data that the message does not keep.

import type { AuthorizationRequested, StepStarted } from "../../../core/event.ts";
import { frame } from "./frames.ts";

/** A step begins: its number in the thread, and whether it plans. */
export function stepFrame({ step, choice }: StepStarted): string {
  const data = { n: step, phase: choice === null ? "act" : "plan" };
  return frame({ type: "data-step", data, transient: true });
}

/** The address at which the user authorizes a server of tools. */
export function authorizationFrame({ callId, server, url, expiresAt }: AuthorizationRequested): string {
  return frame({ type: "data-authorization", data: { callId, server, url, expiresAt }, transient: true });
}
