// The verdict of the decisions about a call, and the digest that binds them to its arguments.

import type { CallMark, PlannedCall } from "../call.ts";
import { canonicalJson } from "../text/hash.ts";
import { sha256Hex } from "../text/sha256.ts";
import type { Decision } from "./decision.ts";

/**
 * The SHA-256, in hex, of a call's id, tool and arguments as canonical JSON. Two calls with the same arguments differ in it.
 *
 * @example
 * ```ts
 * import { hashCall } from "./verdict.ts";
 * import assert from "node:assert/strict";
 *
 * const call = { id: "call_1", name: "pay", args: { to: "a", amount: 5 } };
 * assert.equal(await hashCall(call), await hashCall({ ...call, args: { amount: 5, to: "a" } }));
 * assert.notEqual(await hashCall(call), await hashCall({ ...call, args: { to: "a", amount: 6 } }));
 * ```
 */
export async function hashCall(
  { id, name, args }: Pick<PlannedCall, "id" | "name" | "args">,
): Promise<string> {
  return await sha256Hex(canonicalJson({ call: id, tool: name, args }));
}

/**
 * True for an answer about exactly this call: the digest that it names is that of the call, and that of other arguments is the call's
 * with them. An answer without a digest, such as a decision of an earlier version, is about the call that it is stored with.
 */
export async function isAbout(
  call: Pick<PlannedCall, "id" | "name" | "args">,
  { digest, edit }: Pick<Decision, "digest" | "edit">,
): Promise<boolean> {
  if (digest !== undefined && digest !== await hashCall(call)) return false;
  return edit === undefined || edit.digest === await hashCall({ ...call, args: edit.args });
}

/** What a verdict is read from. */
export type ApprovalCall = Pick<PlannedCall, "disposition">;

/** How many people must approve the call. */
export function countRequiredApprovals({ disposition }: ApprovalCall): number {
  return disposition.type === "approve" ? disposition.approvals ?? 1 : 1;
}

/** The decision that settles the call: the first denial, else the last approval that was required; undefined before. */
export function findVerdict(call: ApprovalCall, mark: CallMark | undefined): Decision | undefined {
  const decisions = mark?.decisions ?? [];
  return decisions.find(({ approved }) => !approved) ?? decisions[countRequiredApprovals(call) - 1];
}

/** True for a call that a cancel has ended: it never runs, so no person decides about it. */
export function isCancelled(
  { epoch }: Pick<PlannedCall, "epoch">,
  { cancelledEpoch }: { readonly cancelledEpoch: number },
): boolean {
  return cancelledEpoch > epoch;
}
