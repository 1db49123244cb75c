// What one person is told in a conversation, beside it: why a message or a click came to nothing.

import { type AgentError, failureFields } from "../../core/error.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { IncomingDecision, IncomingMessage } from "./channel.ts";
import { TOLD } from "./conversation.ts";
import { type OpenChannel, toThreadId } from "./open_channels.ts";

/** Most times that one person is told something where everybody reads it: of messages, of one call, and all people in one conversation. */
const MOST_OF_PERSON = 3;
const MOST_OF_CALL = 1;
const MOST_OF_CONVERSATION = 10;

type Deps = Pick<HttpDeps, "log" | "store">;

/**
 * Tells the person; what cannot be told is logged, and not told again. Where everybody reads it, it is told a few times only: else
 * a stranger could have the agent write without an end.
 */
export async function whisper(
  incoming: IncomingMessage | IncomingDecision,
  text: string,
  channel: OpenChannel,
  deps: Deps,
): Promise<void> {
  const { place, person } = incoming;
  const { platform, name } = channel;
  try {
    const isAlone = platform.whispersAlone?.(place) === true;
    if (!isAlone && !await countTold(incoming, channel, deps)) return;
    await platform.whisper(place, person, text);
  } catch (error) {
    deps.log("warn", "a person was not told something", { channel: name, ...failureFields(error) });
  }
}

/** Says that the agent does not take the message, however often it is sent. */
export async function refuseMessage(
  message: IncomingMessage,
  error: AgentError,
  channel: OpenChannel,
  deps: Deps,
): Promise<void> {
  deps.log("warn", "a message of a channel was not taken", {
    tenant: channel.tenant,
    thread: toThreadId(channel, message.conversation),
    channel: channel.name,
    ...failureFields(error),
  });
  await whisper(message, `I cannot take this message (${error.code}).`, channel, deps);
}

/** Says that a click was taken. Where that fails the decision stands all the same. */
export async function confirmClick(
  { place }: IncomingDecision,
  { platform, name }: OpenChannel,
  { log }: Pick<Deps, "log">,
): Promise<void> {
  try {
    await platform.confirmClick?.(place);
  } catch (error) {
    log("warn", "a click was not confirmed", { channel: name, ...failureFields(error) });
  }
}

/** Counts that the person is told something in public; false when that was often enough. */
async function countTold(
  incoming: IncomingMessage | IncomingDecision,
  channel: OpenChannel,
  { store }: Deps,
): Promise<boolean> {
  const { person } = incoming;
  const thread = toThreadId(channel, incoming.conversation);
  const [what, most] = "callId" in incoming
    ? [`${person} ${incoming.callId}`, MOST_OF_CALL]
    : [person, MOST_OF_PERSON];
  for (;;) {
    const text = await store.readDefinition(channel.tenant, TOLD, thread);
    const people: readonly string[] = text === undefined ? [] : JSON.parse(text);
    if (people.length >= MOST_OF_CONVERSATION) return false;
    if (people.filter((each) => each === what).length >= most) return false;
    const more = JSON.stringify([...people, what]);
    if (await store.putDefinition(channel.tenant, TOLD, thread, more, text ?? null)) return true;
  }
}
