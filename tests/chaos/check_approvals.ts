// What must hold of a call that people had to answer, whoever of them raced, cancelled or was too late.

import type { ToolEntry } from "../../src/core/entry.ts";
import { isJsonObject } from "../../src/core/json.ts";
import { APPROVAL_TOOLS, TOOLS } from "./script.ts";
import type { World } from "./world.ts";

/**
 * What is wrong with the approval of a call's entry: it ran if enough people approved it and never else, its record has
 * exactly one decision of each person, each answer that a person heard to stand is in it, and nothing follows what settles it.
 */
export function wrongApproval(
  { callId, name, outcome, output, approval }: ToolEntry,
  { runs, heard }: World,
  isWild: boolean,
): string | undefined {
  if (!APPROVAL_TOOLS.includes(name)) return approval === undefined ? undefined : "it has an approval";
  if (approval === undefined) return "it has no record of its approval";
  const { decisions } = approval;
  const recorded = new Map(decisions.map(({ by, approved }) => [by, approved]));
  if (recorded.size < decisions.length) return "one person is counted twice";
  for (const [by, approved] of heard.get(callId) ?? []) {
    if (recorded.get(by) !== approved) return `${by} heard ${approved}, and ${recorded.get(by)} is recorded`;
  }
  const needed = name === TOOLS.countersigned ? 2 : 1;
  const denial = decisions.findIndex(({ approved }) => !approved);
  const settlesAt = denial < 0 ? needed - 1 : denial;
  if (decisions.length > settlesAt + 1) return `it has ${decisions.length} decisions of ${needed}`;
  const isApproved = denial < 0 && decisions.length === needed;
  if (runs.has(callId) && !isApproved) return "it ran and was not approved";
  if (decisions.some(({ by, via }) => (by === "bob") !== (via === "link"))) {
    return "a way is not the person's";
  }
  const [{ edit } = {}] = decisions;
  if (edit !== undefined && name !== TOOLS.amended) return "its arguments were changed";
  const note = isJsonObject(output) ? output.note : undefined;
  if (outcome === "completed" && note !== edit?.args.note) {
    return `it ran with ${note}, not ${edit?.args.note}`;
  }
  if (isWild) return undefined;
  const settled = isApproved
    ? "approved"
    : denial >= 0
    ? "denied"
    : name === TOOLS.timed
    ? "expired"
    : "unanswered";
  const isEarly = settled === "expired" && approval.outcome === "unanswered"; // the next input came before the time was over
  if (approval.outcome !== settled && !isEarly) return `it is ${approval.outcome}, not ${settled}`;
  const expected = settled === "approved" ? "completed" : "denied";
  return outcome === expected ? undefined : `it is ${outcome} and was ${settled}`;
}
