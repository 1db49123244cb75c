// A message of the user as a step: a new one, one that is answered again, and one that is edited. The last two are forks, so
// that the thread that was answered stays as it is.

import type { UserEntryView } from "../../core/contract/entries.ts";
import type { UserEntry } from "../../core/entry.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { redactorOf } from "../../runtime/plugins/redactor_of.ts";
import { readMeta } from "../../runtime/stored.ts";
import { assertOwn } from "../../runtime/threads/assert_own.ts";
import type { Whose } from "../../runtime/owner.ts";
import type { HttpDeps } from "../../http/context.ts";
import { type Branch, branchRef, forkBranch, newestBranch } from "../../http/conversation/branches.ts";
import { contentOf, type MessageContent, wordsOf } from "./message_content.ts";
import { newestEntries } from "../../http/conversation/newest_entries.ts";
import type { ChatBody, ChatMessage } from "./schema.ts";
import { readVisibleBranch } from "./visible_branch.ts";

/** Where a message goes. */
export interface InputTurn {
  readonly ref: ThreadRef;
  /** Missing when the thread has the message, and the model answers it again. */
  readonly input?: MessageContent;
  /** Id of the entry that is answered again. */
  readonly answered?: string;
  /** The thread is a fork that was just made. */
  readonly isFork: boolean;
}

/** The origin of what an answer of the client brings. */
export const DOOR = "chat";

/** The origin of the entry that a message becomes, which names the message by the client's id. */
export function doorOf({ id }: Pick<ChatMessage, "id">): string {
  return `${DOOR}:${encodeURIComponent(id.toWellFormed()).slice(0, 128)}`;
}

/** The client's id of the message of an entry; undefined for an entry of another way in, and for an id that was cut. */
export function messageOfDoor(door: string | undefined): string | undefined {
  const encoded = door?.startsWith(`${DOOR}:`) ? door.slice(DOOR.length + 1) : "";
  if (encoded === "" || encoded.length === 128) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/**
 * Where the user's message goes, and what of it.
 *
 * @throws {AgentError} invalid_request - the message has neither text nor files, or files that are not taken; and what a fork throws
 */
export async function inputTurn(
  body: ChatBody,
  message: ChatMessage,
  caller: Whose,
  deps: HttpDeps,
): Promise<InputTurn> {
  const input = contentOf(message, body.message === undefined ? `/messages/${lastIndex(body)}` : "/message");
  const isAgain = body.trigger === "regenerate-message";
  if (!isAgain && body.messageId !== message.id) {
    const { tenant } = caller;
    const visible = readVisibleBranch(body);
    const isFirst = body.messages?.length === 1;
    const named = visible ?? (isFirst ? body.id : undefined);
    if (named === undefined) {
      return { ref: (await newestBranch(body.id, caller, deps)).ref, input, isFork: false };
    }
    const ref = { tenant, thread: named };
    await assertOwn(ref, caller, deps);
    return { ref, input, isFork: false };
  }
  const branch = await newestBranch(body.id, caller, deps);
  return await changeTurn(body, { message, input, isAgain }, branch, deps);
}

function lastIndex({ messages = [] }: ChatBody): number {
  return Math.max(0, messages.length - 1);
}

interface Change {
  readonly message: ChatMessage;
  readonly input: MessageContent;
  readonly isAgain: boolean;
}

async function changeTurn(
  { id }: ChatBody,
  change: Change,
  newest: Branch,
  deps: HttpDeps,
): Promise<InputTurn> {
  const { ref, number, snapshot } = newest;
  const { input, isAgain } = change;
  if (snapshot === undefined) return { ref, input, isFork: false };
  const found = await findMessage(id, change, newest, deps);
  // Its step was refused, or has just begun: there is nothing to fork from before it.
  if (found === undefined && !snapshot.running) return { ref, input, isFork: false };
  const options = found === undefined
    ? { version: snapshot.header.version }
    : isAgain
    ? { version: found.entry.version, replan: true }
    : { version: found.entry.version - 1 };
  const source = found?.ref ?? ref;
  const running = snapshot.running && source.thread === ref.thread;
  const target = await forkBranch(id, number, { ref: source, running }, options, deps);
  const again = isAgain && found !== undefined ? { answered: found.entry.answered } : { input };
  return { ref: target, ...again, isFork: true };
}

interface FoundEntry extends Pick<UserEntry, "version" | "text"> {
  /** Id of the newest input of its step, which the answer is to. */
  readonly answered: string;
}

interface FoundMessage {
  readonly ref: ThreadRef;
  readonly entry: FoundEntry;
}

/**
 * The newest branch that has the message. A client may show an older one, so a message that is answered again is looked for with
 * the text that the client shows, and taken with another one when no branch has that.
 */
async function findMessage(
  chat: string,
  { message, input, isAgain }: Change,
  { ref: newest, number, snapshot }: Branch,
  deps: HttpDeps,
): Promise<FoundMessage | undefined> {
  const redactor = snapshot && redactorOf(readMeta(newest, snapshot.header).agent, deps);
  const words = redactor === undefined ? wordsOf(input) : redactor.text(wordsOf(input));
  let edited: FoundMessage | undefined;
  for (let each = number; each > 0; each--) {
    const ref = branchRef(newest, chat, each);
    const length = (each === number ? snapshot : await deps.store.read(ref))?.header.length ?? 0;
    const entry = await entryOf(ref, message, length, deps);
    if (entry === undefined) continue;
    if (!isAgain || entry.text === words) return { ref, entry };
    edited ??= { ref, entry };
  }
  return edited;
}

/** The entry that the message of the client became: the newest one. A message of another way in has the id of its entry. */
async function entryOf(
  ref: ThreadRef,
  message: ChatMessage,
  length: number,
  deps: HttpDeps,
): Promise<FoundEntry | undefined> {
  const door = doorOf(message);
  let newest: UserEntryView | undefined;
  for await (const entry of newestEntries(ref, length, deps)) {
    if (entry.type !== "user") continue;
    if (newest?.version !== entry.version) newest = entry;
    if (entry.door === door || entry.id === message.id) {
      return { version: entry.version, text: entry.text, answered: newest.id };
    }
  }
  return undefined;
}
