// A message of a person becomes an input of the agent: once, by the platform's id, in the thread of its conversation.

import { AgentError } from "../../core/error.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { answerQuestion } from "./answer_question.ts";
import type { IncomingMessage } from "./channel.ts";
import { beginConversation, readConversation } from "./conversation.ts";
import { enqueueMessage, resolveUser } from "./enqueue_message.ts";
import { scheduleExpiry } from "./expire.ts";
import { hasFiles, keepFiles } from "./reading/files.ts";
import { type OpenChannel, toThreadId } from "./open_channels.ts";
import { takeTurn } from "./reading/turns.ts";
import { refuseMessage, whisper } from "./whisper.ts";

/**
 * Accepts the message. A message that can never be accepted is no error, because the platform would repeat it: its sender gets a notice.
 *
 * @throws {AgentError} retryable - the platform must send it again
 */
export async function acceptMessage(
  message: IncomingMessage,
  channel: OpenChannel,
  io: WakeIo,
  deps: HttpDeps,
): Promise<void> {
  const { tenant, platform } = channel;
  const { place, person } = message;
  const ref = { tenant, thread: toThreadId(channel, message.conversation) };
  if (!THREAD_ID.test(ref.thread)) return;
  const user = resolveUser(message, channel);
  const isForAgent = message.isAddressed || channel.follows === true;
  const begun = await readConversation(ref, deps);
  // An answer to a question needs no mention, where it is known whose question it is.
  const mayAnswer = begun?.user === user && channel.shared !== true;
  if (begun === undefined && !message.isAddressed || !isForAgent && !mayAnswer) return;
  // Before it begins: a conversation whose expiry is not in the index would stay for good.
  if (begun === undefined) await scheduleExpiry(ref, deps);
  const conversation = begun ?? await beginConversation(ref, { place, user, person }, deps);
  if (conversation.user !== user) {
    const whose = platform.nameUser(conversation.user.slice(channel.name.length + 1));
    io.defer(
      whisper(
        message,
        `${whose} has begun this conversation, and I answer no other person in it.`,
        channel,
        deps,
      ),
    );
    return;
  }
  try {
    if (await answerQuestion(message, { ref, conversation, channel }, io, deps) || !isForAgent) return;
    const { order } = message;
    const turn = order === undefined ? undefined : await takeTurn(ref, { ...message, order }, deps);
    // A conversation with earlier news has a thread, which has the messages before this one.
    const readsAny = turn === undefined ? conversation.entry === 0 : turn.after !== order;
    const isBehind = message.hasEarlier === true && readsAny;
    if (hasFiles(message) || isBehind) await keepFiles(message, turn, channel, io, deps);
    else await enqueueMessage(message, { input: message.text }, channel, io, deps);
  } catch (error) {
    if (!(error instanceof AgentError) || error.retryable) throw error;
    io.defer(refuseMessage(message, error, channel, deps));
  }
}
