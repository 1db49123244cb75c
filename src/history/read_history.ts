// The history that a step reads: the texts of a window, parsed only where a property is read, and what the last request
// rendered of them. It is immutable but for that text and the parsed entries, and a later step can go on with it.

import type { Agent } from "../core/agent.ts";
import type { TurnHistory } from "../core/driver.ts";
import type { Entry, UserEntry } from "../core/entry.ts";
import type { RenderedHistory } from "../core/model/provider.ts";
import { readEntry } from "./codec.ts";
import { openEntry } from "./lazy_entry.ts";
import { storedSize } from "./reference.ts";
import { fitsWhole, startOfWindow } from "./window.ts";

/** Most characters of a task that left the window: the state holds it, and every commit writes the state. */
const TASK_LIMIT = 500;

/** The beginning of a user's text, at most 500 characters. */
export function toTask({ text }: Pick<UserEntry, "text">): string {
  return text.length <= TASK_LIMIT ? text : `${text.slice(0, TASK_LIMIT - 2).toWellFormed()} …`;
}

/** The entries [start, end) of a thread. */
export class ReadHistory {
  /** Index of the first entry in the whole history. */
  readonly start: number;
  /** Texts of the entries, whole, oldest first. */
  readonly texts: readonly string[];
  /** The beginning of the text that began the run, when its entry has left the window: a plan reads it first. */
  readonly task: string | undefined;
  #rendered: RenderedHistory | undefined;
  #entries: readonly Entry[] | undefined;

  constructor(start: number, texts: readonly string[], task?: string, rendered?: RenderedHistory) {
    this.start = start;
    this.texts = texts;
    this.task = task;
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

  /** What a plan reads: the task, these entries, then those that the step has made since (`seen`). */
  forPlan(seen: readonly Entry[]): TurnHistory {
    const task = this.task === undefined ? [] : [taskEntry(this.task)];
    const { texts } = this;
    const entries = () => [...task, ...this.entries, ...seen];
    const rendered = () => this.#rendered;
    return {
      get entries() {
        return entries();
      },
      from: (count) => [
        ...task.slice(count),
        ...texts.slice(Math.max(0, count - task.length)).map(openEntry),
        ...seen.slice(Math.max(0, count - task.length - texts.length)),
      ],
      get rendered() {
        return rendered();
      },
      keep: (next) => this.#rendered = next,
    };
  }

  /** This history with more entries at its end; what was rendered still stands for its beginning. */
  append(texts: readonly string[]): ReadHistory {
    return new ReadHistory(this.start, [...this.texts, ...texts], this.task, this.#rendered);
  }

  /** This history with another task, or none. */
  withTask(task: string | undefined): ReadHistory {
    return task === this.task ? this : new ReadHistory(this.start, this.texts, task);
  }

  /** The entries from index `start` on. */
  from(start: number): ReadHistory {
    return start <= this.start
      ? this
      : new ReadHistory(start, this.texts.slice(start - this.start), this.task);
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

  /** Characters of all its texts. */
  get size(): number {
    return this.texts.reduce((sum, text) => sum + text.length, this.#rendered?.text.length ?? 0);
  }
}

function taskEntry(text: string): UserEntry {
  return { type: "user", id: "entry_task", at: 0, version: 0, text };
}
