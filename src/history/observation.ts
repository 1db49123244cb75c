// The outcome of a call as text for the model.

import type { ToolEntry } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";

/** True for every outcome but `completed`. */
export function isFailure(entry: ToolEntry): boolean {
  return entry.outcome !== "completed";
}

/** What the model reads: the output (text as it is, everything else as JSON), or what went wrong and what it may do. */
export function observationText(entry: ToolEntry): string {
  const edit = entry.edited ? entry.approval?.decisions.find((decision) => decision.edit)?.edit : undefined;
  if (edit === undefined) return outcomeText(entry);
  const args = JSON.stringify(edit.args);
  return `A person changed the arguments of this call to ${args}.\n${outcomeText(entry)}`;
}

function outcomeText(entry: ToolEntry): string {
  switch (entry.outcome) {
    case "completed":
      return typeof entry.output === "string" ? entry.output : JSON.stringify(entry.output);
    case "failed":
      return explain(`The tool failed (${entry.error?.kind ?? "failed"})`, entry);
    case "blocked":
      return explain("The call was not allowed and did not run", entry);
    case "denied":
      return explain("A person refused this call; it did not run", entry);
    case "skipped":
      return explain("The call did not run", entry);
    case "unknown":
      return explain("It is not known whether this call took effect; do not repeat it unasked", entry);
    default:
      return unreachable(entry.outcome);
  }
}

function explain(what: string, { error, output }: ToolEntry): string {
  const because = error ? `: ${error.message}` : ".";
  const hint = error?.hint ? `\n${error.hint}` : "";
  const again = error?.retryAfterMs === undefined
    ? ""
    : `\nIt may be tried again after ${error.retryAfterMs / 1000} s.`;
  const rest = output === null ? "" : `\n${typeof output === "string" ? output : JSON.stringify(output)}`;
  return `${what}${because}${hint}${again}${rest}`;
}
