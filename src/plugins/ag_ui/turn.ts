// What the messages of the client ask for. It sends all of them each time, so they are compared with what the thread has behind the
// last answer that the client shows: what is new is the input, and what is other or missing is a fork.

import type { NewPart } from "../../core/content/new_part.ts";
import type { Redactor } from "../../kernel/hooks/redaction.ts";
import type { EntryView } from "../../core/contract/entries.ts";
import { inputId, isMade } from "./encoder/ids.ts";
import type { VisibleBranch } from "./branch.ts";
import { contentOfParts, type ReadContent } from "../../http/conversation/content.ts";
import { refuse } from "../../http/conversation/refuse.ts";
import { readContent } from "./content.ts";
import { areSameMedia } from "./own_media.ts";
import type { AgUiBody, AgUiInput } from "./schema.ts";

/** The name of the door in origins. */
export const DOOR = "agui";

/** A user's message that the thread has not. */
export interface NewMessage {
  readonly content: ReadContent;
  /** The origin of its entry, which names the message by the client's id. */
  readonly door: string;
}

/** The last message that the thread has not, and those before it. */
export interface NewInput extends NewMessage {
  readonly before: readonly NewMessage[];
}

/**
 * `input`: a message behind what the thread has, where `isRepeated` says that the inbox has it already, and `replaces` names the input
 * that waits under its id with another text. `again`: the message of the entry once more, as it stands. `edited`: another message in the
 * place of the entry. `on`: the client brings no message.
 */
export type Turn =
  | {
    readonly type: "input";
    readonly input: NewInput;
    readonly isRepeated: boolean;
    readonly replaces?: string;
  }
  | { readonly type: "again"; readonly entry: UserView }
  | { readonly type: "edited"; readonly entry: UserView; readonly input: NewInput }
  | { readonly type: "on" };

type UserView = Extract<EntryView, { type: "user" }>;

interface Candidate {
  readonly message: AgUiInput;
  readonly content: ReadContent;
}

/**
 * The turn that the messages are. The thread has its inputs as the redactor of its agent leaves them.
 *
 * @throws {AgentError} invalid_request - a new message that has neither text nor media, or parts that are not accepted
 * @throws {AgentError} plugin_failed
 */
export function readTurn(
  body: AgUiBody,
  { anchor, version, isUnedited, entries, waiting, snapshot }: VisibleBranch,
  redactor: Redactor | undefined,
): Turn {
  const { messages } = body;
  // A thread that begins takes the conversation so far as it is, and one of which the client shows nothing keeps its own. In the first run
  // of a thread the inbox alone has its question.
  const isShown = messages.some(({ id }) => isIn([...entries, ...waiting], id));
  const isNew = snapshot === undefined || anchor < 0 && !isShown;
  const known = isNew || entries.length === 0 ? Math.max(anchor, lengthOfHistory(messages) - 1) : anchor;
  const candidates = messages.flatMap((message, index): Candidate[] =>
    index > known && message.role === "user"
      ? [{ message, content: readContent(message, ["messages", index, "content"]) }]
      : []
  );
  if (candidates.length === 0) return { type: "on" };
  if (isNew) return { type: "input", input: newInput(candidates), isRepeated: false };
  // A step whose worker has vanished is begun again, with what has come since: its commit may have messages after the answer that the client has.
  const behind = entries.filter((entry) =>
    entry.type === "user" &&
    (entry.version > version || candidates.some(({ message: { id } }) => isFromMessage(entry, id)))
  );
  let taken = 0;
  let last: UserView | undefined;
  let skipped: UserView | undefined;
  for (const entry of behind) {
    if (entry.type !== "user") continue;
    const at = candidates.findIndex(({ message: { id } }, index) =>
      index >= taken && isFromMessage(entry, id)
    );
    // Another page has written it since, or before a message of this one.
    if (at < 0 && (isUnedited || isBefore(entry, candidates, behind))) {
      skipped ??= entry;
      continue;
    }
    // Before 2026-11-29 messages behind each other were one input, which had the id of the last.
    const isAlone = at >= 0 && isSame(mergeContent(candidates.slice(at, at + 1)), entry, redactor);
    if (!isAlone && (at < 0 || !isSame(mergeContent(candidates.slice(taken, at + 1)), entry, redactor))) {
      const input = taken < candidates.length ? newInput(candidates.slice(taken)) : undefined;
      if (input !== undefined) return { type: "edited", entry, input };
      break;
    }
    // A message that the thread has not stands before one that it has: it is in the place of one that was skipped.
    const isOther = candidates.slice(taken, at).some(({ message: { id } }) =>
      !isIn([...entries, ...waiting], id)
    );
    if (isAlone && isOther && skipped !== undefined) {
      return { type: "edited", entry: skipped, input: newInput(candidates.slice(taken)) };
    }
    taken = at + 1;
    last = entry;
  }
  if (taken < candidates.length) {
    const newest = candidates.findLastIndex(({ message: { id } }) =>
      waiting.some((entry) => isFromMessage(entry, id))
    );
    if (newest < candidates.length - 1) {
      const input = newInput(candidates.slice(Math.max(taken, newest + 1)));
      return { type: "input", input, isRepeated: false };
    }
    const input = newInput(candidates.slice(-1));
    const replaces = findReplaced(candidates, { taken, waiting }, redactor);
    return replaces === undefined
      ? { type: "input", input, isRepeated: true }
      : { type: "input", input, isRepeated: false, replaces };
  }
  return last === undefined || bringsAnswers(body, anchor) ? { type: "on" } : { type: "again", entry: last };
}

/** True where a message of the client stands in the thread behind the entry. */
function isBefore(entry: EntryView, candidates: readonly Candidate[], behind: readonly EntryView[]): boolean {
  const later = behind.slice(behind.indexOf(entry) + 1);
  return candidates.some(({ message: { id } }) => isIn(later, id));
}

/**
 * Id of the waiting input that the last message is an edit of; undefined where it is the message itself, which may have come together with
 * some before it. Media of the inbox are words, so the texts alone are compared.
 */
function findReplaced(
  candidates: readonly Candidate[],
  { taken, waiting }: { readonly taken: number; readonly waiting: readonly UserView[] },
  redactor: Redactor | undefined,
): string | undefined {
  const entry = waiting.findLast((each) => isFromMessage(each, candidates.at(-1)?.message.id ?? ""));
  if (entry === undefined) return undefined;
  const isItself = candidates.slice(taken).some((_, index) => {
    const { text } = mergeContent(candidates.slice(taken + index));
    return (redactor === undefined ? text : redactor.text(text)) === entry.text;
  });
  return isItself ? undefined : entry.id;
}

/** True for a client that answers calls: it shows what waits, whatever messages it sends with the answer. */
function bringsAnswers({ messages, resume = [] }: AgUiBody, anchor: number): boolean {
  return resume.length > 0 ||
    messages.some(({ id, role }, index) => index > anchor && role === "tool" && !isMade(id));
}

/** How many messages are the conversation before the new ones. */
export function lengthOfHistory(messages: AgUiBody["messages"]): number {
  return messages.findLastIndex(({ role }) => role === "assistant" || role === "tool") + 1;
}

function isIn(entries: readonly EntryView[], id: string): boolean {
  return isMade(id) || entries.some((entry) => entry.type === "user" && isFromMessage(entry, id));
}

/** True for the entry that the message of this id has become. */
export function isFromMessage(entry: UserView, id: string): boolean {
  return entry.door === doorOfMessage(id) || inputId(entry.id) === id;
}

function isSame(
  { text, media = [] }: ReadContent,
  { text: words, parts = [] }: UserView,
  redactor: Redactor | undefined,
): boolean {
  return (redactor === undefined ? text : redactor.text(text)) === words &&
    areSameMedia(media, parts.filter((part) => part.type !== "text"));
}

/** Messages behind each other as one content. */
function mergeContent(candidates: readonly Candidate[]): ReadContent {
  const contents = candidates.map(({ content }) => content);
  const text = contents.map((each) => each.text).filter((each) => each !== "").join("\n\n");
  if (!contents.some(({ parts }) => parts !== undefined)) return { text };
  const parts = contents.flatMap((each): readonly NewPart[] =>
    each.parts ?? [{ type: "text", text: each.text }]
  );
  return { ...contentOfParts(parts, ["messages"]), text };
}

/** As many as one request brings. */
const INPUTS_AT_ONCE = 100;

/** Messages without content are none. */
function newInput(candidates: readonly Candidate[]): NewInput {
  const messages = candidates.flatMap(({ content, message: { id } }): NewMessage[] =>
    content.text === "" && content.media === undefined ? [] : [{ content, door: doorOfMessage(id) }]
  );
  if (messages.length > INPUTS_AT_ONCE) {
    throw refuse(["messages"], `must have at most ${INPUTS_AT_ONCE} new ones`);
  }
  const last = messages.pop();
  if (last === undefined) throw refuse(["messages"], "must have a text or a medium");
  if ([...messages, last].some(({ door }) => door.length > 128)) {
    throw refuse(["messages"], "must have ids of at most 120 characters");
  }
  return { ...last, before: messages };
}

/** The origin of the entry that a message becomes. */
export function doorOfMessage(id: string): string {
  return `${DOOR}:${encodeURIComponent(id.toWellFormed())}`;
}

/** The id that the client gave the message of an entry. */
export function readClientId(door: string | undefined): string | undefined {
  if (!door?.startsWith(`${DOOR}:`)) return undefined;
  return decodeURIComponent(door.slice(DOOR.length + 1));
}

/** Everything of the body that the client has written itself: it names the run, whatever of its stream has arrived. */
export function ownWords({ messages, resume = [] }: AgUiBody) {
  return {
    messages: messages.filter(({ id }) => !isMade(id)).map(({ id }) => id),
    resume: resume.map(({ interruptId, status }) => [interruptId, status]),
  };
}
