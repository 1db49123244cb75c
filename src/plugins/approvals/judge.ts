// Which calls wait for people: those of a tool that needs approval. A tool with a question for people (`answer`) always needs one.

import type { ApprovalNeed } from "../../core/approval/needs_approval.ts";
import type { JudgedCall, JudgedTool, PluginFacts } from "../../kernel/hooks/facts.ts";
import type { CallVerdict, PluginHooks, StepPlugin } from "../../kernel/hooks/plugin.ts";
import { approvalNeed } from "./approval_need.ts";

/** The part of the plugin that holds calls in steps; routes and doors have the decisions. */
export const asking = {
  name: "approvals",
  asksPeople: true,
  compile: ({ name, tools, hasOtherTools }) =>
    hasOtherTools || tools.some(({ needsApproval }) => needsApproval) ? { judge: judgeFor(name) } : undefined,
} as const satisfies StepPlugin;

/**
 * The `judge` of an agent. What was decided with the plan holds, on the terms of that time. A call that was planned without an approval
 * and needs one by now is denied, because no person has approved it.
 */
function judgeFor(agent: string): NonNullable<PluginHooks["judge"]> {
  return (calls, when, facts) =>
    new Map(calls.flatMap(({ id, name, args, tool, approvals }): [string, CallVerdict][] => {
      if (tool === undefined || approvals !== undefined) return [];
      const need = approvalNeed(tool.needsApproval, args, toContext(agent, facts));
      if (!need.needed) return [];
      return [[id, when === "planned" ? toHold(name, tool, need) : { deny: "not approved." }]];
    }));
}

function toContext(agent: string, { tenant, threadId: thread, user, metadata }: PluginFacts) {
  return { tenant, thread, agent, user: user ?? undefined, metadata };
}

/** The terms of the tool, within its time. */
function toHold(
  name: JudgedCall["name"],
  { approvals = 1, approvalEdits }: JudgedTool,
  { failure }: ApprovalNeed,
): CallVerdict {
  return {
    hold: { approvals, edits: approvalEdits && approvals === 1 ? true : undefined },
    because: null,
    warning: failure === undefined ? undefined : {
      code: "approval_unevaluated",
      message: `Whether ${name} needs approval could not be evaluated (${failure}); it needs approval.`,
    },
  };
}
