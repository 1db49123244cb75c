// What is known of the models of Workers AI.

import type { CapabilityTable } from "../../core/model/capability.ts";

/**
 * What no model is known to have. `allowed` is in the schema of a few (gemma-4), for which an agent may override it.
 */
export const WORKERS_AI_MODELS: CapabilityTable = {
  lacks: {
    allowed: "most models have no allowed_tools",
    parallel: "no model is known to keep parallel_tool_calls",
  },
  models: [],
  // No feature of these models depends on it.
  thinks: (_model, { reasoningEffort }) => reasoningEffort !== undefined && reasoningEffort !== "none",
};
