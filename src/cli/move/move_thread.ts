// One thread: locked in its store, copied into the other, and unlocked there.

import { lockOf } from "../../core/store/moving.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { copyThread, dropLoaded, isBeginOf, type Places, whyUnreadable } from "./copy_thread.ts";

/**
 * What became of a thread. `moved before`: the other store has it already. `taken`: the other store has another thread of this name. `busy`: a
 * step of it, or of a thread below it, runs. `incomplete`: a move to this store has stopped in it. `unreadable`: one of the stores cannot read
 * it, or does not take it.
 */
export type Outcome = "moved" | "moved before" | "taken" | "busy" | "incomplete" | "unreadable" | "missing";

/** The outcome, and why it is `unreadable`. */
export interface ThreadOutcome {
  readonly outcome: Outcome;
  readonly why?: string;
}

/**
 * Locks a thread, unless it is one that does not move. Undefined when it is locked: it is to be moved.
 *
 * @throws {AgentError} store_unavailable, store_full
 */
export async function lockThread(ref: ThreadRef, { from, to }: Places): Promise<Outcome | undefined> {
  const [here, there] = [await from.findThread(ref), await to.findThread(ref)];
  switch (here) {
    case "missing":
      return "missing";
    case "moved":
      return "moved before";
    case "loading":
      return "incomplete";
    case "open":
      if (there === "open" || there === "leaving") return "taken";
      break;
    case "leaving":
      if (there === "open") return await settle(ref, { from, to });
      if (there === "leaving") return "taken";
  }
  const { type } = await from.lockThread(ref);
  switch (type) {
    case "locked":
      return undefined;
    case "moved":
      return "moved before";
    case "loading":
      return "incomplete";
    default:
      return type;
  }
}

/** A thread that is leaving here and not locked there: it has moved, unless it is another one. */
async function settle(ref: ThreadRef, { from, to }: Places): Promise<Outcome> {
  const hasMoved = await isBeginOf(ref, await from.readThread(ref), { from, to });
  await from.changeLock(ref, "leaving", hasMoved ? "moved" : "open");
  return hasMoved ? "moved before" : "taken";
}

/**
 * Moves a locked thread. One that cannot move is unlocked, and nothing of it is left in the other store.
 *
 * @param due When it is due, in epoch milliseconds; undefined when it is not.
 * @throws {AgentError} store_unavailable, store_full: the thread stays locked, and the same call goes on
 */
export async function moveThread(
  ref: ThreadRef,
  places: Places,
  due: number | undefined,
  now: number,
): Promise<ThreadOutcome> {
  try {
    return { outcome: await load(ref, places, due, now) };
  } catch (thrown) {
    const why = whyUnreadable(thrown);
    await dropLoaded(ref, places.to);
    await places.from.changeLock(ref, "leaving", "open");
    return { outcome: "unreadable", why };
  }
}

async function load(
  ref: ThreadRef,
  { from, to }: Places,
  due: number | undefined,
  now: number,
): Promise<Outcome> {
  const thread = await from.readThread(ref);
  if (lockOf(thread.header.schema) !== "leaving") return "busy"; // another command has unlocked it
  if (!await copyThread(ref, thread, { from, to }, now)) {
    await from.changeLock(ref, "leaving", "open");
    return "taken"; // a client has made it meanwhile
  }
  if (due !== undefined) await to.moveDue(ref.tenant, ref.thread, { to: due });
  await to.changeLock(ref, "loading", "open");
  await from.changeLock(ref, "leaving", "moved");
  return "moved";
}
