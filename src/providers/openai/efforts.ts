// The efforts that OpenAI's models take, by their names, at OpenAI and at servers with its API (`openai/gpt-5`).

import type { Api } from "./models.ts";
import { type EffortRow, GPT_OSS_EFFORTS } from "../_wire/efforts.ts";

/** The first row that matches counts. */
const ROWS: readonly EffortRow[] = [
  {
    models: /(?:^|[/:.])o\d/,
    takes: ["low", "medium", "high"],
    asOf: "2026-11-21",
    // openai 7.55.0.
    source: "big-AGI#940",
  },
  GPT_OSS_EFFORTS,
  {
    models: /(?:^|[/:.])gpt-5-pro/,
    takes: ["high"],
    asOf: "2026-06-13",
    // learn.microsoft.com/javascript/api/@azure/ai-projects/reasoningeffort.
    source: "models.dev#331",
  },
  {
    models: /(?:^|[/:.])gpt-5\.\d+-pro/,
    takes: ["medium", "high", "xhigh"],
    asOf: "2026-06-13",
    // models.dev#2351.
    source: "models.dev#2296",
  },
  {
    models: /(?:^|[/:.])(?:gpt-5(?:\.1)?-codex(?!-max)|codex)/,
    takes: ["low", "medium", "high"],
    asOf: "2025-11-14",
    source: "openai/codex#6647",
  },
  {
    models: /(?:^|[/:.])gpt-5\.\d+-codex/,
    takes: ["low", "medium", "high", "xhigh"],
    asOf: "2026-06-13",
    source: "models.dev#2296",
  },
  {
    models: /(?:^|[/:.])gpt-5(?!\.\d)/,
    takes: ["minimal", "low", "medium", "high"],
    asOf: "2026-11-21",
    // getGpt5ReasoningEfforts.
    source: "@ai-sdk/openai 4.0.118",
  },
  {
    models: /(?:^|[/:.])gpt-5\.1(?!\d)/,
    takes: ["none", "low", "medium", "high"],
    asOf: "2026-11-21",
    // openai-agents-python#2089.
    // getGpt5ReasoningEfforts.
    source: "@ai-sdk/openai 4.0.118",
  },
  {
    models: /(?:^|[/:.])gpt-5\.[2-5](?!\d)/,
    takes: ["none", "low", "medium", "high", "xhigh"],
    asOf: "2026-11-21",
    // getGpt5ReasoningEfforts.
    source: "@ai-sdk/openai 4.0.118",
  },
  {
    models: /(?:^|[/:.])gpt-(?:5\.\d|6-(?:sol|luna)|6\.1-terra|daybreak)/,
    takes: ["none", "low", "medium", "high", "xhigh", "max"],
    asOf: "2026-11-21",
    // configurableNonReasoning.
    source: "@ai-sdk/openai 4.0.118",
  },
  {
    models: /(?:^|[/:.])gpt-(?:[6-9]|\d\d)/,
    takes: ["low", "medium", "high", "xhigh", "max"],
    asOf: "2026-11-21",
    // @ai-sdk/openai 4.0.118, createOpenAILanguageModelEntry.
    source: "inspect_ai#5254",
  },
];

/** Chat Completions takes no `max`: litellm-docs#1173, modelparams.dev#236 (2026-09). */
export const OPENAI_EFFORTS: Readonly<Record<Api, readonly EffortRow[]>> = {
  chat: ROWS.map((row) => ({ ...row, takes: row.takes.filter((effort) => effort !== "max") })),
  responses: ROWS,
};
