// Notices to one person in a conversation: why a message or a click had no effect.

import { type AgentError, failureFields } from "../../core/error.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { IncomingDecision, IncomingMessage } from "./channel.ts";
import { NOTIFIED } from "./conversation.ts";
import { type OpenChannel, toThreadId } from "./open_channels.ts";

/** Most notices that everybody can read: to one person about messages, about one call, and to all people of one conversation. */
const MOST_OF_PERSON = 3;
const MOST_OF_CALL = 1;
const MOST_OF_CONVERSATION = 10;

type Deps = Pick<HttpDeps, "log" | "store">;

/**
 * Sends the notice; a failure is logged, and the notice is not repeated. Where everybody reads it, the number is limited, because otherwise
 * any person could make the agent write without an end.
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
    if (!isAlone && !await countNotice(incoming, channel, deps)) return;
    await platform.whisper(place, person, text);
  } catch (error) {
    deps.log("warn", "a person was not told something", { channel: name, ...failureFields(error) });
  }
}

/** Notifies the sender of a message that the agent refuses, however often it is sent. */
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

/** Confirms a click. Where that fails the decision stands all the same. */
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

/** Counts a public notice to the person; false when the limit is reached. */
async function countNotice(
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
    const text = await store.readDefinition(channel.tenant, NOTIFIED, thread);
    const people: readonly string[] = text === undefined ? [] : JSON.parse(text);
    if (people.length >= MOST_OF_CONVERSATION) return false;
    if (people.filter((each) => each === what).length >= most) return false;
    const more = JSON.stringify([...people, what]);
    if (await store.putDefinition(channel.tenant, NOTIFIED, thread, more, text ?? null)) return true;
  }
}
