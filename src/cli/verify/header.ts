// What the header of an export has beside the chain, as far as the entries show it: the summary, and the calls that wait.

import { isRunnable, type PlannedCall } from "../../core/call.ts";
import { type CallBlock, listCalls } from "../../core/entry.ts";
import { parseJson } from "../../core/json.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import type { Difference } from "./chain.ts";
import type { ExportedThread } from "./exported_thread.ts";

/** What the header has that the entries do not show, and what they show otherwise. */
export interface HeaderResult {
  readonly differences: readonly Difference[];
  readonly unprovable: readonly Difference[];
}

/** Compares the header with the entries. `written` is the summary that the last request of the thread itself was written with. */
export function verifyHeader(exported: ExportedThread, written: string | null | undefined): HeaderResult {
  const summary = verifySummary(exported, written);
  const call = verifyCalls(exported);
  return {
    differences: [
      ...summary?.type === "differs" ? [threadAsWhole(summary.what)] : [],
      ...call === undefined ? [] : [threadAsWhole(call)],
    ],
    unprovable: [
      ...summary?.type === "unprovable" ? [threadAsWhole(summary.what)] : [],
    ],
  };
}

interface Found {
  readonly type: "differs" | "unprovable";
  readonly what: string;
}

function verifySummary(
  { header, meta: { forkedFrom }, state: { record }, entries }: ExportedThread,
  written: string | null | undefined,
): Found | undefined {
  const newest = entries.findLast((entry) => entry.type === "summary");
  const isNewest = header.summary === (newest?.text ?? null) && header.base === (newest?.through ?? 0);
  if (forkedFrom === undefined || (newest?.version ?? 0) > forkedFrom.version) {
    return isNewest
      ? undefined
      : differs("the summary of the thread is not that of its newest summary entry");
  }
  // A fork of an earlier version has the summary of its source without an entry.
  if (record?.shared === undefined) return undefined;
  // A fork is without the summary when its source had a newer one, of entries behind the cut.
  const isWithout = header.summary === null && header.base === 0;
  if (!isNewest && !isWithout) return differs("the summary of the thread is that of no entry");
  if (written !== undefined) {
    return written === header.summary
      ? undefined
      : differs("the summary of the thread is not the one that its last request was written with");
  }
  if (isNewest) return undefined;
  return { type: "unprovable", what: "no request shows whether the fork goes on without the summary" };
}

function differs(what: string): Found {
  return { type: "differs", what };
}

// A plan's calls are answered by one commit, so all of them wait or none does. A cancel leaves them as they are.
function verifyCalls({ calls, entries }: ExportedThread): string | undefined {
  const at = entries.findLastIndex((entry) => entry.type === "assistant");
  const plan = entries[at];
  const answered = new Set(
    entries.slice(at + 1).map((entry) => entry.type === "tool" ? entry.callId : undefined),
  );
  const unanswered = plan?.type === "assistant" ? listCalls(plan).filter(({ id }) => !answered.has(id)) : [];
  for (const [index, call] of calls.entries()) {
    const block = unanswered[index];
    if (block === undefined || !isSame(block, call)) {
      return `the waiting call ${call.id} is not the one that the last plan has in its place`;
    }
  }
  const missing = unanswered[calls.length];
  return missing && `the call ${missing.id} of the last plan has no observation and does not wait`;
}

function isSame(block: CallBlock, call: PlannedCall): boolean {
  if (block.id !== call.id || block.name !== call.name) return false;
  if (!isRunnable(call)) return canonicalJson(call.args) === "{}";
  const args = parseJson(block.args.trim() === "" ? "{}" : block.args);
  return args !== undefined && canonicalJson(args) === canonicalJson(call.args);
}

function threadAsWhole(what: string): Difference {
  return { index: undefined, what };
}
