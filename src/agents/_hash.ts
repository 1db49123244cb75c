// The content hash of an agent, which shows that a thread began under another definition.

import { approvalAsJson } from "../core/approval/needs_approval.ts";
import type { Agent } from "../core/agent.ts";
import { canonicalJson, fnv64 } from "../core/text/hash.ts";
import type { Json } from "../core/json.ts";
import { pick } from "./_keys.ts";
import { HASHED_LIMITS, listHashed } from "./parts.ts";

/**
 * 16 hex digits over the parts of an agent that shape its requests to its model and the observations of its calls, whatever the order
 * of keys: {@link listHashed} and {@link HASHED_LIMITS}. Of them code is left out (`run` and `reconcile` of a tool, `summarize`), and
 * what shapes no request: `wantsThread` and `env` of a tool, and the lists of `toolSources` and `threadTools`, of which the settings count.
 */
export function hashAgent(agent: Omit<Agent, "hash">): string {
  const { limits } = agent;
  const hashed = {
    ...pick(agent, listHashed()),
    ...pick(limits, Object.keys(HASHED_LIMITS)),
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
    output: agent.output?.schema,
    decision: agent.decision?.schema,
    answer: limits.answer ? undefined : false, // hashed where it differs from what every earlier agent has
    compaction: agent.compaction && { ...agent.compaction, summarize: agent.compaction.summarize && true },
  };
  const json: Json = JSON.parse(JSON.stringify(hashed)); // drops what is undefined
  return fnv64(canonicalJson(json));
}
