// The content hash of an agent, which shows that a thread began under another definition.

import { approvalAsJson } from "../core/approval/needs_approval.ts";
import type { Agent } from "../core/agent.ts";
import { canonicalJson, fnv64 } from "../core/text/hash.ts";
import type { Json } from "../core/json.ts";

/**
 * 16 hex digits over the parts of an agent that shape its requests to its model and the observations of its calls,
 * whatever the order of keys. Left out are:
 *
 * - `name`, `description`, `examples`, `models`, `fallbackModel`, `capabilities`, `onUnsupported`, `env`, `throwOnToolFailure`, `stopOnToolBlock`,
 *   `onContextRequired`, `webhooks`, `schedules`;
 * - `hooks`, and `run` and `reconcile` of a tool, which are code;
 * - `orchestrate`, of which its tools and their descriptions have what the model reads;
 * - `wantsThread` and `env` of a tool, and the lists of `toolSources` and `threadTools`, of which the settings count;
 * - `price`, and the limits that end a step or a run: `stepsPerRun`, `steps`, `tokens`, `calls`, `usd`, `wallMs`, `perRun`,
 *   `recovery`, `stepMs`.
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
      maxMediaBytes: tool.maxMediaBytes,
      promptChars: tool.promptChars,
      needsApproval: approvalAsJson(tool.needsApproval),
      approvals: tool.approvals,
      approvalTtlMs: tool.approvalTtlMs,
      approvalEdits: tool.approvalEdits,
      answer: tool.answer,
      client: tool.client,
    })),
    toolSources: agent.toolSources?.map(({ settings }) => settings),
    selection: agent.threadTools?.settings,
    approvalTtlMs: agent.approvalTtlMs,
    toolChoice: agent.toolChoice,
    gatewayToolChoice: agent.gatewayToolChoice,
    policy: agent.policy,
    hold: agent.hold,
    onViolation: agent.onViolation,
    tokenEfficient: agent.tokenEfficient,
    execution: agent.execution,
    driver: agent.driver,
    historyForm: agent.historyForm,
    output: agent.output?.schema,
    decision: agent.decision?.schema,
    plan: agent.plan,
    answer: limits.answer ? undefined : false, // hashed where it differs from what every earlier agent has
    parallelCalls: limits.parallelCalls,
    repeatedCalls: limits.repeatedCalls,
    historyEntries: limits.historyEntries,
    historyBytes: limits.historyBytes,
    historyTokens: limits.historyTokens,
    outputChars: limits.outputChars,
    clearToolResults: agent.clearToolResults,
    reminder: agent.reminder,
    plugins: agent.plugins,
    compaction: agent.compaction && { ...agent.compaction, summarize: agent.compaction.summarize && true },
  };
  const json: Json = JSON.parse(JSON.stringify(hashed)); // drops what is undefined
  return fnv64(canonicalJson(json));
}
