// ApprovalSource: what an agent as plain data says about the approval of a tool.

import type { ApprovalRule } from "../../core/approval/needs_approval.ts";

/** What a file says about the approval of a tool. */
export interface ApprovalSource {
  /** Added to the implementation's conditions. */
  readonly needsApproval?: boolean | ApprovalRule | readonly ApprovalRule[];
  /** At least the implementation's. */
  readonly approvals?: number;
  /** At most the implementation's. */
  readonly approvalTtlMs?: number;
}
