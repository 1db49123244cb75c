// The outcome of a call as text for the model.

import type { ToolEntry } from "../../core/entry.ts";
import { unreachable } from "../../core/error.ts";

/** True for every outcome but `completed`. */
export function isFailure(entry: ToolEntry): boolean {
  return entry.outcome !== "completed";
}

/** The output of a call as text: text as it is, everything else as JSON; undefined for a call without one. */
export function outputText({ outcome, output }: ToolEntry): string | undefined {
  if (typeof output === "string") return output;
  return output === null && outcome !== "completed" ? undefined : JSON.stringify(output);
}

/**
 * What the model reads: the output, or what went wrong and what it may do. An output of more than `limit` characters is
 * shortened; an error never is.
 */
export function observationText(entry: ToolEntry, limit = Infinity): string {
  const edit = entry.edited ? entry.approval?.decisions.find((decision) => decision.edit)?.edit : undefined;
  if (edit === undefined) return outcomeText(entry, limit);
  const args = JSON.stringify(edit.args);
  return `A person changed the arguments of this call to ${args}.\n${outcomeText(entry, limit)}`;
}

function outcomeText(entry: ToolEntry, limit: number): string {
  switch (entry.outcome) {
    case "completed":
      return output(entry, limit) ?? "";
    case "failed":
      return explain(`The tool failed (${entry.error?.kind ?? "failed"})`, entry, limit);
    case "blocked":
      return explain("The call was not allowed and did not run", entry, limit);
    case "denied":
      return explain(
        entry.undecided ? "The call did not run" : "A person refused this call; it did not run",
        entry,
        limit,
      );
    case "skipped":
      return explain("The call did not run", entry, limit);
    case "unknown":
      return explain("It is not known whether this call took effect; do not repeat it unasked", entry, limit);
    default:
      return unreachable(entry.outcome);
  }
}

function explain(what: string, entry: ToolEntry, limit: number): string {
  const { error } = entry;
  const because = error ? `: ${error.message}` : ".";
  const hint = error?.hint ? `\n${error.hint}` : "";
  const again = error?.retryAfterMs === undefined
    ? ""
    : `\nIt may be tried again after ${error.retryAfterMs / 1000} s.`;
  const text = output(entry, limit);
  return `${what}${because}${hint}${again}${text === undefined ? "" : `\n${text}`}`;
}

function output(entry: ToolEntry, limit: number): string | undefined {
  const text = outputText(entry);
  return text === undefined || text.length <= limit ? text : shortenOutput(text, limit, entry.callId);
}

/** Characters of a shortened text that its middle line may take. */
const LINE = 160;

/**
 * A text of more than `limit` characters as at most so many: two thirds from its beginning, one third from its end, and between
 * them a line with the place of what is left out. No character is cut in two.
 *
 * @example
 * ```ts
 * import { shortenOutput } from "./observation.ts";
 * import assert from "node:assert/strict";
 *
 * const [head = "", line, tail = ""] = shortenOutput("x".repeat(5_000), 700, "call_7d0k").split("\n");
 * assert.deepEqual([head.length, tail.length], [360, 180]);
 * assert.equal(line, '[4460 characters of this output are left out: offset 360 to 4820 of call_id "call_7d0k"]');
 * ```
 */
export function shortenOutput(text: string, limit: number, callId: string): string {
  const room = Math.max(0, limit - LINE);
  const head = wholeAt(text, Math.floor(room * 2 / 3));
  const tail = wholeAt(text, text.length - Math.floor(room / 3));
  const line = `[${
    tail - head
  } characters of this output are left out: offset ${head} to ${tail} of call_id "${callId}"]`;
  return `${text.slice(0, head)}\n${line}\n${text.slice(tail)}`;
}

/** The place, or the one after it when the place is within a pair of surrogates. */
export function wholeAt(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  const before = text.charCodeAt(place - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? place + 1 : place;
}
