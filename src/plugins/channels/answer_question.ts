// A message that answers a question of the agent: it decides about the call that waits for it, and is no input.

import { AgentError } from "../../core/error.ts";
import { type Json, parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { decideApproval } from "../../kernel/threads/decide_approval.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import type { IncomingMessage } from "./channel.ts";
import { ANSWERS, type Conversation, type ConversationRef, ownsThread } from "./conversation.ts";
import type { OpenChannel } from "./open_channels.ts";
import { whisper } from "./whisper.ts";

/** Messages that are kept for a conversation: a platform sends none again behind so many others. */
const MOST_MESSAGES = 50;

/** The id of a message, and of the call that it has answered. An earlier version has kept the id of the message alone. */
type Answered = readonly [message: string, callId: string];

/** What is kept of the answers in a conversation. */
interface Answers {
  /** As the store has it. */
  readonly text: string | undefined;
  readonly answered: readonly Answered[];
}

/**
 * True when the message is the answer to a question, also when it is repeated. A message that the platform repeats answers the same
 * question as before, and no later one. Of several questions a message answers the first that waits.
 *
 * @throws {AgentError} retryable - the platform is to send it again
 */
export async function answerQuestion(
  message: IncomingMessage,
  { ref, conversation, channel }: {
    readonly ref: ConversationRef;
    readonly conversation: Conversation;
    readonly channel: OpenChannel;
  },
  io: WakeIo,
  deps: HttpDeps,
): Promise<boolean> {
  const { cards, hasAsked } = conversation;
  if (hasAsked !== true || message.files.length > 0) return false;
  if (!ownsThread(conversation, await readThread(ref, deps))) return false;
  const { isLater = () => true } = channel.platform;
  const questions = Object.entries(cards).filter(([, { asks, id }]) =>
    asks === true && isLater(message.id, id)
  );
  let answers = await readAnswers(ref, deps.store);
  const before = findAnswered(answers, message.id);
  for (const [callId, { digest }] of questions) {
    if (before !== undefined && before !== callId) continue;
    if (before === undefined) {
      answers = await keepAnswered(ref, answers, [message.id, callId], deps.store);
    }
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
  for (const answer of listReadings(text)) {
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

function listReadings(text: string): readonly Json[] {
  const json = parseJson(text);
  return json === undefined ? [text] : [text, json];
}

async function readAnswers({ tenant, thread }: ConversationRef, store: Store): Promise<Answers> {
  const text = await store.readDefinition(tenant, ANSWERS, thread);
  const kept: readonly (string | Answered)[] = text === undefined ? [] : JSON.parse(text);
  return { text, answered: kept.map((each) => typeof each === "string" ? [each, ""] : each) };
}

/** The ids of the messages that have answered questions of a conversation. */
export async function answeredIds(ref: ConversationRef, store: Store): Promise<readonly string[]> {
  return (await readAnswers(ref, store)).answered.map(([id]) => id);
}

/** The call that the message has answered; empty where an earlier version has kept it without, undefined for none. */
function findAnswered({ answered }: Answers, message: string): string | undefined {
  return answered.find(([id]) => id === message)?.[1];
}

/** Keeps which call the message answers; what is kept then. */
async function keepAnswered(
  ref: ConversationRef,
  answers: Answers,
  own: Answered,
  store: Store,
): Promise<Answers> {
  for (let found = answers;; found = await readAnswers(ref, store)) {
    const others = found.answered.filter(([id]) => id !== own[0]);
    const answered = [...others, own].slice(-MOST_MESSAGES);
    const text = JSON.stringify(answered);
    if (await store.putDefinition(ref.tenant, ANSWERS, ref.thread, text, found.text ?? null)) {
      return { text, answered };
    }
  }
}
