// The entries of a step that was cancelled.

import type { Entry } from "../../core/entry.ts";
import { isBrought } from "../../core/history/brought.ts";
import { failureInstead } from "../record/failure_entry.ts";

/** The plan of the step without its calls, which will not run; every other entry but a summary as it is, and a history that was brought. */
export function withoutCalls(entry: Entry): Entry | undefined {
  if (isBrought(entry)) return entry;
  if (entry.type === "summary") return failureInstead(entry);
  if (entry.type !== "assistant") return entry;
  const { choice, record, ...rest } = entry;
  const blocks = entry.blocks.filter((block) => block.type !== "call");
  if (blocks.length === 0) return failureInstead(entry);
  const forced = choice && choice.requested.type !== "auto" ? { choice: choice.requested } : {};
  const held = choice?.enforcement === "withheld" ? { withheld: true as const } : {};
  const kept = record && { record: { ...record, ...forced, ...held } };
  return { ...rest, blocks, finish: "stop", interrupted: true, ...kept };
}
