// Google's dialect, generateContent.
import type { WireCase } from "../case.ts";
import { simulate } from "../simulator.ts";
import { GeminiApi, geminiKey } from "./api.ts";
import { lintRequest } from "./lint.ts";

export const gemini: WireCase = {
  name: "gemini",
  provider: "gemini",
  objectArgs: true,
  model: "gemini-3.1-pro-preview",
  start: (options) => simulate(new GeminiApi(), options),
  env: ({ url }) => ({ GEMINI_API_KEY: geminiKey, GEMINI_BASE_URL: url }),
  schema: "gemini.generateContent.request",
  // In @google/genai 3.1.0, and not in the protos of @google-ai/generativelanguage 4.1.0.
  unpublished: /"thinkingLevel"/,
  lintRequest,
  refuses: [
    { feature: "tools", model: "gemma-3-27b-it" },
    { feature: "effort", model: "gemini-2.0-flash", settings: { reasoningEffort: "low" } },
    { feature: "json_schema", model: "gemma-3-27b-it", output: "alone" },
    { feature: "json_mode", model: "gemma-3-27b-it", output: "alone" },
    { feature: "json_with_tools", model: "gemini-2.5-flash", output: "with_tools" },
    { feature: "tool_images", model: "gemini-2.5-flash", media: true },
    { feature: "tool_files", model: "gemini-2.5-flash", media: true },
    { feature: "images", model: "gemma-3-1b-it", media: true },
    { feature: "files", model: "gemma-3-1b-it", media: true },
    { feature: "audio", model: "gemma-3-1b-it", media: true },
  ],
  recordings: [{
    files: /^gemini\//,
    frame: (lines, newline) =>
      new TextEncoder().encode(lines.map((line) => `data: ${line}${newline}${newline}`).join("")),
    contentType: "text/event-stream",
  }],
};
