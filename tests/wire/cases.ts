// Every dialect there is, one line each: the suites of this folder loop over them.
import type { WireCase } from "./case.ts";
import { azureChat, azureDated, azureResponses } from "./azure/case.ts";
import { compatibleCases } from "./compatible/case.ts";
import { lmstudio } from "./lmstudio/case.ts";
import { openaiChat, openaiResponses } from "./openai/case.ts";

export const CASES: readonly WireCase[] = [
  azureChat,
  azureResponses,
  azureDated,
  ...compatibleCases,
  lmstudio,
  openaiChat,
  openaiResponses,
];
