// The news of a thread as messages for its conversation: answers, calls that wait for people, and why a run has ended without an answer.
// Pure: the same thread gives the same messages with the same keys, so that nothing is posted twice.

import type { ApprovalRecordView, CallView } from "../../core/contract/calls.ts";
import type { EntryView } from "../../core/contract/entries.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import { joinText, listCalls } from "../../core/entry.ts";
import type { ChannelMessage, Platform } from "./channel.ts";
import { splitText } from "./split_text.ts";

/** Most characters of arguments that a message shows; the inbox shows all of them. */
const ARGS_CHARS = 2_500;

/** Room for what stands beside the arguments, and most characters of why a call waits. */
const BESIDE_ARGS = 700;
const BECAUSE_CHARS = 300;

/**
 * The messages of an entry: of an answer its text, and of a plan the words beside calls that wait for people, because they say what the
 * calls are for. Words before other calls are left out: the answer comes behind them.
 */
export function messagesOfEntry(
  { entry, index, waiting, longest }: {
    readonly entry: EntryView;
    readonly index: number;
    /** Ids of calls that wait for people. */
    readonly waiting: ReadonlySet<string>;
    readonly longest: number;
  },
): ChannelMessage[] {
  if (entry.type !== "assistant") return [];
  const calls = listCalls(entry);
  if (calls.length > 0 && !calls.some(({ id }) => waiting.has(id))) return [];
  return splitText(joinText(entry.blocks), longest).map((text, part) => ({ key: `${index}.${part}`, text }));
}

/** Says that a run has ended whose answer, the entry of that index, has no words. */
export function messageOfSilence(index: number): ChannelMessage {
  return { key: `${index}.0`, text: "I have finished, without an answer in words." };
}

/** The calls of a thread that wait for people, those of its phases included. */
export function callsForPeople({ calls }: ThreadDetail): CallView[] {
  return calls.filter(({ state, approval }) => state === "approval" && approval !== undefined);
}

/** What names the people of a platform in a text. */
type NamePerson = (by: string) => string;

/** The message of a call that waits for people; `hasButtons`: they may decide by it. */
export function messageOfCall(
  { id, name, args, approval }: CallView,
  { hasButtons, namePerson, longest }: {
    readonly hasButtons: boolean;
    readonly namePerson: NamePerson;
    /** Most characters of a message. */
    readonly longest: number;
  },
): ChannelMessage {
  const key = `call.${id}`;
  if (approval?.asks) {
    const question = typeof args.question === "string" ? args.question : JSON.stringify(args);
    return { key, text: `${question}\n\n_Reply with the answer._` };
  }
  const { because, needed = 1, decisions = [] } = approval ?? {};
  const given = decisions.map(({ approved, by }) =>
    `${approved ? "Approved" : "Denied"}${by === undefined ? "" : ` by ${namePerson(by)}`}.`
  );
  const open = needed - decisions.length;
  const decidesHere = hasButtons && fitsMessage(args, longest);
  const text = [
    `**${name}** waits for ${open === 1 ? "an approval" : `${open} approvals`}${
      because === undefined ? "" : `: ${toOneLine(because).slice(0, BECAUSE_CHARS).toWellFormed()}`
    }.`,
    fenceArgs(args, longest),
    ...given,
    ...(decidesHere ? [] : ["_It is decided in the inbox of the deployment._"]),
  ].join("\n");
  return decidesHere ? { key, text, decides: id } : { key, text };
}

/** Whether a message of at most `longest` characters shows all of the arguments: people approve nothing that they cannot read. */
export function fitsMessage(args: object, longest: number): boolean {
  return writeArgs(args).length <= limitArgsChars(longest);
}

function limitArgsChars(longest: number): number {
  return Math.min(ARGS_CHARS, longest - BESIDE_ARGS);
}

/** How the approval of a call has ended, as far as the thread says it. */
export type EndedApproval =
  & Pick<ApprovalRecordView, "decisions">
  & Partial<Pick<ApprovalRecordView, "outcome">>;

/** What stands in place of the buttons of a call that waits no longer. */
export function messageOfDecidedCall(
  { id, text, ended, namePerson }: {
    readonly id: string;
    /** The text of the message. */
    readonly text: string;
    /** Undefined for a call of a phase. */
    readonly ended: EndedApproval | undefined;
    readonly namePerson: NamePerson;
  },
): ChannelMessage {
  const [head = ""] = text.split("\n_");
  return { key: `call.${id}`, text: `${head.trimEnd()}\n\n${describeOutcome(ended, namePerson)}` };
}

function describeOutcome(ended: EndedApproval | undefined, namePerson: NamePerson): string {
  if (ended?.outcome === "expired") return "It was not answered in time.";
  if (ended?.outcome === "unanswered") return "It was not answered: the run has gone on or was cancelled.";
  const last = ended?.decisions.at(-1);
  if (last === undefined) return "Closed.";
  return `${last.approved ? "Approved" : "Denied"}${
    last.by === undefined ? "" : ` by ${namePerson(last.by)}`
  }.`;
}

/**
 * Why the thread rests without an answer, or the question that it has ended with; undefined where it has neither. `hasDraft`: an answer
 * has begun to show and none has come.
 */
export function messageOfEnd(
  { status, version, question, parked, error = parked }: ThreadDetail,
  { hasDraft }: { readonly hasDraft: boolean },
): ChannelMessage | undefined {
  const key = `end.${version}`;
  if (status === "cancelled" && hasDraft) return { key, text: "This was cancelled before I had an answer." };
  if (question !== undefined && status !== "cancelled") return { key, text: question };
  if (status !== "failed" || error === undefined) return undefined;
  return { key, text: `I could not finish this (${error.code}). Write again to have me try once more.` };
}

/** The end of a text that is cut. */
const CUT = "\n(cut)";

/** Answers come in parts that fit; a question may be longer than a message. */
export function cutMessage(
  message: ChannelMessage,
  { longestText }: Pick<Platform, "longestText">,
): ChannelMessage {
  const { text } = message;
  if (text.length <= longestText) return message;
  return { ...message, text: `${text.slice(0, longestText - CUT.length).toWellFormed()}${CUT}` };
}

/** Arguments as a block of code, cut where they are longer than a message shows. */
function fenceArgs(args: object, longest: number): string {
  const json = writeArgs(args);
  const most = limitArgsChars(longest);
  const cut = json.length > most ? `${json.slice(0, most).toWellFormed()}${CUT}` : json;
  return `${MARKS}\n${cut}\n${MARKS}`;
}

/** The marks of a block of code. Discord knows no longer ones: to it three of them end every block. */
const MARKS = "```";

/** Marks that would end the block of code, and characters that turn the direction of what is read: neither hides an argument. */
const MISLEADING = /`{3,}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** The JSON of arguments with what may mislead its reader as escapes: the value is the same. */
function writeArgs(args: object): string {
  return JSON.stringify(args, null, 2).replaceAll(
    MISLEADING,
    (row) => [...row].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** A text within a line, which begins no block of code. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/`{3,}/g, "`");
}
