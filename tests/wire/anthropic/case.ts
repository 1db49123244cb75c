// Anthropic Messages.
import type { WireCase } from "../case.ts";
import type { Simulator } from "../simulator.ts";
import { serveAnthropic, simulatedKey } from "./api.ts";
import { lintRequest } from "./lint.ts";

export const anthropic: WireCase = {
  name: "anthropic",
  provider: "anthropic",
  model: "claude-sonnet-4-5",
  start: serveAnthropic,
  env: () => ({ ANTHROPIC_API_KEY: simulatedKey }),
  fetch: (server: Simulator): typeof fetch => (input, init) =>
    fetch(String(input).replace("https://api.anthropic.com", server.url), init),
  schema: "anthropic.messages.request",
  lintRequest,
  refuses: [
    { feature: "required", model: "claude-opus-5-5", choice: { type: "required" } },
    { feature: "tool", model: "claude-opus-5-5", choice: { type: "tool", name: "get_weather" } },
    {
      feature: "forced_thinking",
      model: "claude-sonnet-4-5",
      settings: { reasoningEffort: "low" },
      choice: { type: "required" },
    },
    {
      feature: "sampling_thinking",
      model: "claude-sonnet-4-5",
      settings: { reasoningEffort: "low", temperature: 0.5 },
    },
    {
      feature: "sampling_pair",
      model: "claude-sonnet-4-5",
      settings: { temperature: 0.5, topP: 0.5 },
    },
    { feature: "temperature", model: "claude-opus-4-8", settings: { temperature: 0.5 } },
    { feature: "topP", model: "claude-opus-4-8", settings: { topP: 0.5 } },
    { feature: "effort", model: "claude-3-5-haiku-20241022", settings: { reasoningEffort: "low" } },
    { feature: "json_schema", model: "claude-sonnet-4-20250514", output: "alone" },
    { feature: "notices", model: "claude-sonnet-5", notice: true },
    { feature: "compaction", model: "claude-sonnet-4-5", compact: true },
    { feature: "tool_search", model: "claude-3-haiku-20240307", search: true },
    { feature: "images", model: "claude-2.1", media: true },
    { feature: "files", model: "claude-2.1", media: true },
    { feature: "files", model: "claude-3-haiku-20240307", media: true },
  ],
  recordings: [{
    files: /^anthropic\//,
    frame: (lines, newline) =>
      new TextEncoder().encode(
        lines.map((line) => `event: ${JSON.parse(line).type}${newline}data: ${line}${newline}${newline}`)
          .join(""),
      ),
    contentType: "text/event-stream",
  }],
};
