// History as messages: always legal for every dialect. Every call is answered by exactly one tool message, in the order of
// the calls, right behind the message that made them; whatever breaks that (a window cut between a call and its
// observation) is left out or repaired here, once, for all providers.

import {
  type AssistantEntry,
  type Block,
  type CallBlock,
  callsOf,
  type Entry,
  textOf,
  type ToolEntry,
  type UserEntry,
} from "../core/entry.ts";
import type { AssistantMessage, Message, ToolMessage, UserMessage } from "../core/provider.ts";
import { isAnsweredBy, messageOf } from "./codec.ts";
import { isFailure, observationText } from "./observation.ts";

/**
 * Entries as messages with native calls (row D5). A conversation starts with a user's message, as most dialects demand: one
 * whose beginning has left the window starts with a notice. Entries that `continue` others are taken as they are.
 */
export function toMessages(entries: readonly Entry[], place: Place = "start"): Message[] {
  const messages: Message[] = [];
  for (const turn of turns(entries, place)) {
    if (turn.type === "user") {
      messages.push(userMessage(turn.entries));
      continue;
    }
    const { entry, observations } = turn;
    if (isAnsweredBy(entry, observations)) {
      messages.push(
        new StoredAssistantMessage(entry),
        ...observations.map((each) => new StoredToolMessage(each)),
      );
      continue;
    }
    const { blocks } = entry;
    messages.push({ role: "assistant", blocks });
    let calls = 0;
    for (const block of blocks) {
      if (block.type === "call") {
        messages.push(toolMessage(block, observationOf(block, observations, calls++)));
      }
    }
  }
  return messages;
}

// The first one counts. It mostly stands where its call does.
function observationOf(
  { id }: CallBlock,
  observations: readonly ToolEntry[],
  place: number,
): ToolEntry | undefined {
  const there = observations[place];
  return place === 0 && there?.callId === id ? there : observations.find((entry) => entry.callId === id);
}

function userMessage(entries: readonly UserEntry[]): UserMessage {
  const [entry, more] = entries;
  return entry && !more && messageOf(entry) !== undefined
    ? new StoredUserMessage(entry)
    : { role: "user", text: entries.map(({ text }) => text).join("\n\n") };
}

function toolMessage({ id, name }: CallBlock, observation: ToolEntry | undefined): ToolMessage {
  return {
    role: "tool",
    callId: id,
    name,
    text: observation ? observationText(observation) : NO_OBSERVATION,
    failed: observation ? isFailure(observation) : true,
  };
}

// Messages of stored entries: read only by dialects that cannot take them as they were stored.

class StoredUserMessage implements UserMessage {
  readonly role = "user";
  readonly #entry: UserEntry;

  constructor(entry: UserEntry) {
    this.#entry = entry;
  }

  get chat(): string | undefined {
    return messageOf(this.#entry);
  }

  get text(): string {
    return this.#entry.text;
  }
}

class StoredAssistantMessage implements AssistantMessage {
  readonly role = "assistant";
  readonly #entry: AssistantEntry;

  constructor(entry: AssistantEntry) {
    this.#entry = entry;
  }

  get chat(): string | undefined {
    return messageOf(this.#entry);
  }

  get blocks(): readonly Block[] {
    return this.#entry.blocks;
  }
}

class StoredToolMessage implements ToolMessage {
  readonly role = "tool";
  readonly failed = false;
  readonly #entry: ToolEntry;

  constructor(entry: ToolEntry) {
    this.#entry = entry;
  }

  get chat(): string | undefined {
    return messageOf(this.#entry);
  }

  get callId(): string {
    return this.#entry.callId;
  }

  get name(): string {
    return this.#entry.name;
  }

  get text(): string {
    return observationText(this.#entry);
  }
}

/** Entries as messages without native calls, for models that have none (row D5); else as {@link toMessages}. */
export function toTextMessages(entries: readonly Entry[], place: Place = "start"): Message[] {
  const messages: Message[] = [];
  // Results are a user's message, and what the user says next is a part of it.
  let results: string[] = [];
  const sayResults = () => {
    if (results.length > 0) messages.push({ role: "user", text: results.join("\n\n") });
    results = [];
  };
  for (const turn of turns(entries, place)) {
    if (turn.type === "user") {
      const text = userMessage(turn.entries).text;
      if (results.length === 0) messages.push({ role: "user", text });
      else results.push(text);
      continue;
    }
    sayResults();
    const calls = callsOf(turn.entry);
    const lines = [
      textOf(turn.entry.blocks),
      ...calls.map((call) => `[tool call: ${call.name}(${call.args})]`),
    ];
    messages.push({
      role: "assistant",
      blocks: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }],
    });
    results = calls.map((call, index) => {
      const observation = observationOf(call, turn.observations, index);
      return `[tool result: ${call.name}]\n${observation ? observationText(observation) : NO_OBSERVATION}`;
    });
  }
  sayResults();
  return messages;
}

/** Where entries stand in their conversation: at its start, or behind messages that were written before. */
export type Place = "start" | "continues";

/**
 * How many of the entries can be written once and kept: those before the last assistant message, which waits for its
 * observations. What follows continues them.
 */
export function settledCount(entries: readonly Entry[]): number {
  const last = entries.findLastIndex(isSpoken);
  const first = entries.findIndex((entry) => entry.type === "user" || isSpoken(entry));
  return first < last ? last : 0;
}

function isSpoken(entry: Entry): boolean {
  return entry.type === "assistant" && saysSomething(entry);
}

const BEGINNING_LOST: UserEntry = {
  ...{ type: "user", id: "", at: 0, version: 0 },
  text: "[The beginning of this conversation has been left out.]",
};

const NO_OBSERVATION = "The outcome of this call was not recorded.";

type HistoryTurn =
  | { readonly type: "user"; readonly entries: readonly UserEntry[] }
  | {
    readonly type: "assistant";
    readonly entry: AssistantEntry;
    readonly observations: readonly ToolEntry[];
  };

// User messages in a row become one (most dialects alternate); observations join the message whose calls they answer, and
// those without one (the window began behind it) fall away, as do assistant entries that say nothing.
function turns(entries: readonly Entry[], place: Place): HistoryTurn[] {
  const result: HistoryTurn[] = [];
  let observations: ToolEntry[] = [];
  for (const entry of entries) {
    switch (entry.type) {
      case "user": {
        const last = result.at(-1);
        if (last?.type === "user") {
          result[result.length - 1] = { type: "user", entries: [...last.entries, entry] };
        } else result.push({ type: "user", entries: [entry] });
        break;
      }
      case "assistant":
        if (!saysSomething(entry)) break;
        observations = [];
        if (result.length === 0 && place === "start") {
          result.push({ type: "user", entries: [BEGINNING_LOST] });
        }
        result.push({ type: "assistant", entry, observations });
        break;
      case "tool":
        observations.push(entry);
        break;
      case "summary":
        break;
    }
  }
  return result;
}

function saysSomething(entry: AssistantEntry): boolean {
  return messageOf(entry) !== undefined ||
    entry.blocks.some((block) => block.type === "call" || block.text !== "" || block.meta !== undefined);
}
