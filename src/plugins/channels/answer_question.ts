// A message that answers a question of the agent: it decides about the call that waits for it, and is no input.

import { AgentError } from "../../core/error.ts";
import { type Json, parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { decideApproval } from "../../runtime/threads/approvals.ts";
import type { IncomingMessage } from "./channel.ts";
import type { Conversation, ConversationRef } from "./conversation.ts";
import type { OpenChannel } from "./open_channels.ts";
import { whisper } from "./whisper.ts";

/** The kind of the definition with the messages that have answered questions of a conversation. */
const ANSWERS = "channel_answers";

/** Ids that are kept for a conversation: a platform sends none again behind so many others. */
const MOST_IDS = 50;

/**
 * True when the message is the answer to a question, or was it when it came before. The answer is read as a text, and as JSON where the
 * question takes no text.
 *
 * @throws {AgentError} retryable - the platform is to send it again
 */
export async function answerQuestion(
  message: IncomingMessage,
  { ref, conversation: { cards, hasAsked }, channel }: {
    readonly ref: ConversationRef;
    readonly conversation: Conversation;
    readonly channel: OpenChannel;
  },
  io: WakeIo,
  deps: HttpDeps,
): Promise<boolean> {
  if (hasAsked !== true || message.files.length > 0) return false;
  const [question] = Object.entries(cards).filter(([, { asks }]) => asks === true);
  const isKnown = await keepId(ref, message.id, { isNew: question !== undefined }, deps.store);
  if (question === undefined) return isKnown;
  const [callId, { digest }] = question;
  const by = `${channel.name}:${message.user}`;
  for (const answer of readingsOf(message.text)) {
    try {
      await decideApproval(ref, callId, { approved: true, answer, digest, by, via: "api" }, deps, io);
      return true;
    } catch (error) {
      if (!(error instanceof AgentError) || error.retryable) throw error;
      // It is answered by this message or another one, or has waited too long: the text is no input either.
      if (error.code !== "invalid_request") return true;
    }
  }
  const text = "The answer does not have the form that is asked for; write it again.";
  io.defer(whisper(message, text, channel, deps));
  return true;
}

function readingsOf(text: string): readonly Json[] {
  const json = parseJson(text);
  return json === undefined ? [text] : [text, json];
}

/** True when the id was kept before; a new one is kept where `isNew` says so. */
async function keepId(
  { tenant, thread }: ConversationRef,
  id: string,
  { isNew }: { readonly isNew: boolean },
  store: Store,
): Promise<boolean> {
  for (;;) {
    const text = await store.readDefinition(tenant, ANSWERS, thread);
    const ids: readonly string[] = text === undefined ? [] : JSON.parse(text);
    if (ids.includes(id) || !isNew) return ids.includes(id);
    const more = JSON.stringify([...ids, id].slice(-MOST_IDS));
    if (await store.putDefinition(tenant, ANSWERS, thread, more, text ?? null)) return false;
  }
}
