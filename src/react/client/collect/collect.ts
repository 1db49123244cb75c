// collect: the fold over a stream.

import type { StepEvent } from "../../../core/event.ts";
import { type Conversation, EMPTY_CONVERSATION } from "./conversation.ts";
import { fold } from "./fold.ts";

/** How a stream is collected. */
export interface CollectOptions {
  /** What the events go on from: an earlier conversation, or `await thread.conversation()`. */
  readonly from?: Conversation;
  /** Called with every state, after each event. */
  readonly onChange?: (conversation: Conversation, event: StepEvent) => void;
}

/**
 * Folds events to their end. Rejects as the stream does; `onChange` got what was folded until then.
 *
 * @example
 * ```ts
 * import { collect } from "./collect.ts";
 * import assert from "node:assert/strict";
 *
 * async function* events() {
 *   yield { type: "text.started", block: 0, seq: 1000002 } as const;
 *   yield { type: "text.delta", block: 0, text: "Hi", seq: 1000003 } as const;
 * }
 * const { messages } = await collect(events());
 * assert.equal(messages.length, 1);
 * ```
 */
export async function collect(
  events: AsyncIterable<StepEvent>,
  { from = EMPTY_CONVERSATION, onChange }: CollectOptions = {},
): Promise<Conversation> {
  let conversation = from;
  for await (const event of events) {
    const next = fold(conversation, event);
    if (next === conversation) continue;
    conversation = next;
    onChange?.(conversation, event);
  }
  return conversation;
}
