// Every dialect there is, one line each: the suites of this folder loop over them.
import type { WireCase } from "./case.ts";
import { bedrock } from "./bedrock/case.ts";
import { openaiChat, openaiResponses } from "./openai/case.ts";

export const CASES: readonly WireCase[] = [
  bedrock,
  openaiChat,
  openaiResponses,
];
