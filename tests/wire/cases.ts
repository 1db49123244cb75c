// Every dialect there is, one line each: the suites of this folder loop over them.
import type { WireCase } from "./case.ts";
import { ollama } from "./ollama/case.ts";
import { openaiChat, openaiResponses } from "./openai/case.ts";
import { workersAI, workersAIBinding } from "./workers_ai/case.ts";

export const CASES: readonly WireCase[] = [
  ollama,
  openaiChat,
  openaiResponses,
  workersAI,
  workersAIBinding,
];
