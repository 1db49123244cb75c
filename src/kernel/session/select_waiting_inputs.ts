// Which inputs of an inbox a step takes. An input that steers is taken by the next step. One that is queued waits until the run has
// ended, unless an input behind it steers: inputs never overtake each other.

import { isJsonObject, type JsonObject, parseJson } from "../../core/json.ts";
import type { ThreadStatus } from "../../core/state.ts";
import type { BusyPolicy } from "../../core/store/begin.ts";
import type { ThreadHeader, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { ThreadStore } from "../../core/store/thread_store.ts";
import { unreachable } from "../../core/error.ts";
import type { Busy, StepRequest } from "../request.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { readState } from "../stored.ts";
import type { Begun } from "./admission.ts";

/** What a store does with the inputs of a request while another step has the lease. */
export function toBusyPolicy(busy: Busy): BusyPolicy {
  switch (busy) {
    case "reject":
      return "reject";
    case "steer":
    case "queue":
      return "queue";
    case "interrupt":
      return "restart";
    default:
      return unreachable(busy);
  }
}

/** What the first step of a request takes of the inbox that begin found. */
export function selectInputs(
  { header, pending, inbox }: Pick<Begun, "header" | "pending" | "inbox">,
  { ref, busy, inputs, woken }: Pick<StepRequest, "ref" | "busy" | "inputs" | "woken">,
): readonly string[] {
  const bringsInput = inputs.length > 0;
  const goesOnByItself = () => readState(ref, header).run.wake !== undefined;
  const place = placeOfRun(header.status, pending !== null);
  switch (place) {
    case "ended":
      return inbox;
    case "stopped":
      if (bringsInput) return busy === "queue" && goesOnByItself() ? takeSteering(inbox) : inbox;
      return woken && !goesOnByItself() ? inbox : takeSteering(inbox);
    case "waiting":
      return bringsInput && busy !== "queue" ? inbox : takeSteering(inbox);
    default:
      return unreachable(place);
  }
}

/** The inputs of an inbox that a step of a run that goes on takes: all up to the last one that is not queued. */
export function takeSteering(inbox: readonly string[]): readonly string[] {
  return inbox.slice(0, inbox.findLastIndex((text) => !isQueued(text)) + 1);
}

/** How many texts of the inbox the step of a session takes: an imported history is one. */
export function countTaken({ inbox, imported }: Pick<Session, "inbox" | "imported">): number {
  return inbox.length + (imported.length > 0 ? 1 : 0);
}

/** Whether an input that steers waits behind those that the step of a session has taken. One store request; no answer counts as none. */
export async function isSteered(session: Session, { store }: Pick<RuntimeDeps, "store">): Promise<boolean> {
  const texts = await store.inbox(session.ref).catch(() => []);
  return takeSteering(texts.slice(countTaken(session))).length > 0;
}

function isQueued(text: string): boolean {
  return readItem(text).queued === true;
}

/** True for an input that no client waits for: a wake-up begins its run. */
export function comesWithoutClient(text: string): boolean {
  return readItem(text).run !== undefined;
}

function readItem(text: string): JsonObject {
  // The step that takes a text which is no input refuses it.
  const item = parseJson(text);
  return isJsonObject(item) ? item : {};
}

/**
 * How many inputs of the inbox a next step finds for itself: none where the thread waits for people, the caller, a result or a time, and
 * all of them are queued behind that. One store request where a thread that waits has inputs.
 */
export async function countTakeable(
  ref: ThreadRef,
  { header, waiting }: Pick<ThreadSnapshot, "header" | "waiting">,
  { store }: { readonly store: Pick<ThreadStore, "inbox"> },
): Promise<number> {
  if (waiting === 0 || header.status !== "waiting" || !waitsForCalls(ref, header)) return waiting;
  return takeSteering(await store.inbox(ref)).length === 0 ? 0 : waiting;
}

/** Without its calls, which a list does not read. A new thread waits for its first input. */
function waitsForCalls(ref: ThreadRef, header: ThreadHeader): boolean {
  const { question, wakes } = readState(ref, header);
  return header.version > 0 && question === undefined && wakes?.parked === undefined;
}

/**
 * How a step that begins finds the run of its thread. `ended`: the step takes the whole inbox. `stopped`: no step runs and nothing is
 * waited for, so a request with an input takes the whole inbox as well, since no other request may come, and so does the wake-up of an
 * input; an input is queued behind such a run only where wake-ups make its steps. `waiting`: for people, the caller, a result or a time.
 */
export function placeOfRun(status: ThreadStatus, hasCalls: boolean): "ended" | "stopped" | "waiting" {
  switch (status) {
    case "open":
      return "stopped";
    case "waiting":
      return hasCalls ? "waiting" : "ended";
    case "done":
    case "failed":
    case "cancelled":
      return "ended";
    default:
      return unreachable(status);
  }
}
