// Cohere, served by api.ts.
import { toServerSentEvent } from "../openai/stream.ts";
import type { WireCase } from "../case.ts";
import { simulate } from "../simulator.ts";
import { cohereApi, cohereKey } from "./api.ts";
import { lintCohere } from "./lint.ts";

export const cohere: WireCase = {
  name: "cohere",
  provider: "cohere",
  model: "command-a-plus-05-2026",
  start: (options) => simulate(cohereApi, options),
  env: ({ url }) => ({ COHERE_API_KEY: cohereKey, COHERE_BASE_URL: url }),
  lintRequest: lintCohere,
  refuses: [
    { feature: "tools", model: "command-light", choice: { type: "auto" } },
    { feature: "required", model: "command-r-08-2024", choice: { type: "required" } },
    { feature: "none", model: "command-r-08-2024", choice: { type: "none" } },
    { feature: "effort", model: "command-a-03-2025", settings: { reasoningEffort: "low" } },
    { feature: "json_schema", model: "command-light", output: "alone" },
    { feature: "json_mode", model: "command-light", output: "alone" },
    { feature: "images", model: "command-a-03-2025", media: true },
  ],
  recordings: [{
    files: /^cohere\//,
    frame: (lines, newline) => {
      const events = lines.map((data) => {
        const { type } = JSON.parse(data);
        return toServerSentEvent({ event: type, data }).replaceAll("\n", newline);
      });
      return new TextEncoder().encode(events.join(""));
    },
    contentType: "text/event-stream",
  }],
};
