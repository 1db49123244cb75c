// The codes of Workers AI that say more than their status, of models and of embedders alike: 3036 and 4006 have 429 for a day's
// allocation, as 3040 has for the rate (developers.cloudflare.com/workers-ai/platform/errors).

import type { ModelErrorCode } from "./model_error.ts";

/** What a code of the API and of the binding means. */
export const WORKERS_AI_CODES: ReadonlyMap<string, ModelErrorCode> = new Map([
  // The account has used up its free neurons of the day.
  ["3036", "model_quota"],
  ["4006", "model_quota"],
  ["3040", "model_overloaded"],
  ["3007", "model_timeout"],
  ["3008", "model_timeout"],
  ["3046", "model_timeout"],
  ["3006", "model_context_length"],
  ["5021", "model_context_length"],
  ["3023", "model_auth"],
  ["3041", "model_auth"],
  ["5016", "model_auth"],
  ["5018", "model_auth"],
]);
