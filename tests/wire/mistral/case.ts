// Mistral, served by api.ts.
import { toServerSentEvent } from "../openai/stream.ts";
import type { WireCase } from "../case.ts";
import { simulate } from "../simulator.ts";
import { mistralApi, mistralKey } from "./api.ts";
import { lintMistral } from "./lint.ts";

export const mistral: WireCase = {
  name: "mistral",
  provider: "mistral",
  model: "mistral-medium-latest",
  start: (options) => simulate(mistralApi, options),
  env: ({ url }) => ({ MISTRAL_API_KEY: mistralKey, MISTRAL_BASE_URL: `${url}/v1` }),
  lintRequest: lintMistral,
  refuses: [
    { feature: "effort", model: "mistral-large-2512", settings: { reasoningEffort: "high" } },
    { feature: "images", model: "codestral-2508", media: true },
    { feature: "audio", model: "mistral-large-2512", media: true },
  ],
  recordings: [{
    files: /^mistral\//,
    frame: (lines, newline) => {
      const events = [...lines, "[DONE]"].map((data) =>
        toServerSentEvent({ data }).replaceAll("\n", newline)
      );
      return new TextEncoder().encode(events.join(""));
    },
    contentType: "text/event-stream",
  }],
};
