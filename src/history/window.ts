// The history that a step reads: texts of entries, opened only where somebody looks, and what was written of them before.
// A value that a later step can go on with: it may outlive the step in the cache of its isolate (history_cache.ts).

import type { Agent } from "../core/agent.ts";
import type { RenderedHistory } from "../core/driver.ts";
import type { Entry, UserEntry } from "../core/entry.ts";
import { openEntry, readEntry } from "./codec.ts";
import { storedSize } from "../runtime/history/blobs.ts";

/** Most characters of a task that left the window: it is kept in the state, which every commit writes. */
const TASK_LIMIT = 500;

/** A task as it is kept. */
export function toTask({ text }: Pick<UserEntry, "text">): string {
  return text.length <= TASK_LIMIT ? text : `${text.slice(0, TASK_LIMIT - 2).toWellFormed()} …`;
}

export class ReadHistory {
  /** Index of the first entry in the whole history. */
  readonly start: number;
  /** Texts of the entries, whole, oldest first. */
  readonly texts: readonly string[];
  /** The beginning of the text that began the run, when that entry has left the window: what a plan reads first. */
  readonly task: string | undefined;
  #memo: RenderedHistory | undefined;
  #entries: readonly Entry[] | undefined;

  constructor(start: number, texts: readonly string[], task?: string, memo?: RenderedHistory) {
    this.start = start;
    this.texts = texts;
    this.task = task;
    this.#memo = memo;
  }

  /** Index of the first entry behind it. */
  get end(): number {
    return this.start + this.texts.length;
  }

  /** All of it, parsed. */
  get entries(): readonly Entry[] {
    return this.#entries ??= this.texts.map(readEntry);
  }

  /** What a plan reads; a task comes first. */
  get prompt(): readonly Entry[] {
    return this.task === undefined ? this.entries : [taskEntry(this.task), ...this.entries];
  }

  /** The same from the `count`-th entry on, each read only as far as somebody asks. */
  promptFrom(count: number): readonly Entry[] {
    if (this.task === undefined) return this.texts.slice(count).map(openEntry);
    const behindTask = this.texts.slice(Math.max(0, count - 1)).map(openEntry);
    return count === 0 ? [taskEntry(this.task), ...behindTask] : behindTask;
  }

  get memo(): RenderedHistory | undefined {
    return this.#memo;
  }

  remember(memo: RenderedHistory): void {
    this.#memo = memo;
  }

  /** With more entries at its end. */
  append(texts: readonly string[]): ReadHistory {
    return new ReadHistory(this.start, [...this.texts, ...texts], this.task, this.#memo);
  }

  /** With another task, or none. */
  withTask(task: string | undefined): ReadHistory {
    return task === this.task ? this : new ReadHistory(this.start, this.texts, task);
  }

  /** From the entry with index `start` on. */
  from(start: number): ReadHistory {
    return start <= this.start
      ? this
      : new ReadHistory(start, this.texts.slice(start - this.start), this.task);
  }

  /** As much of its end as the agent's plans may read; `base` is the first entry that any plan may read. */
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

  /** Characters of everything it keeps. */
  get size(): number {
    return this.texts.reduce((sum, text) => sum + text.length, this.#memo?.text.length ?? 0);
  }
}

function taskEntry(text: string): UserEntry {
  return { type: "user", id: "entry_task", at: 0, version: 0, text };
}

/** True when no limit can cut these whole texts, so that nobody has to count: a character takes three bytes at most. */
export function fitsWhole(texts: readonly string[], before: number, { limits }: Agent): boolean {
  if (before > 0 || texts.length > limits.historyEntries) return false;
  return 3 * texts.reduce((sum, text) => sum + text.length, 0) <= limits.historyBytes;
}

/** The part of the limits that a window keeps when it moves. */
const KEPT = 3 / 4;
/** An entry of more than this part of the bytes leaves only when it must. */
const LARGE = 1 / 8;

/**
 * Which of the entries is the first that the agent's limits let a plan read: always the newest at least. `before` entries
 * more could be read but for the limits. A window that has begun to move does so in strides of up to a quarter of it:
 * between two strides prompts share their beginning, which caches of providers and our own text need. It begins at the
 * roundest index that leaves between three quarters of the limits and all of them: whoever sees the history only from the
 * start of an earlier window on finds the same, since of two equally round numbers there is always a rounder one between.
 */
export function startOfWindow(sizes: readonly number[], before: number, { limits }: Agent): number {
  const { historyEntries, historyBytes } = limits;
  const first = firstWithin(sizes, historyEntries, historyBytes);
  if (before + first <= 0) return first;
  const large = sizes.findIndex((size, index) => index >= first && size > historyBytes * LARGE);
  const last = firstWithin(sizes, historyEntries * KEPT, historyBytes * KEPT);
  return roundest(before + first, before + (large < 0 ? last : Math.min(large, last))) - before;
}

/** The first of the newest entries that are within both limits. */
function firstWithin(sizes: readonly number[], entries: number, bytes: number): number {
  let first = sizes.length;
  let size = 0;
  while (first > 0 && sizes.length - first < entries) {
    size += sizes[first - 1] ?? 0;
    if (size > bytes && first < sizes.length) break;
    first--;
  }
  return first;
}

/** The number from `low` to `high` that the highest power of two divides. */
function roundest(low: number, high: number): number {
  let round = high;
  while ((round & (round - 1)) >= low) round &= round - 1;
  return round;
}
