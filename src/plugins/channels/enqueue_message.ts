// A message as the input of a thread, and its answer as a message that grows.

import { failureFields } from "../../core/error.ts";
import type { WakeIo } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { NewPart } from "../../core/content/new_part.ts";
import type { NewInput } from "../../kernel/request.ts";
import { findRedactor } from "../../kernel/redaction/find_redactor.ts";
import { requireWaking } from "../../kernel/plugin_missing.ts";
import { type IncomingMessage, RECEIPT_MS } from "./channel.ts";
import { findThread } from "./conversation.ts";
import { converse } from "./converse.ts";
import { callsForPeople } from "./news.ts";
import { CHANNEL_DOOR, type OpenChannel, toThreadId } from "./open_channels.ts";
import { quotesFor, withQuotes } from "./reading/quotes.ts";
import { whisper } from "./whisper.ts";

/** Milliseconds for which an answer is posted while it is written: a Worker lives for 30 s after its response. */
const FOLLOW_MS = 25_000;

/** The notice for a person whose message waits for the decision about a call. */
const QUEUED = "A question above is still open: I come to this message when it is decided.";

/** The user of the thread: who has begun the conversation, or, where all may write, the conversation itself. */
export function resolveUser({ user, conversation }: IncomingMessage, { name, shared }: OpenChannel): string {
  return `${name}:${shared === true ? conversation : user}`;
}

/**
 * Puts the input into the thread, with what it quotes and the files of that, and posts the answer while it is written. A repeated message changes nothing. An input
 * would deny calls that wait for people: while there are some, the message waits for the end of the run, and its sender gets a notice.
 *
 * @throws {AgentError} as `enqueueInput` does
 */
export async function enqueueMessage(
  message: IncomingMessage,
  { input, quoted = [] }: { readonly input: NewInput; readonly quoted?: readonly NewPart[] },
  channel: OpenChannel,
  io: WakeIo,
  deps: HttpDeps,
): Promise<void> {
  const { tenant, name, agent, streams = true, platform, shared } = channel;
  const ref = { tenant, thread: toThreadId(channel, message.conversation) };
  const isShown = streams && platform.editMs !== undefined;
  const thread = await findThread(ref, deps);
  const isQueued = thread !== undefined && callsForPeople(thread).length > 0;
  const quotes = quotesFor(message, thread !== undefined);
  const spoken = shared === true ? withSpeaker(input, platform.nameUser(message.user)) : input;
  const { type } = await requireWaking(deps).enqueue(
    {
      ref,
      agent,
      input: withQuotes(spoken, { quotes, files: quoted }, findRedactor(agent, deps)),
      user: resolveUser(message, channel),
      owned: true,
      receiptMs: RECEIPT_MS,
      // The blanks keep it apart from what a client can send as Idempotency-Key.
      idempotency: { key: `channel ${name} ${await deps.sha256(message.id)}`, bodyHash: "channel" },
      origin: { door: CHANNEL_DOOR, by: `${name}:${message.user}` },
      ...(isShown ? { resumable: true } : {}),
      ...(isQueued ? { queued: true } : {}),
    },
    io,
    deps,
  );
  if (type === "duplicate") return;
  if (isQueued) return io.defer(whisper(message, QUEUED, channel, deps));
  if (!isShown) return;
  const posted = converse(ref, channel, { followMs: FOLLOW_MS }, deps).catch((error) =>
    deps.log("warn", "an answer was not shown while it was written", { ...ref, ...failureFields(error) })
  );
  io.defer(posted);
}

/** Where all may write, the agent reads who does. */
function withSpeaker(input: NewInput, speaker: string): NewInput {
  if (typeof input === "string") return `${speaker}: ${input}`;
  return [{ type: "text", text: `${speaker}:` }, ...input];
}
