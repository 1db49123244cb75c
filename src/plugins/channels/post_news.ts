// Posts the news of a thread in its conversation: each message once, in the order of the thread, also when workers vanish in between.

import type { CallView } from "../../core/contract/calls.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import { failureFields } from "../../core/error.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readHistory } from "../../kernel/threads/threads.ts";
import { type ChannelMessage, isLimit, PostRefused } from "./channel.ts";
import { findAuthorizationUrl } from "./authorization.ts";
import {
  type Conversation,
  type ConversationRef,
  findThread,
  type HeldConversation,
  ownsThread,
} from "./conversation.ts";
import {
  callsForPeople,
  cutMessage,
  type EndedApproval,
  messageOfCall,
  messageOfDecidedCall,
  messageOfEnd,
  messageOfSilence,
  messagesOfEntry,
} from "./news.ts";
import type { OpenChannel } from "./open_channels.ts";

/** Entries of one page of history. */
const PAGE = 100;

/** Milliseconds that one request to a platform may take: less than a conversation is held. */
const REQUEST_MS = 15_000;

/**
 * Milliseconds by which the clock of the platform may be behind that of this deployment, for the search of a message whose answer was
 * lost.
 */
export const SKEW_MS = 300_000;

/** What the key of a message begins with that grows while the model writes. */
export const DRAFT = "draft.";

/** What a message shows that gets its words in a moment. */
const ELLIPSIS = "…";

/** The parts of the deployment that posting needs. */
export type PostDeps = Pick<HttpDeps, "store" | "clock" | "log" | "agents" | "sources">;

type Deps = PostDeps;

/** A conversation that this worker holds, and its channel. */
export interface Posting {
  readonly ref: ConversationRef;
  readonly held: HeldConversation;
  readonly channel: OpenChannel;
}

/**
 * Posts what is new, and brings the messages of calls up to date. The thread as it was read; undefined when it is gone, or another user's.
 *
 * @throws {AgentError} the platform or the store cannot be reached; what was posted stays recorded
 * @throws {ConversationLost} another worker goes on
 */
export async function postNews(posting: Posting, deps: Deps): Promise<ThreadDetail | undefined> {
  const { ref, held } = posting;
  const thread = await findThread(ref, deps);
  if (thread === undefined || !ownsThread(held.state, thread)) return undefined;
  if (held.state.createdAt !== thread.createdAt) await held.change(forgetOther(thread));
  await findDraft(posting, deps);
  const ended = await postEntries(posting, thread, deps);
  await postCalls(posting, { thread, ended }, deps);
  await postEnd(posting, thread, deps);
  return thread;
}

/** Nothing was posted of another thread with the same id. */
function forgetOther({ createdAt }: ThreadDetail) {
  return {
    createdAt,
    entry: 0,
    part: 0,
    ended: undefined,
    draft: undefined,
    sending: undefined,
    cards: {},
  };
}

/** The response to the post of the message that grows was lost: where that stands there, the answer goes into it. */
async function findDraft(posting: Posting, deps: Deps): Promise<void> {
  const { held, channel: { platform } } = posting;
  const { sending } = held.state;
  const begin = sending?.key.indexOf(`/${DRAFT}`) ?? -1;
  if (sending === undefined || begin < 0) return;
  const draft = platform.isIdempotent === true
    ? await post(posting, { key: sending.key.slice(begin + 1), text: ELLIPSIS }, deps)
    : await find(posting, sending, deps);
  await held.change({ draft, sending: undefined });
}

/** The message that an earlier attempt may have posted; undefined also where the platform does not let it be searched for. */
async function find(
  posting: Posting,
  { key, at }: NonNullable<Conversation["sending"]>,
  { log }: Deps,
): Promise<string | undefined> {
  const { held, channel: { name, platform }, ref } = posting;
  try {
    return await platform.find?.(held.state.place, key, at - SKEW_MS);
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    log("warn", "a channel was not searched for a message", { ...ref, channel: name, reason: error.code });
    return undefined;
  }
}

/** What the new entries say; how approvals have ended in them, by the ids of their calls. */
async function postEntries(
  posting: Posting,
  thread: ThreadDetail,
  deps: Deps,
): Promise<ReadonlyMap<string, EndedApproval>> {
  const { ref, held, channel: { platform: { longestText } } } = posting;
  const waiting = new Set(callsForPeople(thread).map(({ id }) => id));
  const ended = new Map<string, EndedApproval>();
  let index = held.state.entry;
  let isSilent = false;
  while (index < thread.length) {
    const { entries } = await readHistory(ref, { after: index, limit: PAGE }, deps);
    if (entries.length === 0) break;
    for (const entry of entries) {
      const said = messagesOfEntry({ entry, index, waiting, longest: longestText });
      if (entry.type === "user") isSilent = false;
      else if (entry.type === "assistant" || entry.type === "tool") isSilent = said.length === 0;
      const isEnd = thread.status === "done" && index === thread.length - 1;
      const messages = isEnd && isSilent ? [messageOfSilence(index)] : said;
      await postEntry(posting, { index, messages }, deps);
      if (entry.type === "tool" && entry.approval !== undefined) ended.set(entry.callId, entry.approval);
      index++;
    }
  }
  if (held.state.entry < index) await held.change({ entry: index, part: 0 });
  return ended;
}

async function postEntry(
  posting: Posting,
  { index, messages }: { readonly index: number; readonly messages: readonly ChannelMessage[] },
  deps: Deps,
): Promise<void> {
  const { held } = posting;
  const first = held.state.entry === index ? held.state.part : 0;
  for (const [part, message] of messages.entries()) {
    if (part < first) continue;
    await say(posting, message, deps);
    const isLast = part === messages.length - 1;
    await held.change({
      ...(isLast ? { entry: index + 1, part: 0 } : { entry: index, part: part + 1 }),
      ...NOTHING_SENT,
    });
  }
}

/** Once a message stands there is no draft, and nothing that may have been posted. */
const NOTHING_SENT = { draft: undefined, sending: undefined };

/** A message for each call that waits for people; those of calls that wait no more say how they have ended. */
async function postCalls(
  posting: Posting,
  { thread, ended }: { readonly thread: ThreadDetail; readonly ended: ReadonlyMap<string, EndedApproval> },
  deps: Deps,
): Promise<void> {
  const { held, channel } = posting;
  const open = callsForPeople(thread);
  for (const call of open) await postCall(posting, call, deps);
  for (const [id, { id: messageId, text }] of Object.entries(held.state.cards)) {
    if (open.some((call) => call.id === id)) continue;
    const how = ended.get(id) ?? thread.calls.find((each) => each.id === id)?.approval;
    const namePerson = (by: string) => resolvePersonName(channel, by);
    await edit(posting, messageId, messageOfDecidedCall({ id, text, ended: how, namePerson }), deps);
    const { [id]: _closed, ...cards } = held.state.cards;
    await held.change({ cards });
  }
}

async function postCall(posting: Posting, call: CallView, deps: Deps): Promise<void> {
  const { held, channel: { deciders, platform }, channel } = posting;
  const message = messageOfCall(call, {
    hasButtons: deciders !== undefined,
    namePerson: (by) => resolvePersonName(channel, by),
    longest: platform.longestText,
  });
  const { digest = "", asks } = call.approval ?? {};
  const cardOf = () => held.state.cards[call.id];
  const keepCard = async (id: string, text: string) => {
    const cards = { ...held.state.cards, [call.id]: { id, digest, text, asks } };
    await held.change({ cards, hasAsked: held.state.hasAsked ?? asks, sending: undefined });
  };
  if (cardOf()?.text === message.text) return;
  if (cardOf() === undefined) {
    // What was said before the call stays above it.
    if (held.state.draft !== undefined) await held.change({ draft: undefined });
    if (platform.find === undefined) {
      await keepCard(await post(posting, { key: message.key, text: ELLIPSIS }, deps) ?? "", "");
    }
  }
  const card = cardOf();
  const id = card === undefined
    ? await post(posting, message, deps)
    : await edit(posting, card.id, message, deps);
  await keepCard(id ?? card?.id ?? "", message.text);
}

async function postEnd(posting: Posting, thread: ThreadDetail, deps: Deps): Promise<void> {
  const { held } = posting;
  if (held.state.ended === thread.version) return;
  const message = messageOfEnd(thread, { hasDraft: held.state.draft !== undefined }) ??
    await requestAuthorization(posting, thread, deps);
  if (message === undefined) return;
  await say(posting, message, deps);
  await held.change({ ended: thread.version, ...NOTHING_SENT });
}

/** Says it in the message that grew with it, where there is one; else in a new one. */
async function say(posting: Posting, message: ChannelMessage, deps: Deps): Promise<void> {
  const draft = posting.held.state.draft ??
    (posting.channel.platform.find === undefined ? await postDraft(posting, message, deps) : undefined);
  if (draft !== undefined && await edit(posting, draft, message, deps) !== undefined) return;
  await post(posting, message, deps);
}

/**
 * Posts the message that an answer grows in, or is put into. Where the platform does not find messages it has an ellipsis: of two attempts
 * both may stand there, and the answer is put into the last one alone.
 */
export async function postDraft(
  posting: Posting,
  { key, text }: ChannelMessage,
  deps: Deps,
): Promise<string | undefined> {
  const { held, channel: { platform } } = posting;
  const draft = await post(posting, { key, text: platform.find === undefined ? ELLIPSIS : text }, deps);
  if (draft !== undefined) await held.change({ draft, sending: undefined });
  return draft;
}

/**
 * Posts a message once. That it is about to be posted is written before; where that is found written already, an earlier attempt may have
 * posted it, and the platform is searched for it. The id; undefined for a message that the platform does not take.
 */
async function post(
  posting: Posting,
  message: ChannelMessage,
  deps: Deps,
): Promise<string | undefined> {
  const { held, channel, ref } = posting;
  const { platform } = channel;
  const { clock, log } = deps;
  const { place, sending, createdAt = "" } = held.state;
  // Another thread with the same id had a message of this key.
  const keyed = { ...cutMessage(message, platform), key: `${createdAt}/${message.key}` };
  const isFirst = sending?.key !== keyed.key;
  if (platform.find !== undefined) {
    const found = isFirst ? undefined : await find(posting, sending, deps);
    if (found !== undefined) return found;
    if (isFirst) await held.change({ sending: { key: keyed.key, at: clock() } });
  }
  await held.keep(REQUEST_MS);
  try {
    return held.posted = await platform.post(place, keyed);
  } catch (error) {
    // An earlier attempt may have posted it all the same.
    if (isLimit(error) && isFirst && held.state.sending !== undefined) {
      await held.change({ sending: undefined });
    }
    if (!(error instanceof PostRefused)) throw error;
    log("error", "a channel did not take a message", {
      ...ref,
      channel: channel.name,
      ...failureFields(error),
      reason: error.code,
    });
    // It stands nowhere, so that there is nothing to search for.
    if (held.state.sending !== undefined) await held.change({ sending: undefined });
    return undefined;
  }
}

/** Edits a message; its id, or undefined when it is gone or the platform does not take the text. */
export async function edit(
  { held, channel, ref }: Posting,
  id: string,
  message: ChannelMessage,
  { log }: Deps,
): Promise<string | undefined> {
  await held.keep(REQUEST_MS);
  try {
    await channel.platform.edit(held.state.place, id, cutMessage(message, channel.platform));
    return id;
  } catch (error) {
    if (!(error instanceof PostRefused)) throw error;
    log("warn", "a channel did not edit a message", { ...ref, channel: channel.name, reason: error.code });
    return undefined;
  }
}

/**
 * What is said of a thread that waits for its user to authorize a server of tools; undefined where it does not. The address is for that
 * person alone: it is sent where no other person reads it.
 */
async function requestAuthorization(
  { ref, held, channel }: Posting,
  thread: ThreadDetail,
  deps: Deps,
): Promise<ChannelMessage | undefined> {
  const { authorization, version } = thread;
  if (authorization === undefined) return undefined;
  const { platform, shared, name } = channel;
  const { place, person } = held.state;
  const isAlone = shared !== true && platform.whispersAlone?.(place) === true;
  const url = isAlone && person !== undefined ? await findAuthorizationUrl(ref, thread, deps) : undefined;
  let isTold = false;
  if (person !== undefined && url !== undefined) {
    await held.keep(REQUEST_MS);
    isTold = await platform.whisper(place, person, `Authorize ${authorization.server}: ${url}`)
      .then(() => true, (error) => {
        if (!(error instanceof PostRefused)) throw error;
        deps.log("warn", "a person was not told something", { ...ref, channel: name, reason: error.code });
        return false;
      });
  }
  const where = isTold
    ? "the address is in the message that you alone see; it is good for some minutes, and a further message gets a new one"
    : "do so where you use it with me beside this conversation";
  return {
    key: `end.${version}`,
    text: `I cannot go on before you have authorized ${authorization.server}: ${where}.`,
  };
}

/** A person of this channel as people read it; any other one as the record has it. */
function resolvePersonName({ name, platform }: OpenChannel, by: string): string {
  return by.startsWith(`${name}:`) ? platform.nameUser(by.slice(name.length + 1)) : by;
}
