// An entry that is parsed when a property is read that is not in plain sight in its text. It is at once the message that it is
// to a model, so a history goes from stored text into a request body without a parse. Its properties are getters: it is not to
// be copied or serialised.

import type { AssistantEntry, Block, Entry, ToolEntry, UserEntry } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import type { AssistantMessage, ToolMessage, UserMessage } from "../../core/model/provider.ts";
import { makesCalls, readCallId } from "./chat_line.ts";
import { callCount, readEntry } from "./codec.ts";
import { observationText } from "./observation.ts";

/** The entry of a text: lazy when the text has two lines, else parsed. */
export function openEntry(text: string): Entry {
  const end = text.indexOf("\n");
  if (end < 0) return readEntry(text);
  if (text[0] === "t") return new LazyTool(text, end);
  return text[0] === "u" ? new LazyUser(text, end) : new LazyAssistant(text, end);
}

/** The Chat Completions form (chat_line.ts) of an entry or a message that comes from a stored text with one. */
export function findChatLine(item: object): string | undefined {
  return item instanceof Lazy ? item.line : undefined;
}

/** True for an entry that is its own message. */
export function isLazyUser(entry: UserEntry): entry is LazyUser {
  return entry instanceof LazyUser;
}

/** True for an entry that is its own message. */
export function isLazyAssistant(entry: Entry): entry is LazyAssistant {
  return entry instanceof LazyAssistant;
}

/**
 * True when a lazy entry makes exactly the calls of these observations, in their order, and each observation is lazy: then
 * all of them are their own messages.
 */
export function isAnsweredBy(
  assistant: Entry,
  observations: readonly ToolEntry[],
): observations is readonly LazyTool[] {
  return isLazyAssistant(assistant) && assistant.calls === observations.length &&
    observations.every((observation) => observation instanceof LazyTool) &&
    makesCalls(assistant.line, observations.map(({ callId }) => callId));
}

abstract class Lazy<T extends Entry> {
  readonly #text: string;
  readonly #end: number;
  #entry: T | undefined;

  /** `end` is the index of the newline between the two lines. */
  constructor(text: string, end: number) {
    this.#text = text;
    this.#end = end;
  }

  /** The second line. */
  get line(): string {
    return this.#text.slice(this.#end + 1);
  }

  /** How many calls it makes; of an assistant entry only. */
  get calls(): number {
    return callCount(this.#text, this.#end);
  }

  protected get entry(): T {
    return this.#entry ??= readEntry(this.#text) as T;
  }

  get id(): string {
    return this.entry.id;
  }

  get at(): number {
    return this.entry.at;
  }

  get version(): number {
    return this.entry.version;
  }
}

class LazyUser extends Lazy<UserEntry> implements UserEntry, UserMessage {
  readonly role = "user";

  get door(): UserEntry["door"] {
    return this.entry.door;
  }

  get by(): UserEntry["by"] {
    return this.entry.by;
  }

  get type() {
    return "user" as const;
  }

  get text(): string {
    return this.entry.text;
  }
}

class LazyAssistant extends Lazy<AssistantEntry> implements AssistantEntry, AssistantMessage {
  readonly role = "assistant";

  get type() {
    return "assistant" as const;
  }

  get blocks(): readonly Block[] {
    return this.entry.blocks;
  }

  get finish(): AssistantEntry["finish"] {
    return this.entry.finish;
  }

  get model(): string {
    return this.entry.model;
  }

  get usage(): AssistantEntry["usage"] {
    return this.entry.usage;
  }

  get choice(): AssistantEntry["choice"] {
    return this.entry.choice;
  }

  get record(): AssistantEntry["record"] {
    return this.entry.record;
  }
}

class LazyTool extends Lazy<ToolEntry> implements ToolEntry, ToolMessage {
  readonly role = "tool";

  get type() {
    return "tool" as const;
  }

  get outcome() {
    return "completed" as const;
  }

  get failed() {
    return false;
  }

  get callId(): string {
    return readCallId(this.line);
  }

  get name(): string {
    return this.entry.name;
  }

  get output(): Json {
    return this.entry.output;
  }

  get ms(): number {
    return this.entry.ms;
  }

  get door(): ToolEntry["door"] {
    return this.entry.door;
  }

  get by(): ToolEntry["by"] {
    return this.entry.by;
  }

  get approval(): ToolEntry["approval"] {
    return this.entry.approval;
  }

  /** The output as text for the model. */
  get text(): string {
    return observationText(this.entry);
  }
}
