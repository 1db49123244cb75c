// What is kept of a conversation leaves when its thread has: the store removes threads that are not used, and definitions never.

import { parseWakeName, type WakeHandler, wakeName } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { type ConversationRef, removeConversation } from "./conversation.ts";

/** The kind of the name in the due index; the rest of it is the id of the thread. */
export const EXPIRY = "channel_expiry";

/** Milliseconds until it is looked whether the thread is still there: 30 days. */
const LOOK_MS = 30 * 86_400_000;

/** Schedules a later check whether the thread of a conversation still exists. */
export async function scheduleExpiry(
  { tenant, thread }: ConversationRef,
  { store, clock }: Pick<HttpDeps, "store" | "clock">,
): Promise<void> {
  await store.moveDue(tenant, wakeName(EXPIRY, thread), { to: clock() + LOOK_MS });
}

/** Does the work of a wake-up `@channel_expiry/<thread>`, which the cron pump sends. */
export function expiryHandler(deps: Pick<HttpDeps, "store" | "clock">): WakeHandler {
  return async ({ tenant, name, due }) => {
    const ref = { tenant, thread: parseWakeName(name).id };
    if (await deps.store.read(ref) !== undefined) {
      await scheduleExpiry(ref, deps);
      return { type: "handled" };
    }
    await removeConversation(ref, deps);
    if (due !== undefined) await deps.store.moveDue(tenant, name, { from: due });
    return { type: "stale" };
  };
}
