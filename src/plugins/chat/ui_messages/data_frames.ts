// Chunks of data that the message does not keep.

import type { AuthorizationRequested, InputTaken, StepStarted } from "../../../core/event.ts";
import { frame } from "./frames.ts";

/** A step begins: its number in the thread, and whether it plans. */
export function stepFrame({ step, choice }: StepStarted): string {
  const data = { n: step, phase: choice === null ? "act" : "plan" };
  return frame({ type: "data-step", data, transient: true });
}

/** A message was taken while a run went on: the id of its entry, and its origin, which names the client's message. */
export function inputTakenFrame({ id, door = "" }: Pick<InputTaken, "id" | "door">): string {
  return frame({ type: "data-input", data: { id, door }, transient: true });
}

/** The address at which the user authorizes a server of tools. */
export function authorizationFrame({ callId, server, url, expiresAt }: AuthorizationRequested): string {
  return frame({ type: "data-authorization", data: { callId, server, url, expiresAt }, transient: true });
}
