// What is known of the models of Workers AI.

import type { CapabilityTable } from "../../core/model/capability.ts";
import { NO_NOTICES } from "../_wire/notice_lacks.ts";

/**
 * What no model is known to have. `allowed` is in the schema of a few (gemma-4), for which an agent may override it.
 */
export const WORKERS_AI_MODELS: CapabilityTable = {
  lacks: {
    allowed: "most models have no allowed_tools",
    parallel: "no model is known to keep parallel_tool_calls",
    ...NO_NOTICES,
    // https://developers.cloudflare.com/workers-ai/features/json-mode/ (2025-02, seen 2026-11-22): a list of ten models, and
    // the answer is an object in place of text.
    json_schema: "JSON mode is documented for few models and not for streams",
    json_mode: "JSON mode is documented for few models and not for streams",
    image_urls: "models with vision take data URLs",
    tool_images: "a content of a tool is text",
    files: "no model is documented to take files",
    audio: "no chat model is documented to take audio",
  },
  models: [],
  // No feature of these models depends on it.
  thinks: (_model, { reasoningEffort }) => reasoningEffort !== undefined && reasoningEffort !== "none",
};
