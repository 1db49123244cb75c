// What is known about Ollama's models by their names. Each server has its own models, so most follows from refusals.

import type { CapabilityTable } from "../../core/model/capability.ts";
import { NO_NOTICES } from "../_wire/notice_lacks.ts";

const NO_CHOICE = "Ollama's API has no tool choice";

/** What the API and its models lack, and which of them think. */
export const OLLAMA_MODELS: CapabilityTable = {
  lacks: {
    required: NO_CHOICE,
    tool: NO_CHOICE,
    none: NO_CHOICE,
    allowed: NO_CHOICE,
    parallel: "Ollama's API has no flag for it",
    ...NO_NOTICES,
    tool_images: "images are documented for the messages of a user",
    files: "Ollama's API has images only",
    audio: "Ollama's API has images only",
    image_urls: "Ollama's API takes images as bytes",
    // ollama#8095, #13750: the grammar of a format leaves no room for a call.
    json_with_tools: "a format keeps the model from calling",
  },
  filters: true,
  models: [
    {
      models: /^(?:.*\/)?(?:gemma[23]?|llama[23]|codellama|tinyllama|phi3|llava)(?::|$)/,
      example: "gemma",
      lacks: ["tools"],
      because: "the model's template has no tools",
      asOf: "2026-11-20",
      // server/images.go CheckCapabilities.
      source: "https://ollama.com/library",
    },
    {
      models:
        /^(?:.*\/)?(?:gemma[23]?|llama[23](?:\.\d)?|codellama|tinyllama|phi3|llava|mistral|mixtral|qwen2(?:\.5)?)(?::|$)/,
      example: "llama3.2",
      lacks: ["effort"],
      because: "the model does not think",
      asOf: "2026-11-20",
      // server/routes.go ChatHandler.
      source: "https://ollama.com/library",
    },
  ],
  // Models that can think do so by default; no feature of these models depends on it.
  thinks: (_model, { reasoningEffort }) => reasoningEffort !== undefined && reasoningEffort !== "none",
};
