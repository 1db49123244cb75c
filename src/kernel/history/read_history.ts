// The history that a step reads: the texts of a window, parsed only where a property is read, and what the last request
// rendered of them. It is immutable but for that text, the parsed entries and their sizes, and a later step can go on with it.

import type { Agent } from "../../core/agent.ts";
import type { TurnHistory } from "../../core/driver.ts";
import type { KnownTool } from "../../core/tool/found_tools.ts";
import { partsInWords } from "../../core/content/new_part.ts";
import {
  type CutEntry,
  type Entry,
  findRequestRecord,
  isOfModel,
  type NoticeEntry,
  type Opaque,
  type UserEntry,
} from "../../core/entry.ts";
import type { RenderedHistory } from "../../core/model/provider.ts";
import { changesTools, isCutText, isFrameNotice, isNoticeText, isSummaryText, readEntry } from "./codec.ts";
import { type EntrySize, measureEntry } from "./entry_size.ts";
import { openEntry } from "./lazy_entry.ts";
import { isOfFrame } from "./messages.ts";
import { entriesBefore, type PinnedText } from "./pinned.ts";
import { toolsFoundIn } from "./tools_found.ts";
import { storedSize } from "./reference.ts";
import type { Shortening } from "./shortening.ts";
import { findAddedTools } from "./tool_changes.ts";
import { fitsWhole, startOfWindow } from "./window.ts";

/** Most characters of a task that left the window: the state holds it, and every commit writes the state. */
const TASK_LIMIT = 500;

/** The beginning of a user's text, at most 500 characters; media are named. A result that came late is no text of the user. */
export function toTask(entry: Pick<UserEntry, "text" | "parts" | "resultOf">): string {
  if (entry.resultOf !== undefined) return "[Go on with the result of an earlier call, which has come.]";
  const text = entry.parts === undefined ? entry.text : partsInWords(entry.parts);
  return text.length <= TASK_LIMIT ? text : `${text.slice(0, TASK_LIMIT - 2).toWellFormed()} …`;
}

const NONE: readonly PinnedText[] = [];

/** Where the last cut of these texts began, counted from the first of them, which has index `start`. */
export function lastStart(texts: readonly string[], start: number): number | undefined {
  const cut = findLastCut(texts);
  return cut === undefined ? undefined : cut.start - start;
}

function isCutOfModel(text: string): boolean {
  const entry = readEntry(text);
  return entry.type === "cut" && isOfModel(entry.why);
}

function findLastCut(texts: readonly string[]): CutEntry | undefined {
  const text = texts.findLast(isCutText);
  const entry = text === undefined ? undefined : readEntry(text);
  return entry?.type === "cut" ? entry : undefined;
}

/** Sizes of the first entries of a history, measured under one shortening. */
interface Sized {
  readonly by: Shortening | undefined;
  readonly sizes: EntrySize[];
}

/** The entries [start, end) of a thread. */
export class ReadHistory {
  /** Index of the first entry in the whole history. */
  readonly start: number;
  /** Texts of the entries, whole, oldest first. */
  readonly texts: readonly string[];
  /** The beginning of the text that began the run, when its entry has left the window. */
  readonly knownTask: string | undefined;
  /** The pinned entries before the window, in the order of their indexes: a plan reads them before the task. */
  readonly pinned: readonly PinnedText[];
  #rendered: RenderedHistory | undefined;
  #entries: readonly Entry[] | undefined;
  /** By place: a step looks at the newest several times. */
  readonly #opened: Entry[] = [];
  #before: { readonly recall: string | undefined; readonly entries: readonly Entry[] } | undefined;
  #sized: Sized | undefined;
  #compaction: { readonly meta: Opaque | undefined } | undefined;

  constructor(
    start: number,
    texts: readonly string[],
    task?: string,
    pinned?: readonly PinnedText[],
    rendered?: RenderedHistory,
  ) {
    this.start = start;
    this.texts = texts;
    this.knownTask = task;
    this.pinned = pinned ?? NONE;
    this.#rendered = rendered;
  }

  /** The task as a plan reads it first: what a provider has signed in place of the entries before the window has it. */
  get task(): string | undefined {
    return this.knownTask === undefined || this.compaction() !== undefined ? undefined : this.knownTask;
  }

  /** Index of the first entry behind the last. */
  get end(): number {
    return this.start + this.texts.length;
  }

  /** The entries, parsed. */
  get entries(): readonly Entry[] {
    return this.#entries ??= this.texts.map(readEntry);
  }

  /** What was rendered last of {@link forPlan}'s entries. */
  get rendered(): RenderedHistory | undefined {
    return this.#rendered;
  }

  /**
   * What a plan reads: the recall, pinned entries and the task, these entries, then those that the step has made since (`made`).
   * `thinkingFrom` is the index of the first entry whose thinking goes back.
   */
  forPlan(made: readonly Entry[], thinkingFrom?: number, recall?: string): TurnHistory {
    const seen = made.filter(({ type }) => type !== "cut"); // no model reads it, and scripts look at the last entry
    if (this.#before === undefined || this.#before.recall !== recall) {
      this.#before = { recall, entries: entriesBefore(this.pinned, this.task, recall) };
    }
    const before = this.#before.entries;
    const { texts } = this;
    const entries = () => [...before, ...this.entries, ...seen];
    const rendered = () => this.#rendered;
    return {
      get entries() {
        return entries();
      },
      from: (count) => [
        ...before.slice(count),
        ...this.#openFrom(Math.max(0, count - before.length)),
        ...seen.slice(Math.max(0, count - before.length - texts.length)),
      ],
      get rendered() {
        return rendered();
      },
      keep: (next) => this.#rendered = next,
      found: (search) => this.#findTools(search, seen),
      recall,
      withoutThinking: this.#placesBefore(thinkingFrom ?? 0, before.length, recall === undefined ? 1 : 2),
      ...this.#toolsSince(made, before.length),
    };
  }

  // Parses notices alone, and none where none is about the frame.
  #toolsSince(made: readonly Entry[], before: number): Pick<TurnHistory, "withoutTools" | "added"> {
    const isToldHere = this.texts.some(isFrameNotice) || this.pinned.some(({ text }) => isFrameNotice(text));
    if (!isToldHere && !made.some(isOfFrame)) return {};
    const newest = made.findLastIndex(({ type }) => type === "cut");
    const cut = newest < 0 ? this.texts.findLastIndex(isCutText) : this.texts.length;
    const ofStep = made.slice(0, newest + 1).filter(({ type }) => type !== "cut");
    const added = findAddedTools([
      ...this.texts.slice(cut + 1).filter(changesTools).map(readEntry),
      ...made.slice(newest + 1),
    ]);
    const places = newest < 0 ? before + cut + 1 : before + this.texts.length + ofStep.length;
    return { withoutTools: places || undefined, added: added.length === 0 ? undefined : added };
  }

  #findTools(search: string, made: readonly Entry[]): readonly KnownTool[] {
    return toolsFoundIn([...this.pinned.map(({ text }) => text), ...this.texts], made, search);
  }

  /** The last cut, when it is in the window. */
  lastCut(): CutEntry | undefined {
    return findLastCut(this.texts);
  }

  /** The summary that a provider has signed of everything before the window, where the window has its entry. */
  compaction(): Opaque | undefined {
    if (this.#compaction === undefined) {
      const text = this.texts.findLast(isSummaryText);
      const entry = text === undefined ? undefined : readEntry(text);
      const isIts = entry?.type === "summary" && entry.through === this.start;
      this.#compaction = { meta: isIts ? entry.meta : undefined };
    }
    return this.#compaction.meta;
  }

  /** What the model was told of the agent and its tools since the last cut, in order. */
  frameNotices(): readonly NoticeEntry[] {
    const cut = this.texts.findLastIndex(isCutText);
    return this.texts.slice(cut + 1).filter(isFrameNotice).map(readEntry).filter(isOfFrame);
  }

  /** A notice of the window is about the agent or its tools: a prompt behind a later cut does not have it. */
  get hasFrameNotices(): boolean {
    return this.texts.some(isFrameNotice);
  }

  /** A notice of the window changes the tools. */
  get hasToolChanges(): boolean {
    return this.texts.some(changesTools);
  }

  /** What the model was told of its plan since the last cut that changed how the prompt begins. */
  planNotice(): string | undefined {
    const text = this.texts.findLast((text) =>
      isCutText(text) ? !isCutOfModel(text) : isNoticeText(text, "plan")
    );
    const entry = text === undefined ? undefined : readEntry(text);
    return entry?.type === "notice" ? entry.text : undefined;
  }

  /** The last answer, where there is one, and the entries behind it. */
  newest(): readonly Entry[] {
    const newest: Entry[] = [];
    for (let index = this.texts.length - 1; index >= 0; index--) {
      const entry = this.#open(index);
      newest.push(entry);
      if (entry.type === "assistant") break;
    }
    return newest.reverse();
  }

  /** The entries behind the last answer of a model; all of the window where it has none. */
  since(model: string): readonly Entry[] {
    let index = this.texts.length;
    for (; index > 0; index--) {
      const entry = this.#open(index - 1);
      if (entry.type === "assistant" && entry.model === model) break;
    }
    return this.#openFrom(index);
  }

  /** Digest of the definition that the last answer was made under, where an entry of the window names it. */
  lastDefinition(): string | undefined {
    let isBehind = true;
    for (let index = this.texts.length - 1; index >= 0; index--) {
      const entry = this.#open(index);
      if (entry.type === "assistant") isBehind = false;
      const definition = isBehind ? undefined : findRequestRecord(entry)?.definition;
      if (definition !== undefined) return definition;
    }
    return undefined;
  }

  /** The last answer was asked for in words; see NoticeSubject. */
  lastIsInWords(): boolean {
    let answers = 0;
    for (let index = this.texts.length - 1; index >= 0; index--) {
      const text = this.texts[index] ?? "";
      if (isNoticeText(text, "words")) return answers === 1;
      if (this.#open(index).type === "assistant" && ++answers === 2) return false;
    }
    return false;
  }

  /** The size of each entry in a request; measured once for an entry that stays in the window. */
  sizes(shortening: Shortening | undefined): readonly EntrySize[] {
    if (this.#sized?.by !== shortening) this.#sized = undefined;
    const { sizes } = this.#sized ??= { by: shortening, sizes: [] };
    for (const text of this.texts.slice(sizes.length)) sizes.push(measureEntry(text, shortening));
    return sizes;
  }

  /** This history with more entries at its end; what was rendered still stands for its beginning. */
  append(texts: readonly string[]): ReadHistory {
    const { start, knownTask, pinned } = this;
    const longer = new ReadHistory(start, [...this.texts, ...texts], knownTask, pinned, this.#rendered);
    return longer.#takeSizes(this.#sized, 0);
  }

  /** This history with another task, or none. */
  withTask(task: string | undefined): ReadHistory {
    if (task === this.knownTask) return this;
    return new ReadHistory(this.start, this.texts, task, this.pinned).#takeSizes(this.#sized, 0);
  }

  /** This history with these pinned entries before it. */
  withPinned(pinned: readonly PinnedText[]): ReadHistory {
    const isSame = pinned.length === this.pinned.length &&
      pinned.every(({ index }, place) => index === this.pinned[place]?.index);
    if (isSame) return this;
    return new ReadHistory(this.start, this.texts, this.knownTask, pinned).#takeSizes(this.#sized, 0);
  }

  /** The entries from index `start` on. */
  from(start: number): ReadHistory {
    if (start <= this.start) return this;
    const left = start - this.start;
    const later = new ReadHistory(start, this.texts.slice(left), this.knownTask, this.pinned);
    return later.#takeSizes(this.#sized, left);
  }

  /** The window of a plan: the newest entries, as {@link startOfWindow} has them; `base` is the first entry that any plan may read. */
  within(agent: Agent, base: number): ReadHistory {
    const before = this.start - base;
    if (fitsWhole(this.texts, before, agent)) return this;
    const known = { before, last: lastStart(this.texts, this.start) };
    return this.from(this.start + startOfWindow(this.texts.map(storedSize), known, agent));
  }

  /** The task of a run that began with entry `input`, when that entry is no longer in the window of `later`. */
  taskOf(input: number | undefined, later: ReadHistory): string | undefined {
    if (input === undefined || input >= later.start) return undefined;
    const text = this.texts[input - this.start];
    const entry = text === undefined ? undefined : openEntry(text);
    return entry?.type === "user" ? toTask(entry) : this.knownTask;
  }

  /** The whole text of an entry, when this history has it: in the window or pinned before it. */
  textAt(index: number): string | undefined {
    return this.texts[index - this.start] ?? this.pinned.find((each) => each.index === index)?.text;
  }

  /** Characters of all its texts. */
  get size(): number {
    const texts = this.texts.reduce((sum, text) => sum + text.length, this.#rendered?.text.length ?? 0);
    return this.pinned.reduce((sum, { text }) => sum + text.length, texts);
  }

  /** How many entries of a plan stand before index `from` of the history, `before` of them in front of the window. */
  #placesBefore(from: number, before: number, first: number): number | undefined {
    if (from > this.start) return before + from - this.start;
    const pinned = this.pinned.filter(({ index }) => index < from).length;
    return pinned === 0 ? undefined : pinned + first; // behind a notice, and the recall
  }

  #open(place: number): Entry {
    return this.#opened[place] ??= openEntry(this.texts[place] ?? "");
  }

  #openFrom(place: number): Entry[] {
    return this.texts.slice(place).map((_, behind) => this.#open(place + behind));
  }

  #takeSizes(sized: Sized | undefined, left: number): this {
    if (sized !== undefined) this.#sized = { by: sized.by, sizes: sized.sizes.slice(left) };
    return this;
  }
}
