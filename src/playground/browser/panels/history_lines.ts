// The entries of a history as lines that stand where events would: for steps whose events are no longer kept.

import type { EntryView } from "../../../core/contract/entries.ts";

/** Characters of a line's preview. */
const PREVIEW = 160;

/** An entry as a line. */
export interface HistoryLine {
  readonly entry: EntryView;
  /** 0 for one that belongs to no step. */
  readonly step: number;
  /** What events of the kind are called: `input`, `plan`, `tool.completed`, `step.failed`, else the type of the entry. */
  readonly type: string;
  readonly text: string;
  /** `14:05:07.250` */
  readonly time: string;
}

/** The lines of entries, in their order. `offset` is what the number of a step is above its version. */
export function toHistoryLines(entries: readonly EntryView[], offset: number): HistoryLine[] {
  return entries.map((entry) => ({
    entry,
    step: Math.max(0, entry.version + offset),
    type: toType(entry),
    text: toText(entry).slice(0, PREVIEW),
    time: formatTime(new Date(entry.at)),
  }));
}

function formatTime(at: Date): string {
  const ms = String(at.getMilliseconds()).padStart(3, "0");
  return `${at.toLocaleTimeString([], { hour12: false })}.${ms}`;
}

function toType(entry: EntryView): string {
  switch (entry.type) {
    case "user":
      return "input";
    case "assistant":
      return "plan";
    case "tool":
      return `tool.${entry.outcome}`;
    case "failure":
      return "step.failed";
    default:
      return entry.type;
  }
}

function toText(entry: EntryView): string {
  switch (entry.type) {
    case "user":
    case "summary":
    case "notice":
      return JSON.stringify(entry.text);
    case "assistant":
      return entry.blocks.map((block) =>
        block.type === "call"
          ? `${block.name}(${block.args})`
          : block.type === "text"
          ? JSON.stringify(block.text)
          : block.type
      ).join(" ");
    case "tool":
      return `${entry.name} ${JSON.stringify(entry.error ?? entry.output)}`;
    case "failure":
      return entry.code;
    case "cut":
      return entry.why.join(", ");
  }
}
