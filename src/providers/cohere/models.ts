// What is known of Cohere's models.

import type { ModelSettings } from "../../core/model/model_settings.ts";
import type { CapabilityTable } from "../../core/model/capability.ts";
import { NO_NOTICES } from "../_wire/notice_lacks.ts";

/** What the API and its models lack, and which of them think. */
export const COHERE_MODELS: CapabilityTable = {
  lacks: {
    tool: "Cohere can force a call, but not of which tool",
    allowed: "Cohere has no choice among some of the tools",
    parallel: "Cohere has no field against several calls",
    ...NO_NOTICES,
    tool_images: "Cohere's results are text",
    files: "Cohere's messages have text and images",
    audio: "Cohere's messages have text and images",
    json_with_tools: "response_format excludes tools (types of cohere-ai 8.1.0, ResponseFormatV2)",
  },
  models: [
    {
      models: /^command(?:-light)?(?:-nightly)?$/,
      example: "command-light",
      lacks: ["tools"],
      because: "the first Command models know no tools",
      asOf: "2026-11-21",
      source: "swarmauri/swarmauri-sdk#692",
    },
    {
      models: /^command(?:-light)?(?:-nightly)?$/,
      example: "command-light",
      lacks: ["json_schema", "json_mode"],
      because: "response_format is for Command R and newer",
      asOf: "2026-11-22",
      // ResponseFormatV2.
      source: "types of cohere-ai 8.1.0",
    },
    {
      models: /^command-r(?:-plus)?(?:-(?:03|04|08)-2024)?$/,
      example: "command-r-08-2024",
      lacks: ["required", "none"],
      because: "only Command R7B and newer take a tool_choice",
      asOf: "2026-11-21",
      // V2ChatRequest.toolChoice.
      source: "types of cohere-ai 8.1.0",
    },
    {
      models: /^(?:command(?!-a-(?:vision|plus))|c4ai-command)/,
      example: "command-a-03-2025",
      lacks: ["images"],
      because: "the model has no vision",
      asOf: "2026-11-22",
      source: "https://docs.cohere.com/docs/image-inputs",
    },
    {
      models: /^(?:command(?!-a-(?:plus|reasoning))|c4ai-)/,
      example: "command-a-03-2025",
      lacks: ["effort"],
      because: "only Command A Reasoning and A Plus think",
      asOf: "2026-11-21",
      // models.dev#1983.
      source: "https://docs.cohere.com/docs/reasoning",
    },
  ],
  thinks: cohereThinks,
};

/** Whether a model thinks before it answers; by default every model that can. */
export function cohereThinks(model: string, { reasoningEffort }: ModelSettings): boolean {
  return /^command-a-(?:plus|reasoning)/.test(model) && reasoningEffort !== "none";
}
