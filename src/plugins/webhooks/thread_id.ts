// Ids of threads that events name: each text gets a legal id of its own.

import type { Sha256 } from "../../core/ports.ts";
import { THREAD_ID } from "../../core/text/id.ts";

/** Characters of a digest that stand in an id: 132 bits. */
const DIGEST = 22;

/** Most characters of a text that stand before the digest. */
const READABLE = 128 - 1 - DIGEST;

/** Ids that are made here. A text of this form gets another one: by it a sender would choose the thread of another text. */
const MADE = new RegExp(`(?:\\.|^event_)[\\w-]{${DIGEST}}$`);

/**
 * The text itself where it is a legal id that is not made here. Else its characters, those that an id cannot have as `-`, and its
 * digest: `a/b` and `a-b` are two threads.
 */
export async function toThreadId(text: string, sha256: Sha256): Promise<string> {
  // Texts that begin so were none of the legal ids before 2026-11-27: their threads go on.
  const isId = THREAD_ID.test(text) && !text.startsWith("_");
  if (isId && !MADE.test(text)) return text;
  const readable = text.slice(0, READABLE).replaceAll(/[^A-Za-z0-9_.:-]/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return `${readable || "event"}.${(await sha256(text)).slice(0, DIGEST)}`;
}

/** The id of the thread of one event. Two agents that take the same event have two threads. */
export async function threadIdOfEvent(
  { trigger, agent, id }: { readonly trigger: string; readonly agent: string; readonly id: string },
  sha256: Sha256,
): Promise<string> {
  return `event_${(await sha256(JSON.stringify([trigger, agent, id]))).slice(0, DIGEST)}`;
}
