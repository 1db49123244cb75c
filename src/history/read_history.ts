// The history that a step reads: the texts of a window, parsed only where a property is read, and what the last request
// rendered of them. It is immutable but for that text, the parsed entries and their sizes, and a later step can go on with it.

import type { Agent } from "../core/agent.ts";
import type { TurnHistory } from "../core/driver.ts";
import { partsInWords } from "../core/content/new_part.ts";
import type { CutEntry, Entry, UserEntry } from "../core/entry.ts";
import type { RenderedHistory } from "../core/model/provider.ts";
import { isCutText, isPlanNoticeText, readEntry } from "./codec.ts";
import { type EntrySize, sizeOf } from "./entry_size.ts";
import { openEntry } from "./lazy_entry.ts";
import { entriesBefore, type PinnedText } from "./pinned.ts";
import { storedSize } from "./reference.ts";
import type { Shortening } from "./shortening.ts";
import { fitsWhole, startOfWindow } from "./window.ts";

/** Most characters of a task that left the window: the state holds it, and every commit writes the state. */
const TASK_LIMIT = 500;

/** The beginning of a user's text, at most 500 characters; media are named. */
export function toTask(entry: Pick<UserEntry, "text" | "parts">): string {
  const text = entry.parts === undefined ? entry.text : partsInWords(entry.parts);
  return text.length <= TASK_LIMIT ? text : `${text.slice(0, TASK_LIMIT - 2).toWellFormed()} …`;
}

const NONE: readonly PinnedText[] = [];

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
  /** The beginning of the text that began the run, when its entry has left the window: a plan reads it first. */
  readonly task: string | undefined;
  /** The pinned entries before the window, in the order of their indexes: a plan reads them before the task. */
  readonly pinned: readonly PinnedText[];
  #rendered: RenderedHistory | undefined;
  #entries: readonly Entry[] | undefined;
  #before: readonly Entry[] | undefined;
  #sized: Sized | undefined;

  constructor(
    start: number,
    texts: readonly string[],
    task?: string,
    pinned?: readonly PinnedText[],
    rendered?: RenderedHistory,
  ) {
    this.start = start;
    this.texts = texts;
    this.task = task;
    this.pinned = pinned ?? NONE;
    this.#rendered = rendered;
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
   * What a plan reads: pinned entries and the task, these entries, then those that the step has made since (`made`).
   * `thinkingFrom` is the index of the first entry whose thinking goes back.
   */
  forPlan(made: readonly Entry[], thinkingFrom = 0): TurnHistory {
    const seen = made.filter(({ type }) => type !== "cut"); // no model reads it, and scripts look at the last entry
    const before = this.#before ??= entriesBefore(this.pinned, this.task);
    const { texts } = this;
    const entries = () => [...before, ...this.entries, ...seen];
    const rendered = () => this.#rendered;
    return {
      get entries() {
        return entries();
      },
      from: (count) => [
        ...before.slice(count),
        ...texts.slice(Math.max(0, count - before.length)).map(openEntry),
        ...seen.slice(Math.max(0, count - before.length - texts.length)),
      ],
      get rendered() {
        return rendered();
      },
      keep: (next) => this.#rendered = next,
      withoutThinking: this.#placesBefore(thinkingFrom, before.length),
    };
  }

  /** The last cut, when it is in the window. */
  lastCut(): CutEntry | undefined {
    const text = this.texts.findLast(isCutText);
    const entry = text === undefined ? undefined : readEntry(text);
    return entry?.type === "cut" ? entry : undefined;
  }

  /** What the model was told of its plan since the last cut. */
  planNotice(): string | undefined {
    const text = this.texts.findLast((text) => isCutText(text) || isPlanNoticeText(text));
    const entry = text === undefined ? undefined : readEntry(text);
    return entry?.type === "notice" ? entry.text : undefined;
  }

  /** The last answer, where there is one, and the entries behind it. */
  newest(): readonly Entry[] {
    const newest: Entry[] = [];
    for (const text of this.texts.toReversed()) {
      const entry = openEntry(text);
      newest.unshift(entry);
      if (entry.type === "assistant") break;
    }
    return newest;
  }

  /** The size of each entry in a request; measured once for an entry that stays in the window. */
  sizes(shortening: Shortening | undefined): readonly EntrySize[] {
    if (this.#sized?.by !== shortening) this.#sized = undefined;
    const { sizes } = this.#sized ??= { by: shortening, sizes: [] };
    for (const text of this.texts.slice(sizes.length)) sizes.push(sizeOf(text, shortening));
    return sizes;
  }

  /** This history with more entries at its end; what was rendered still stands for its beginning. */
  append(texts: readonly string[]): ReadHistory {
    const { start, task, pinned } = this;
    const longer = new ReadHistory(start, [...this.texts, ...texts], task, pinned, this.#rendered);
    return longer.#takeSizes(this.#sized, 0);
  }

  /** This history with another task, or none. */
  withTask(task: string | undefined): ReadHistory {
    if (task === this.task) return this;
    return new ReadHistory(this.start, this.texts, task, this.pinned).#takeSizes(this.#sized, 0);
  }

  /** This history with these pinned entries before it. */
  withPinned(pinned: readonly PinnedText[]): ReadHistory {
    const isSame = pinned.length === this.pinned.length &&
      pinned.every(({ index }, place) => index === this.pinned[place]?.index);
    if (isSame) return this;
    return new ReadHistory(this.start, this.texts, this.task, pinned).#takeSizes(this.#sized, 0);
  }

  /** The entries from index `start` on. */
  from(start: number): ReadHistory {
    if (start <= this.start) return this;
    const left = start - this.start;
    const later = new ReadHistory(start, this.texts.slice(left), this.task, this.pinned);
    return later.#takeSizes(this.#sized, left);
  }

  /** The newest entries, as many as the agent's limits let a plan read; `base` is the first entry that any plan may read. */
  within(agent: Agent, base: number): ReadHistory {
    const before = this.start - base;
    if (fitsWhole(this.texts, before, agent)) return this;
    return this.from(this.start + startOfWindow(this.texts.map(storedSize), before, agent));
  }

  /** The task of a run that began with entry `input`, when that entry is no longer in the window of `later`. */
  taskOf(input: number | undefined, later: ReadHistory): string | undefined {
    if (input === undefined || input >= later.start) return undefined;
    const text = this.texts[input - this.start];
    const entry = text === undefined ? undefined : openEntry(text);
    return entry?.type === "user" ? toTask(entry) : this.task;
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
  #placesBefore(from: number, before: number): number | undefined {
    if (from > this.start) return before + from - this.start;
    const pinned = this.pinned.filter(({ index }) => index < from).length;
    return pinned === 0 ? undefined : pinned + 1; // behind a notice
  }

  #takeSizes(sized: Sized | undefined, left: number): this {
    if (sized !== undefined) this.#sized = { by: sized.by, sizes: sized.sizes.slice(left) };
    return this;
  }
}
