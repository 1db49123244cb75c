// Entries as messages, legal for every provider: every call is answered by exactly one tool message, in the order of the calls,
// right behind the message that made them. What breaks that (a window cut between a call and its observation) is left out or
// repaired here, once for all providers.

import { type Part, textOfParts } from "../../core/content/part.ts";
import {
  type AssistantEntry,
  type CallBlock,
  type Entry,
  joinText,
  listCalls,
  type NoticeEntry,
  type ToolEntry,
  type UserEntry,
} from "../../core/entry.ts";
import type { Message, NoticeMessage, ToolMessage, UserMessage } from "../../core/model/provider.ts";
import { asWritten } from "./bridged.ts";
import { isAnsweredBy, isLazyAssistant, isLazyUser } from "./lazy_entry.ts";
import { isFailure, observationText } from "./observation.ts";
import { markNotice, noticeText } from "./notice.ts";
import { limitOn, type Shortening } from "./shortening.ts";

/** What the form of messages depends on besides the entries. */
export interface MessageForm {
  /** How long outputs are shortened. */
  readonly shortening?: Shortening | undefined;
  /** Notices become messages of the user that begin with this mark; messages of their own without one. */
  readonly mark?: string | undefined;
  /** So many entries, from the first on, have thinking that goes back to no model. */
  readonly withoutThinking?: number | undefined;
  /** So many entries, from the first on, say nothing of the agent and its tools: the prompt begins behind them. */
  readonly withoutTools?: number | undefined;
  /** The name that a tool has in the request. */
  readonly nameOf?: ((tool: string) => string) | undefined;
}

/**
 * Entries as messages with native calls. A lazy entry that needs no repair is its own message. A conversation starts with a
 * user's message, as most APIs demand: one whose beginning has left the window starts with a notice. Long outputs are shortened
 * as the agent has it. The first `withoutThinking` entries have thinking that goes back to no model.
 */
export function toMessages(
  entries: readonly Entry[],
  place?: Place,
  { shortening, mark, withoutThinking = 0, withoutTools = 0, nameOf }: MessageForm = {},
): Message[] {
  const messages: Message[] = [];
  const silent = withoutThinking === 0 ? undefined : new Set<Entry>(entries.slice(0, withoutThinking));
  for (const turn of turns(withoutFrameNotices(entries, withoutTools), place ?? "start", { mark, nameOf })) {
    if (turn.type === "user") {
      messages.push(userMessage(turn.entries));
      continue;
    }
    if (turn.type === "notice") {
      messages.push(noticeMessage(turn.entry, true));
      continue;
    }
    const { entry, observations } = turn;
    if (isLazyAssistant(entry) && isAnsweredBy(entry, observations)) {
      messages.push(entry);
      for (const each of observations) messages.push(shortening ? shortMessage(each, shortening) : each);
      continue;
    }
    // An entry that is its own message has no thinking, and no call through a bridge.
    const blocks = asWritten(entry.blocks);
    messages.push({ role: "assistant", blocks, withoutThinking: silent?.has(entry) || undefined });
    const byCall = firstByCall(observations);
    for (const call of listCalls({ blocks })) {
      messages.push(toolMessage(call, byCall.get(call.id), shortening));
    }
  }
  return messages;
}

/** The entries without those of the first `count` that are about an agent and tools which another prompt began with. */
function withoutFrameNotices(entries: readonly Entry[], count: number): readonly Entry[] {
  if (count === 0) return entries;
  return entries.filter((entry, place) => place >= count || !isOfFrame(entry));
}

/** True for a notice about what a prompt begins with: it counts until another one begins. */
export function isOfFrame(entry: Entry): entry is NoticeEntry {
  return entry.type === "notice" && (entry.about === "agent" || entry.tools !== undefined);
}

function noticeMessage({ text, tools, effort, until }: NoticeEntry, hasTools: boolean): NoticeMessage {
  return { role: "notice", text, tools: hasTools ? tools : undefined, effort, until };
}

/** The observations by call; of several of one call the first counts. */
function firstByCall(observations: readonly ToolEntry[]): ReadonlyMap<string, ToolEntry> {
  return new Map(observations.map((entry) => [entry.callId, entry] as const).reverse());
}

function userMessage(entries: readonly UserEntry[]): UserMessage {
  const [entry, more] = entries;
  if (entry && !more && isLazyUser(entry)) return entry;
  if (!entries.some(({ parts }) => parts !== undefined)) {
    return { role: "user", text: entries.map(({ text }) => text).join("\n\n") };
  }
  const parts = entries.flatMap(partsOfEntry);
  return { role: "user", text: textOfParts(parts), parts };
}

/** Without empty texts, which some APIs refuse. */
function partsOfEntry({ text, parts }: UserEntry): readonly Part[] {
  return parts ?? (text === "" ? [] : [{ type: "text", text }]);
}

/** A lazy observation as its own message, or, with a long output, as one that has it in part. */
function shortMessage(observation: ToolEntry & ToolMessage, shortening: Shortening): ToolMessage {
  const limit = limitOn(observation, shortening);
  if (limit === undefined) return observation;
  const { callId, name } = observation;
  return { role: "tool", callId, name, text: observationText(observation, limit), failed: false };
}

function textOfObservation(observation: ToolEntry | undefined, shortening: Shortening | undefined): string {
  if (observation === undefined) return NO_OBSERVATION;
  return observationText(observation, shortening && limitOn(observation, shortening));
}

function toolMessage(
  { id, name }: CallBlock,
  observation: ToolEntry | undefined,
  shortening: Shortening | undefined,
): ToolMessage {
  return {
    role: "tool",
    callId: id,
    name,
    text: textOfObservation(observation, shortening),
    media: observation?.media,
    inResult: observation?.inResult,
    failed: observation ? isFailure(observation) : true,
  };
}

/**
 * Entries as messages without native calls, for models that have none; otherwise like {@link toMessages}. What a notice changes about
 * the tools stands in its text alone.
 */
export function toTextMessages(
  entries: readonly Entry[],
  place?: Place,
  { shortening, mark, withoutTools = 0, nameOf }: MessageForm = {},
): Message[] {
  const messages: Message[] = [];
  // Results are a user's message, and the user's next text is a part of it.
  let results: Part[] = [];
  const pushResults = () => {
    if (results.length > 0) messages.push(toUserMessage(results));
    results = [];
  };
  for (const turn of turns(withoutFrameNotices(entries, withoutTools), place ?? "start", { mark, nameOf })) {
    if (turn.type === "notice") {
      pushResults();
      messages.push(noticeMessage(turn.entry, false));
      continue;
    }
    if (turn.type === "user") {
      const message = userMessage(turn.entries);
      if (results.length === 0) messages.push(inPlainForm(message));
      else results.push(...message.parts ?? [{ type: "text" as const, text: message.text }]);
      continue;
    }
    pushResults();
    const calls = listCalls({ blocks: asWritten(turn.entry.blocks) });
    const lines = [
      joinText(turn.entry.blocks),
      ...calls.map((call) => `[tool call: ${call.name}(${call.args})]`),
    ];
    messages.push({
      role: "assistant",
      blocks: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }],
    });
    const byCall = firstByCall(turn.observations);
    results = calls.flatMap((call): Part[] => {
      const observation = byCall.get(call.id);
      const text = `[tool result: ${call.name}]\n${textOfObservation(observation, shortening)}`;
      return [{ type: "text", text }, ...observation?.media ?? []];
    });
  }
  pushResults();
  return messages;
}

function toUserMessage(parts: readonly Part[]): UserMessage {
  const text = textOfParts(parts);
  return parts.some(({ type }) => type !== "text") ? { role: "user", text, parts } : { role: "user", text };
}

/** A message that is no entry at the same time. */
function inPlainForm({ text, parts }: UserMessage): UserMessage {
  return parts === undefined ? { role: "user", text } : { role: "user", text, parts };
}

/** True for messages with media. No text is parsed for it: a lazy entry has none. */
export function haveMedia(messages: readonly Message[]): boolean {
  return messages.some((message) =>
    message.role === "user"
      ? message.parts !== undefined
      : message.role === "tool" && message.media !== undefined
  );
}

/** The place of entries in their conversation: its start, or behind entries that were rendered before. */
export type Place = "start" | "continues";

/**
 * How many of the entries can be rendered once and kept: those before the last answer, whose observations may be yet to come.
 * 0 when nothing comes before it.
 */
export function countSettled(entries: readonly Entry[]): number {
  const last = entries.findLastIndex(isAnswer);
  const first = entries.findIndex((entry) => entry.type === "user" || isAnswer(entry));
  return first < last ? last : 0;
}

function isAnswer(entry: Entry): boolean {
  return entry.type === "assistant" && hasContent(entry);
}

const BEGINNING_LOST: UserEntry = {
  type: "user",
  id: "",
  at: 0,
  version: 0,
  text: "[The beginning of this conversation has been left out.]",
};

const NO_OBSERVATION = "The outcome of this call was not recorded.";

type HistoryTurn =
  | { readonly type: "user"; readonly entries: readonly UserEntry[] }
  | { readonly type: "notice"; readonly entry: NoticeEntry }
  | {
    readonly type: "assistant";
    readonly entry: AssistantEntry;
    readonly observations: readonly ToolEntry[];
  };

// User entries in a row become one message, since most APIs demand that roles alternate. An observation joins the answer that
// made its call; one without an answer (the window begins behind it) is left out, and so is an answer without content.
function turns(
  entries: readonly Entry[],
  place: Place,
  { mark, nameOf }: Pick<MessageForm, "mark" | "nameOf">,
): HistoryTurn[] {
  const result: HistoryTurn[] = [];
  let inputs: UserEntry[] = [];
  let observations: ToolEntry[] = [];
  const addInput = (entry: UserEntry) => {
    if (result.at(-1)?.type !== "user") result.push({ type: "user", entries: inputs = [] });
    inputs.push(entry);
  };
  for (const entry of entries) {
    switch (entry.type) {
      case "user":
        if (entry.resultOf === undefined) {
          addInput(entry);
          break;
        }
        addInput({ ...BEGINNING_LOST, text: HAS_COME });
        result.push(lateResult(entry, entry.resultOf));
        break;
      case "notice":
        if (mark !== undefined) {
          addInput({ ...entry, type: "user", text: markNotice(mark, noticeText(entry, nameOf)) });
          break;
        }
        if (result.length === 0 && place === "start") addInput(BEGINNING_LOST);
        result.push({ type: "notice", entry: { ...entry, text: noticeText(entry, nameOf) } });
        break;
      case "assistant": {
        const isEmpty = !hasContent(entry);
        if (isEmpty && !isEndOfTurn(result.at(-1))) break;
        observations = [];
        if (result.length === 0 && place === "start") {
          result.push({ type: "user", entries: [BEGINNING_LOST] });
        }
        result.push({
          type: "assistant",
          entry: isEmpty ? { ...entry, blocks: NO_ANSWER } : entry,
          observations,
        });
        break;
      }
      case "tool":
        observations.push(entry);
        break;
      case "cut":
      case "summary":
      case "failure":
        break;
    }
  }
  return result;
}

// Behind an answer, dialects write a message of the user that has the model go on. It stays where the answer to it is empty.
const NO_ANSWER: AssistantEntry["blocks"] = [{ type: "text", text: "(no answer)" }];

function isEndOfTurn(turn: HistoryTurn | undefined): boolean {
  return turn?.type === "assistant" && listCalls(turn.entry).length === 0;
}

/** The tool that an application's call of a late result names. No agent has it, and no model may call it. */
const LATE_RESULT = "late_result";

const HAS_COME = "[A result that is not of your last calls has come.]";

/** A result that came when its run had gone on, as the pair of a call and its result that the application writes. */
function lateResult(entry: UserEntry, callId: string): Extract<HistoryTurn, { type: "assistant" }> {
  const { id, at, version, text: output } = entry;
  const call = { type: "call", id: `late_${callId}`, name: LATE_RESULT } as const;
  const usage = { inputTokens: 0, outputTokens: 0 };
  const base = { id, at, version };
  return {
    type: "assistant",
    entry: {
      type: "assistant",
      ...base,
      finish: "calls",
      model: "treadle/late_result",
      usage,
      blocks: [{ ...call, args: JSON.stringify({ call_id: callId }) }],
    },
    observations: [
      { type: "tool", ...base, callId: call.id, name: LATE_RESULT, outcome: "completed", ms: 0, output },
    ],
  };
}

function hasContent(entry: AssistantEntry): boolean {
  return isLazyAssistant(entry) ||
    entry.blocks.some((block) => block.type === "call" || block.text !== "" || block.meta !== undefined);
}
