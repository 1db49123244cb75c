// A message that answers a question of the agent: it decides about the call that waits for it, and is no input.

import { AgentError } from "../../core/error.ts";
import { type Json, parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { decideApproval } from "../../runtime/threads/approvals.ts";
import type { IncomingMessage } from "./channel.ts";
import { ANSWERS, type Conversation, type ConversationRef } from "./conversation.ts";
import type { OpenChannel } from "./open_channels.ts";
import { whisper } from "./whisper.ts";

/** Messages that are kept for a conversation: a platform sends none again behind so many others. */
const MOST_MESSAGES = 50;

/** The id of a message, and of the call that it has answered. An earlier version has kept the id of the message alone. */
type Answered = readonly [message: string, callId: string];

/**
 * True when the message is the answer to a question, or was it when it came before. A message that the platform sends again answers no
 * other question than it did at first, and none that was asked behind it. Of several questions it answers the first that waits.
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
  const { isLater = () => true } = channel.platform;
  const questions = Object.entries(cards).filter(([, { asks, id }]) =>
    asks === true && isLater(message.id, id)
  );
  const before = await readAnswered(ref, message.id, deps.store);
  for (const [callId, { digest }] of questions) {
    if (before !== undefined && before !== callId) continue;
    await keepAnswered(ref, { message: message.id, callId }, deps.store);
    const given = await giveAnswer(message, { ref, callId, digest, channel }, io, deps);
    if (given === "closed") continue;
    if (given === "malformed") {
      const text = "The answer does not have the form that is asked for; write it again.";
      io.defer(whisper(message, text, channel, deps));
    }
    return true;
  }
  return before !== undefined;
}

/**
 * Gives the text to the question, and as JSON where the question takes no text. `closed`: it was answered, or has waited too long.
 */
async function giveAnswer(
  { text, user }: IncomingMessage,
  { ref, callId, digest, channel }: {
    readonly ref: ConversationRef;
    readonly callId: string;
    readonly digest: string;
    readonly channel: OpenChannel;
  },
  io: WakeIo,
  deps: HttpDeps,
): Promise<"given" | "malformed" | "closed"> {
  const by = `${channel.name}:${user}`;
  for (const answer of readingsOf(text)) {
    try {
      await decideApproval(ref, callId, { approved: true, answer, digest, by, via: "api" }, deps, io);
      return "given";
    } catch (error) {
      if (!(error instanceof AgentError) || error.retryable) throw error;
      if (error.code !== "invalid_request") return "closed";
    }
  }
  return "malformed";
}

function readingsOf(text: string): readonly Json[] {
  const json = parseJson(text);
  return json === undefined ? [text] : [text, json];
}

/** The call that the message has answered; empty where an earlier version has kept it without, undefined for none. */
async function readAnswered(
  { tenant, thread }: ConversationRef,
  message: string,
  store: Store,
): Promise<string | undefined> {
  const kept = parseAnswered(await store.readDefinition(tenant, ANSWERS, thread));
  return kept.find(([id]) => id === message)?.[1];
}

/** Keeps which call the message answers. */
async function keepAnswered(
  { tenant, thread }: ConversationRef,
  { message, callId }: { readonly message: string; readonly callId: string },
  store: Store,
): Promise<void> {
  for (;;) {
    const text = await store.readDefinition(tenant, ANSWERS, thread);
    const others = parseAnswered(text).filter(([id]) => id !== message);
    const more = JSON.stringify([...others, [message, callId]].slice(-MOST_MESSAGES));
    if (await store.putDefinition(tenant, ANSWERS, thread, more, text ?? null)) return;
  }
}

function parseAnswered(text: string | undefined): Answered[] {
  const kept: readonly (string | Answered)[] = text === undefined ? [] : JSON.parse(text);
  return kept.map((each) => typeof each === "string" ? [each, ""] : each);
}
