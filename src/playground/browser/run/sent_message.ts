// The message whose step has not committed yet: after a reload the stored history does not have it.

import { tabStorage } from "../storage.ts";

const SENT = "treadle.sent";

/** Keeps the message of a thread until its step has ended. */
export function keepSent(thread: string, text: string): void {
  tabStorage.set(SENT, JSON.stringify({ thread, text }));
}

/** The step of the message has ended, so that the stored history has it, or its request was refused. */
export function forgetSent(thread: string): void {
  if (sentTo(thread) !== undefined) tabStorage.remove(SENT);
}

/** The kept message of a thread. */
export function sentTo(thread: string): string | undefined {
  const { thread: kept, text } = JSON.parse(tabStorage.get(SENT) ?? "{}");
  return kept === thread && typeof text === "string" ? text : undefined;
}
