// Every dialect there is, one line each: the suites of this folder loop over them.
import type { WireCase } from "./case.ts";
import { anthropic } from "./anthropic/case.ts";
import { openaiChat, openaiResponses } from "./openai/case.ts";

export const CASES: readonly WireCase[] = [
  anthropic,
  openaiChat,
  openaiResponses,
];
