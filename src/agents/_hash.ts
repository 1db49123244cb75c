// The content hash of an agent, which shows that a thread began under another definition.

import type { NeedsApproval } from "../core/approval/needs_approval.ts";
import type { Agent } from "../core/agent.ts";
import { canonicalJson, fnv64 } from "../core/text/hash.ts";
import type { Json } from "../core/json.ts";

/**
 * 16 hex digits over everything that reaches a model, whatever the order of keys. Left out are the agent's own name and
 * description, the hooks, which are code, and the limits that end a run.
 */
export function hashAgent(agent: Omit<Agent, "hash">): string {
  const { limits } = agent;
  const hashed = {
    model: agent.model,
    settings: agent.settings,
    instructions: agent.instructions,
    tools: agent.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters,
      effect: tool.effect,
      timeoutMs: tool.timeoutMs,
      maxOutputBytes: tool.maxOutputBytes,
      needsApproval: approvalText(tool.needsApproval),
      approvals: tool.approvals,
      approvalTtlMs: tool.approvalTtlMs,
      approvalEdits: tool.approvalEdits,
      answer: tool.answer,
    })),
    approvalTtlMs: agent.approvalTtlMs,
    toolChoice: agent.toolChoice,
    gatewayToolChoice: agent.gatewayToolChoice,
    onViolation: agent.onViolation,
    tokenEfficient: agent.tokenEfficient,
    execution: agent.execution,
    driver: agent.driver,
    historyForm: agent.historyForm,
    plan: agent.plan,
    parallelCalls: limits.parallelCalls,
    repeatedCalls: limits.repeatedCalls,
    historyEntries: limits.historyEntries,
    historyBytes: limits.historyBytes,
    compaction: agent.compaction,
  };
  const json: Json = JSON.parse(JSON.stringify(hashed)); // drops what is undefined
  return fnv64(canonicalJson(json));
}

/** Rules as they are; a predicate is code, so that it is there counts and not what it does. */
function approvalText(needsApproval: NeedsApproval): unknown {
  if (typeof needsApproval === "function") return "predicate";
  if (!Array.isArray(needsApproval)) return needsApproval;
  return needsApproval.map((condition) => typeof condition === "function" ? "predicate" : condition);
}
