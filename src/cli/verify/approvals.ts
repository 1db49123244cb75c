// Whether the approvals of an exported thread are those of its calls: the digests are computed again from the arguments of the
// plan and of its edits, and no call is completed without the approval that it needed.

import type { ApprovalRecord } from "../../core/approval/decision.ts";
import { isAbout } from "../../core/approval/verdict.ts";
import { type CallBlock, listCalls, type ToolEntry } from "../../core/entry.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { Difference } from "./chain.ts";
import type { ExportedThread } from "./exported_thread.ts";

/** What the records of approvals say that the entries do not. */
export async function verifyApprovals({ entries }: ExportedThread): Promise<Difference[]> {
  const calls = new Map<string, CallBlock>();
  const differences: Difference[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.type === "assistant") { for (const call of listCalls(entry)) calls.set(call.id, call); }
    if (entry.type !== "tool" || entry.approval === undefined) continue;
    // An entry that was changed may have any shape.
    const what = await whatDiffers(entry, entry.approval, calls.get(entry.callId))
      .catch(() => "the approval of the call cannot be read");
    if (what !== undefined) differences.push({ index, what });
  }
  return differences;
}

async function whatDiffers(
  { callId: id, name, outcome, edited }: ToolEntry,
  { outcome: settled, digest, decisions }: ApprovalRecord,
  call: CallBlock | undefined,
): Promise<string | undefined> {
  if (outcome === "completed" && settled !== "approved") return `the call is completed and was ${settled}`;
  if (settled === "approved" && !decisions.some(({ approved }) => approved)) {
    return "no person approved the call";
  }
  if (settled === "approved" && decisions.some(({ approved }) => !approved)) {
    return "a person denied the call";
  }
  const args = call === undefined ? undefined : parseJson(call.args.trim() === "" ? "{}" : call.args);
  if (!isJsonObject(args)) return "no plan made the call that people decided about";
  const planned = { id, name, args };
  if (!await isAbout(planned, { digest })) {
    return "people decided about other arguments than those of the plan";
  }
  for (const decision of decisions) {
    if (!await isAbout(planned, { digest: decision.digest })) {
      return "a decision is about other arguments than those of the plan";
    }
    if (!await isAbout(planned, { edit: decision.edit })) {
      return "the arguments of a person are not those of their digest";
    }
  }
  return edited && decisions.every(({ edit }) => edit === undefined)
    ? "the arguments of a person are missing"
    : undefined;
}
