// The messages of a conversation that are inputs, in the order in which they came, and from where on each of them reads what others have
// written. What one has read is read by no other one, so that it stands in the log once.

import type { HttpDeps } from "../../../http/context.ts";
import type { IncomingMessage } from "../channel.ts";
import { type ConversationRef, findThread, TAKEN } from "../conversation.ts";

/** Messages that are kept for a conversation. */
const MOST_MESSAGES = 50;

/** A message that is an input. */
interface Taken {
  readonly id: string;
  readonly order: string;
  /** It reads what stands behind this `order`; missing where it reads from the beginning. */
  readonly after?: string;
  /** What stands before it could not be read: the next message reads that. */
  readonly isUnread?: true;
}

/** What a message reads, and behind which one it comes. */
export interface Turn {
  readonly after?: string;
  /** The id of the message that was taken before it. */
  readonly previous?: string;
}

type Deps = Pick<HttpDeps, "store" | "clock">;

/** Keeps that the message is an input. One that comes again has the turn that it had. */
export async function takeTurn(
  ref: ConversationRef,
  { id, order }: Pick<IncomingMessage, "id"> & { readonly order: string },
  deps: Deps,
): Promise<Turn> {
  return await changeTaken(ref, deps, async (taken) => {
    const at = taken.findIndex((each) => each.id === id);
    const before = at < 0 ? taken : taken.slice(0, at);
    const previous = before.at(-1)?.id;
    const own = taken[at] ?? { id, order, ...await placeBehind(ref, taken, order, deps) };
    const { after } = own;
    const turn = {
      ...(after === undefined ? {} : { after }),
      ...(previous === undefined ? {} : { previous }),
    };
    return { result: turn, taken: at < 0 ? [...taken, own] : taken };
  });
}

/** Where a new message reads from. Of a thread that an earlier version has told it is not known what was read: nothing is. */
async function placeBehind(
  ref: ConversationRef,
  taken: readonly Taken[],
  order: string,
  deps: Deps,
): Promise<Pick<Taken, "after">> {
  if (taken.length === 0) return await findThread(ref, deps) === undefined ? {} : { after: order };
  const read = taken.flatMap((each) => each.isUnread === true ? each.after ?? [] : each.order);
  return read.length === 0 ? {} : { after: read.reduce((one, other) => isLater(other, one) ? other : one) };
}

/** Keeps that what stands before the message could not be read. */
export async function leaveUnread(ref: ConversationRef, id: string, deps: Deps): Promise<void> {
  await changeTaken(ref, deps, (taken) => {
    const isUnread = true as const;
    return Promise.resolve({
      result: undefined,
      taken: taken.map((each) => each.id === id ? { ...each, isUnread } : each),
    });
  });
}

/** The ids of the messages that are inputs. */
export async function idsOfTaken(
  { tenant, thread }: ConversationRef,
  { store }: Pick<Deps, "store">,
): Promise<readonly string[]> {
  return parseTaken(await store.readDefinition(tenant, TAKEN, thread)).map(({ id }) => id);
}

/**
 * True for a place behind another one.
 *
 * @example
 * ```ts
 * import { isLater } from "./taken.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isLater("1000", "999"), true);
 * assert.equal(isLater("1700000000.000002", "1700000000.000010"), false);
 * ```
 */
export function isLater(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length;
}

async function changeTaken<T>(
  { tenant, thread }: ConversationRef,
  { store }: Deps,
  change: (taken: readonly Taken[]) => Promise<{ readonly result: T; readonly taken: readonly Taken[] }>,
): Promise<T> {
  for (;;) {
    const text = await store.readDefinition(tenant, TAKEN, thread);
    const { result, taken } = await change(parseTaken(text));
    const next = JSON.stringify(taken.slice(-MOST_MESSAGES));
    if (next === (text ?? "[]") || await store.putDefinition(tenant, TAKEN, thread, next, text ?? null)) {
      return result;
    }
  }
}

function parseTaken(text: string | undefined): readonly Taken[] {
  return text === undefined ? [] : JSON.parse(text);
}
