// Every dialect there is, one line each: the suites of this folder loop over them.
import { isSearch } from "../support/lives.ts";
import { anthropic } from "./anthropic/case.ts";
import { azureChat, azureDated, azureResponses } from "./azure/case.ts";
import { bedrock } from "./bedrock/case.ts";
import type { WireCase } from "./case.ts";
import { cohere } from "./cohere/case.ts";
import { compatibleCases } from "./compatible/case.ts";
import { gemini } from "./gemini/case.ts";
import { lmstudio } from "./lmstudio/case.ts";
import { mistral } from "./mistral/case.ts";
import { ollama } from "./ollama/case.ts";
import { openaiBreakpoints, openaiChat, openaiResponses } from "./openai/case.ts";
import { workersAI, workersAIBinding } from "./workers_ai/case.ts";

export const CASES: readonly WireCase[] = [
  anthropic,
  azureChat,
  azureResponses,
  azureDated,
  bedrock,
  cohere,
  ...compatibleCases,
  gemini,
  lmstudio,
  mistral,
  ollama,
  openaiChat,
  openaiResponses,
  openaiBreakpoints,
  workersAI,
  workersAIBinding,
];

/** Servers whose requests and answers are those of another case, but for names, addresses and limits. */
const ALIKE: ReadonlySet<string> = new Set([
  "azure chat",
  "azure responses",
  "azure dated",
  "groq",
  "together",
  "fireworks",
  "vllm",
  "cerebras",
  "lmstudio",
  "workers_ai binding",
]);

/** The cases that slow suites try for a change; the search tries all. */
export function triedCases(): readonly WireCase[] {
  return isSearch() ? CASES : CASES.filter(({ name }) => !ALIKE.has(name));
}
