// The messages of a conversation that are inputs, in their order of arrival, and from where on each of them reads the messages of other
// people. No two inputs read the same message, so that it stands in the log once.

import type { HttpDeps } from "../../../http/context.ts";
import type { IncomingMessage } from "../channel.ts";
import { type ConversationRef, findThread, INPUTS } from "../conversation.ts";

/** Messages that are kept for a conversation. */
const MOST_MESSAGES = 50;

/** A message that is an input. */
interface InputMessage {
  readonly id: string;
  readonly order: string;
  /** It reads the messages after this `order`; missing where it reads from the beginning. */
  readonly after?: string;
  /** The messages before it could not be read: the next input reads them. */
  readonly isUnread?: true;
}

/** From where on an input reads, and the input before it. */
export interface Turn {
  readonly after?: string;
  /** The id of the input before it. */
  readonly previous?: string;
}

type Deps = Pick<HttpDeps, "store" | "clock">;

/** Stores that the message is an input. A repeated message gets the same turn again. */
export async function takeTurn(
  ref: ConversationRef,
  { id, order }: Pick<IncomingMessage, "id"> & { readonly order: string },
  deps: Deps,
): Promise<Turn> {
  return await changeInputs(ref, deps, async (inputs) => {
    const at = inputs.findIndex((each) => each.id === id);
    const before = at < 0 ? inputs : inputs.slice(0, at);
    const previous = before.at(-1)?.id;
    const own = inputs[at] ?? { id, order, ...await placeBehind(ref, inputs, order, deps) };
    const { after } = own;
    const turn = {
      ...(after === undefined ? {} : { after }),
      ...(previous === undefined ? {} : { previous }),
    };
    return { result: turn, inputs: at < 0 ? [...inputs, own] : inputs };
  });
}

/** Where a new message reads from. For a thread of an earlier version it is not known what was read, so nothing is read. */
async function placeBehind(
  ref: ConversationRef,
  inputs: readonly InputMessage[],
  order: string,
  deps: Deps,
): Promise<Pick<InputMessage, "after">> {
  if (inputs.length === 0) return await findThread(ref, deps) === undefined ? {} : { after: order };
  const read = inputs.flatMap((each) => each.isUnread === true ? each.after ?? [] : each.order);
  return read.length === 0 ? {} : { after: read.reduce((one, other) => isLater(other, one) ? other : one) };
}

/** Stores that the messages before this one could not be read. */
export async function leaveUnread(ref: ConversationRef, id: string, deps: Deps): Promise<void> {
  await changeInputs(ref, deps, (inputs) => {
    const isUnread = true as const;
    return Promise.resolve({
      result: undefined,
      inputs: inputs.map((each) => each.id === id ? { ...each, isUnread } : each),
    });
  });
}

/** The ids of the messages that are inputs. */
export async function listInputIds(
  { tenant, thread }: ConversationRef,
  { store }: Pick<Deps, "store">,
): Promise<readonly string[]> {
  return parseInputs(await store.readDefinition(tenant, INPUTS, thread)).map(({ id }) => id);
}

/**
 * True for a place behind another one.
 *
 * @example
 * ```ts
 * import { isLater } from "./turns.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isLater("1000", "999"), true);
 * assert.equal(isLater("1700000000.000002", "1700000000.000010"), false);
 * ```
 */
export function isLater(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length;
}

async function changeInputs<T>(
  { tenant, thread }: ConversationRef,
  { store }: Deps,
  change: (
    inputs: readonly InputMessage[],
  ) => Promise<{ readonly result: T; readonly inputs: readonly InputMessage[] }>,
): Promise<T> {
  for (;;) {
    const text = await store.readDefinition(tenant, INPUTS, thread);
    const { result, inputs } = await change(parseInputs(text));
    const next = JSON.stringify(inputs.slice(-MOST_MESSAGES));
    if (next === (text ?? "[]") || await store.putDefinition(tenant, INPUTS, thread, next, text ?? null)) {
      return result;
    }
  }
}

function parseInputs(text: string | undefined): readonly InputMessage[] {
  return text === undefined ? [] : JSON.parse(text);
}
