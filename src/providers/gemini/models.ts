// What is known about Google's models by their names, as of 2026-11. What is not known follows from the API's
// refusals.

import type { ThinkingLevel } from "@google/genai";
import type { CapabilityRow, CapabilityTable } from "../../core/model/capability.ts";
import { unreachable } from "../../core/error.ts";
import type { Effort } from "../_wire/efforts.ts";
import { TEXT_NOTICES } from "../_wire/notice_lacks.ts";

/**
 * `thinkingConfig` of the wire. A model takes a level (Gemini 3) or a budget in tokens (Gemini 2.5), and both are a
 * 400.
 */
export interface ThinkingConfig {
  readonly includeThoughts?: true;
  readonly thinkingLevel?: `${ThinkingLevel}`;
  readonly thinkingBudget?: number;
}

const ROWS: readonly CapabilityRow[] = [
  {
    models: /^(?:.*\/)?gemma-[23]/,
    example: "gemma-3-27b-it",
    lacks: ["tools"],
    because: "Gemma has had function calling since version 4",
    asOf: "2026-11-20",
    // Function calling is not enabled for models/gemma-3-27b-it.
    source: "recorded refusal",
  },
  {
    models: /^(?:.*\/)?(?:gemini-(?:1|2\.0)|gemma-[23]|learnlm)/,
    example: "gemini-2.0-flash",
    lacks: ["effort"],
    because: "models before Gemini 2.5 do not think",
    asOf: "2026-11-20",
    // https://ai.google.dev/gemini-api/docs/thinking.
    source: "js-genai#681",
  },
  {
    models: /^(?:.*\/)?gemma-[23]/,
    example: "gemma-3-27b-it",
    lacks: ["json_schema", "json_mode"],
    because: "JSON mode is not enabled for Gemma before version 4",
    asOf: "2026-11-22",
    // JSON mode is not enabled for models/gemma-3-27b-it.
    source: "vercel/ai#8080",
  },
  {
    models: /^(?:.*\/)?(?:gemini-(?:1|2)|learnlm)/,
    example: "gemini-2.5-flash",
    lacks: ["json_with_tools"],
    because: "models before Gemini 3 take no JSON type beside functions",
    asOf: "2026-11-22",
    // adk-python#5735, @ai-sdk/google 4.0.121 structuredOutput.withFunctionTools.
    source: "symfony/ai#1777",
  },
  {
    models: /^(?:.*\/)?(?:gemini-(?:1|2)|gemma-|learnlm)/,
    example: "gemini-2.5-flash",
    lacks: ["tool_images", "tool_files"],
    because: "models before Gemini 3 take no media in a function response",
    asOf: "2026-11-22",
    // maximhq/bifrost#4202, agentjido/req_llm#701.
    source: "https://ai.google.dev/gemini-api/docs/function-calling",
  },
  {
    models: /^(?:.*\/)?gemma-(?:2|3-1b|3-270m)/,
    example: "gemma-3-1b-it",
    lacks: ["images", "files", "audio"],
    because: "the model is text only",
    asOf: "2026-11-22",
    // Image input modality is not enabled for models/gemma-3-1b-it.
    source: "https://ai.google.dev/gemma/docs/core",
  },
];

/** Every choice is native; only a limit of one call has no field (FunctionCallingConfig of @google/genai 3.1.0). */
export const GEMINI_CAPABILITIES: CapabilityTable = {
  lacks: {
    parallel: "the API has no flag against several calls",
    notices: "contents have the roles user and model only",
    ...TEXT_NOTICES,
  },
  models: ROWS,
  thinks: (model, { reasoningEffort }) =>
    isSigned(model) || (BUDGETED.test(baseName(model)) && reasoningEffort !== "none"),
};

const BUDGETED = /^gemini-2\.5/;

/**
 * True for models that answer 400 to a call without a thought signature in the current turn, and that match results
 * with calls by their ids: Gemini 3 and later (https://ai.google.dev/gemini-api/docs/thought-signatures). A name that is
 * not known to be older, such as one that ends in `-latest`, counts as new.
 */
export function isSigned(model: string): boolean {
  return /^gemini-(?!(?:live-|robotics-er-)?[12](?:[.-]|$)|pro(?:-vision)?$)/.test(baseName(model));
}

/** True for models that answer "Developer instruction is not enabled" to a system instruction. */
export function lacksSystem(model: string): boolean {
  return baseName(model).startsWith("gemma-");
}

/** An effort in the terms of the model; undefined leaves the model its default. */
export function toThinkingConfig(model: string, effort: Effort | undefined): ThinkingConfig | undefined {
  if (effort === undefined) return undefined;
  const name = baseName(model);
  if (BUDGETED.test(name)) {
    const thinkingBudget = toBudget(name, effort);
    // "include_thoughts is only enabled when thinking is enabled": gemini-cli#1953.
    return thinkingBudget === 0 ? { thinkingBudget } : { includeThoughts: true, thinkingBudget };
  }
  const thinkingLevel = toLevel(name, effort);
  return effort === "none" ? { thinkingLevel } : { includeThoughts: true, thinkingLevel };
}

// Gemini 3 cannot be kept from thinking; "minimal" is a 400 at all Pro models and since 3.7 (pi#9455,
// litellm-docs#1505), "medium" at the first Pro (proxypal#170).
function toLevel(name: string, effort: Effort): `${ThinkingLevel}` {
  switch (effort) {
    case "none":
    case "minimal":
      return /^gemini-3(?:\.[1-6])?-flash/.test(name) ? "MINIMAL" : "LOW";
    case "low":
      return "LOW";
    case "medium":
      return /^gemini-3-pro/.test(name) ? "HIGH" : "MEDIUM";
    case "high":
    case "xhigh":
    case "max":
      return "HIGH";
    default:
      return unreachable(effort);
  }
}

// The budgets that Google's own OpenAI-compatible endpoint makes of an effort
// (https://ai.google.dev/gemini-api/docs/openai). 2.5 Pro cannot be kept from thinking: "Budget 0 is invalid. This
// model only works in thinking mode."
function toBudget(name: string, effort: Effort): number {
  switch (effort) {
    case "none":
      return name.startsWith("gemini-2.5-pro") ? 128 : 0;
    case "minimal":
    case "low":
      return 1024;
    case "medium":
      return 8192;
    case "high":
    case "xhigh":
    case "max":
      return 24_576;
    default:
      return unreachable(effort);
  }
}

// `models/gemini-3-pro`, `publishers/google/models/gemini-3-pro`, and a gateway's `google/gemini-3-pro`.
function baseName(model: string): string {
  return model.replace(/^.*\//, "");
}
