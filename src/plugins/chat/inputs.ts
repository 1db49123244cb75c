// A message of the user as a step: a new one, one that is answered again, and one that is edited. The last two are forks, so
// that the thread that was answered stays as it is; but one that still waits was not answered, and is replaced.

import type { EntryView, UserEntryView } from "../../core/contract/entries.ts";
import type { UserEntry } from "../../core/entry.ts";
import { LIFETIMES } from "../../core/store/limits.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { findRedactor } from "../../kernel/redaction/find_redactor.ts";
import { readMeta } from "../../kernel/stored.ts";
import { awaitCancelled, interruptStep } from "../../kernel/session/interrupt.ts";
import { readWaitingInputs, type Withdrawal, withdrawInput } from "../../kernel/threads/list_waiting.ts";
import { assertOwn } from "../../kernel/threads/assert_own.ts";
import type { Whose } from "../../kernel/owner.ts";
import type { HttpDeps } from "../../http/context.ts";
import { requireForks } from "../../http/ports/forks.ts";
import {
  type Branch,
  currentBranch,
  forkBranch,
  type FoundThread,
  openBranch,
  toForkBefore,
  writtenAt,
} from "../../http/conversation/branches.ts";
import { chatOfBranch } from "../../core/text/id.ts";
import { sha256OfShort } from "../../core/text/sha256.ts";
import { joinText, type MessageContent, readContent } from "./message_content.ts";
import { newestEntries } from "../../http/conversation/newest_entries.ts";
import type { ChatBody, ChatMessage } from "./schema.ts";
import { readSeenVersion, readVisibleBranch } from "./visible_branch.ts";

/** Where a message goes. */
export interface InputTurn {
  readonly ref: ThreadRef;
  /** Missing when the thread has the message, and the model answers it again. */
  readonly input?: MessageContent;
  /** Id of the entry that is answered again. */
  readonly answered?: string;
  /** The thread is a fork that was just made. */
  readonly isFork: boolean;
  /** Id of the input that waited, in the place of which the message comes. */
  readonly replaced?: string;
}

/** Who sends a message, and what its request may be refused for before a thread is changed for it. */
export interface Sender {
  readonly caller: Whose;
  readonly assertAdmitted: (
    thread: { readonly ref: ThreadRef; readonly snapshot: ThreadSnapshot },
  ) => Promise<void>;
}

/** The origin of what an answer of the client brings. */
export const DOOR = "chat";

/** The origin of the entry that a message becomes, which names the message by the client's id. */
export function toDoor({ id }: Pick<ChatMessage, "id">): string {
  const encoded = encodeURIComponent(id.toWellFormed());
  if (encoded.length < LONG) return `${DOOR}:${encoded}`;
  const digest = sha256OfShort(encoded);
  return `${DOOR}:${encoded.slice(0, LONG - digest.length)}${digest}`;
}

/** Characters of an encoded id from which on a digest stands for its end. */
const LONG = 128;

/** The client's id of the message of an entry; undefined for an entry of another way in, and for an id whose end is a digest. */
export function messageOfDoor(door: string | undefined): string | undefined {
  const encoded = door?.startsWith(`${DOOR}:`) ? door.slice(DOOR.length + 1) : "";
  if (encoded === "" || encoded.length === LONG) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/**
 * Where the user's message goes, and what of it.
 *
 * @throws {AgentError} invalid_request - the message has neither text nor files, or files that are not accepted; and what a fork throws
 */
export async function inputTurn(
  body: ChatBody,
  message: ChatMessage,
  sender: Sender,
  deps: HttpDeps,
): Promise<InputTurn> {
  const { caller } = sender;
  const input = readContent(message, toPointer(body));
  const isAgain = body.trigger === "regenerate-message";
  if (!isChange(body, message)) {
    return { ref: await resolveThread(body, caller, deps, message), input, isFork: false };
  }
  const branch = await openBranch(body.id, caller, "id", deps);
  return await changeTurn(body, { message, input, isAgain }, branch, sender, deps);
}

/**
 * The thread that a new message goes to: that of the branch which the page shows. A branch that was removed takes nothing more. A page that
 * names no branch writes to the one that was written last, unless `message` comes again.
 */
async function resolveThread(
  body: ChatBody,
  caller: Whose,
  deps: HttpDeps,
  message?: ChatMessage,
): Promise<ThreadRef> {
  const isFirst = body.messages?.length === 1;
  const thread = readVisibleBranch(body) ?? (isFirst ? body.id : undefined);
  const ref = { tenant: caller.tenant, thread: thread ?? body.id };
  if (thread !== undefined) {
    await assertOwn(ref, caller, deps);
    if (chatOfBranch(thread) === undefined || await deps.store.read(ref) !== undefined) return ref;
  }
  const branch = await openBranch(body.id, caller, "id", deps);
  return message === undefined ? branch.ref : await consumerOf(message, branch, deps);
}

/**
 * The branch that has consumed the message, else the current one. Other branches share it or have an edit of it, and only the receipts of
 * that branch know its request.
 */
async function consumerOf(message: ChatMessage, { ref, all }: Branch, deps: HttpDeps): Promise<ThreadRef> {
  if (all.length < 2 || message.id === "") return ref;
  const since = deps.clock() - LIFETIMES.receiptMs;
  const recent = all.filter((branch) => writtenAt(branch) >= since).slice(0, MOST_BRANCHES);
  const found = await Promise.all(recent.map(async (branch) => {
    const entry = await findEntry(branch.ref, message, branch.header.length, deps, LOOKED_AT);
    const { version = -1 } = readMeta(branch.ref, branch.header).forkedFrom ?? {};
    return entry !== undefined && entry.version > version ? branch.ref : undefined;
  }));
  return found.findLast((own) => own !== undefined) ?? ref;
}

/** Branches in which a message is looked for that comes again, those that were made last. */
const MOST_BRANCHES = 8;

/** The messages right before the last one that the thread does not have: their requests did not get through. */
export async function lostMessages(body: ChatBody, caller: Whose, deps: HttpDeps): Promise<ChatMessage[]> {
  const { messages = [] } = body;
  const answered = messages.findLastIndex(({ role }) => role !== "user");
  const own = messages.at(-1)?.id;
  const behind = messages.slice(answered + 1, -1).filter(({ id }) => id !== "" && id !== own);
  const before = behind.slice(-MOST_LOST);
  if (before.length === 0) return [];
  const ref = await resolveThread(body, caller, deps);
  const snapshot = await deps.store.read(ref);
  if (snapshot === undefined) return before;
  const seen = readSeenVersion(messages[answered]?.metadata) ?? 0;
  const known = [...await readWaitingInputs(ref, snapshot, deps)];
  let read = 0;
  for await (const entry of newestEntries(ref, snapshot.header.length, deps)) {
    if (entry.version < seen) break; // the step that has the outcomes of its calls may have the next message
    if (read++ === LOOKED_AT) return []; // what is farther back may be known
    if (entry.type === "user") known.push(entry);
  }
  return before.filter((message) => !known.some((entry) => isFromMessage(entry, message)));
}

/** Most messages that are consumed so at once, the newest ones. */
const MOST_LOST = 5;

/** Entries among which a message is looked for that a page says it has sent. */
const LOOKED_AT = 200;

/** True for a message that is to be answered again, and for an edit. */
export function isChange({ trigger, messageId }: ChatBody, { id }: ChatMessage): boolean {
  return trigger === "regenerate-message" || messageId === id;
}

/**
 * What the message brings into a thread: nothing where it is answered again.
 *
 * @throws {AgentError} invalid_request - as `inputTurn`
 */
export function readInput(body: ChatBody, message: ChatMessage): MessageContent | undefined {
  return body.trigger === "regenerate-message" ? undefined : readContent(message, toPointer(body));
}

function toPointer({ message, messages = [] }: ChatBody): string {
  return message === undefined ? `/messages/${Math.max(0, messages.length - 1)}` : "/message";
}

interface Change {
  readonly message: ChatMessage;
  readonly input: MessageContent;
  readonly isAgain: boolean;
}

async function changeTurn(
  { id }: Pick<ChatBody, "id">,
  change: Change,
  current: Branch,
  { caller, assertAdmitted }: Sender,
  deps: HttpDeps,
): Promise<InputTurn> {
  const { input, isAgain } = change;
  let branch = current;
  for (let looks = 1;; looks++) {
    const { ref, snapshot } = branch;
    if (snapshot === undefined) return { ref, input, isFork: false };
    if (looks === 1) await assertAdmitted({ ref, snapshot });
    const found = await findMessage(change, branch, deps);
    if (found !== undefined) return await forkTurn(change, branch, found, deps);
    const waits = isAgain ? undefined : await replaceWaiting(change, { ref, snapshot }, deps);
    if (waits?.withdrawal === "withdrawn") return { ref, input, isFork: false, replaced: waits.id };
    // The running step may have consumed it: its answer so far stands in the thread, before the fork.
    if (snapshot.running && waits?.withdrawal !== "gone") {
      requireForks(deps);
      await interruptStep(ref, deps);
    }
    const next = await currentBranch(id, caller, deps);
    // Its step was refused, or no step has consumed it: there is nothing to fork from before it.
    if (looks > LOOKS || waits === undefined && isSame(branch, next)) return { ref, input, isFork: false };
    branch = next;
  }
}

/** True where no step has run between two looks at a conversation, and none that was cancelled has committed. */
function isSame({ ref, snapshot }: Branch, next: Branch): boolean {
  return ref.thread === next.ref.thread && snapshot?.running === false && next.snapshot?.running === false &&
    snapshot.header.epoch === next.snapshot.header.epoch &&
    snapshot.header.version === next.snapshot.header.version;
}

/** Steps that begin with the message while it is looked for. */
const LOOKS = 5;

async function forkTurn(
  { input, isAgain }: Change,
  branch: Branch,
  { ref, entry }: FoundMessage,
  deps: HttpDeps,
): Promise<InputTurn> {
  const options = isAgain ? { version: entry.version, replan: true } : toForkBefore(entry, entry.previous);
  const running = branch.snapshot?.running === true && ref.thread === branch.ref.thread;
  const target = await forkBranch(branch.id, branch.highest, { ref, running }, options, deps);
  return { ref: target, ...isAgain ? { answered: entry.answered } : { input }, isFork: true };
}

/**
 * Takes a message that still waits out of the inbox: another one comes in its place. Those behind it stay, since nothing says whether this
 * page has sent them or another one. Undefined where it does not wait.
 */
async function replaceWaiting(
  { message }: Change,
  { ref, snapshot }: { readonly ref: ThreadRef; readonly snapshot: ThreadSnapshot },
  deps: HttpDeps,
): Promise<{ readonly id: string; readonly withdrawal: Withdrawal } | undefined> {
  if (!snapshot.running) await awaitCancelled(ref, deps); // its commit takes what it has from the inbox
  const entry = (await readWaitingInputs(ref, snapshot, deps)).find((each) => isFromMessage(each, message));
  if (entry === undefined) return undefined;
  return { id: entry.id, withdrawal: await withdrawInput(entry.id, { ref, snapshot }, deps) };
}

/** A message of another way in has the id of its entry. */
function isFromMessage({ id, door }: Pick<UserEntryView, "id" | "door">, message: ChatMessage): boolean {
  return door === toDoor(message) || id === message.id;
}

interface FoundEntry extends Pick<UserEntry, "id" | "version" | "text"> {
  /** Id of the newest input of its step, which the answer is to. */
  readonly answered: string;
  /** The entry before it. */
  readonly previous: EntryView | undefined;
}

interface FoundMessage {
  readonly ref: ThreadRef;
  readonly entry: FoundEntry;
}

/**
 * A branch that has the message: the current one, else the one that was made last. A client may show an older one, so a message that is answered again is looked for with
 * the text that the client has, and with another text when no branch has that one.
 */
async function findMessage(
  { message, input, isAgain }: Change,
  { ref: current, all, snapshot }: Branch,
  deps: HttpDeps,
): Promise<FoundMessage | undefined> {
  const redactor = snapshot && findRedactor(readMeta(current, snapshot.header).agent, deps);
  const words = redactor === undefined ? joinText(input) : redactor.text(joinText(input));
  let edited: FoundMessage | undefined;
  const isOther = ({ ref }: FoundThread) => Number(ref.thread !== current.thread);
  for (const { ref, header } of all.toSorted((a, b) => isOther(a) - isOther(b))) {
    const entry = await findEntry(ref, message, header.length, deps);
    if (entry === undefined) continue;
    if (!isAgain || entry.text === words) return { ref, entry };
    edited ??= { ref, entry };
  }
  return edited;
}

/** The entry that the message of the client became: the newest one, among the `most` newest entries. */
async function findEntry(
  ref: ThreadRef,
  message: ChatMessage,
  length: number,
  deps: HttpDeps,
  most = Infinity,
): Promise<FoundEntry | undefined> {
  let newest: UserEntryView | undefined;
  let found: Omit<FoundEntry, "previous"> | undefined;
  let read = 0;
  for await (const entry of newestEntries(ref, length, deps)) {
    if (found !== undefined) return { ...found, previous: entry };
    if (read++ === most) return undefined;
    if (entry.type !== "user") continue;
    if (newest?.version !== entry.version) newest = entry;
    if (isFromMessage(entry, message)) {
      const { id, version, text } = entry;
      found = { id, version, text, answered: newest.id };
    }
  }
  return found && { ...found, previous: undefined };
}
