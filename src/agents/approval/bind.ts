// How a YAML file changes the approval of a tool: it may require more than the implementation, and never less.

import type { NeedsApproval } from "../../core/approval/needs_approval.ts";
import type { Tool } from "../../core/tool.ts";
import type { ApprovalSource } from "./source.ts";
import { approvalFindings } from "./check.ts";
import type { Finding } from "../_invalid.ts";

/** The parts of a tool that concern its approval, or the problems; pointers into the ApprovalSource. */
export type BoundApproval =
  | {
    readonly type: "approval";
    readonly approval: Pick<Tool, "needsApproval" | "approvals" | "approvalTtlMs">;
  }
  | { readonly type: "problems"; readonly problems: readonly Finding[] };

/** The approval of the implementation with what the file adds. */
export function bindApproval(tool: Tool, source: ApprovalSource): BoundApproval {
  const problems: Finding[] = [];
  const { needsApproval = tool.needsApproval, approvals, approvalTtlMs } = source;
  const change = "remove it here or change tools.ts.";
  if (source.needsApproval !== undefined && weakens(tool.needsApproval, needsApproval)) {
    const detail = tool.needsApproval === true
      ? "the implementation always needs approval"
      : "the implementation needs approval";
    problems.push({ pointer: "/needsApproval", detail, fix: change });
  }
  if (approvals !== undefined && approvals < (tool.approvals ?? 1)) {
    const detail = `is less than the implementation's ${tool.approvals}`;
    problems.push({ pointer: "/approvals", detail, fix: change });
  }
  if (approvalTtlMs !== undefined && tool.approvalTtlMs !== undefined && approvalTtlMs > tool.approvalTtlMs) {
    const detail = `is more than the implementation's ${tool.approvalTtlMs}`;
    problems.push({ pointer: "/approvalTtlMs", detail, fix: change });
  }
  const approval = {
    needsApproval: source.needsApproval === undefined
      ? tool.needsApproval
      : joinNeeds(tool.needsApproval, needsApproval),
    approvals: approvals ?? tool.approvals,
    approvalTtlMs: approvalTtlMs ?? tool.approvalTtlMs,
  };
  if (problems.length === 0) problems.push(...approvalFindings({ ...tool, ...approval }));
  return problems.length > 0 ? { type: "problems", problems } : { type: "approval", approval };
}

/** `false` over anything, and a rule over `true`. */
function weakens(own: NeedsApproval, added: NeedsApproval): boolean {
  return own !== false && added === false || own === true && added !== true;
}

function joinNeeds(own: NeedsApproval, added: NeedsApproval): NeedsApproval {
  if (typeof own === "boolean" || typeof added === "boolean") return added;
  return [own, added].flat();
}
