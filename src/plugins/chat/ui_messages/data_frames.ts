// Chunks of data. The message keeps those of apps alone.

import type { AuthorizationRequested, InputTaken, StepStarted } from "../../../core/event.ts";
import type { CallApp } from "../../../core/tool/tool_app.ts";
import { frame } from "./frames.ts";

/** A step begins: its number in the thread, and whether it plans. */
export function stepFrame({ step, choice }: StepStarted): string {
  const data = { n: step, phase: choice === null ? "act" : "plan" };
  return frame({ type: "data-step", data, transient: true });
}

/** A message was consumed during a run: the id of its entry, and its origin, which names the client's message. */
export function inputTakenFrame({ id, door = "" }: Pick<InputTaken, "id" | "door">): string {
  return frame({ type: "data-input", data: { id, door }, transient: true });
}

/** The address at which the user authorizes a server of tools. */
export function authorizationFrame({ callId, server, url, expiresAt }: AuthorizationRequested): string {
  return frame({ type: "data-authorization", data: { callId, server, url, expiresAt }, transient: true });
}

/** The app of an MCP server that shows a call: a part of the message, which a second one of the same call replaces. */
export function appFrame(callId: string, { server, uri }: CallApp): string {
  return frame({ type: "data-app", id: `app_${callId}`, data: { callId, server, uri } });
}
