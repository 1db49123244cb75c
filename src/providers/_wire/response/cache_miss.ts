// The reason that an API reports for a cache miss: its prompt cache did not continue from the answer before.

import type { Json } from "../../../core/json.ts";
import type { CacheMiss } from "../../../core/record.ts";
import { toCount, toName } from "../json_fields.ts";

/** The miss of this reason; undefined without tokens that were missed, as of a comparison that says of no change. */
export function toCacheMiss(reason: Json | undefined, tokens: Json | undefined): CacheMiss | undefined {
  const [why, missed] = [toName(reason)?.slice(0, 100).toWellFormed(), toCount(tokens)];
  return why === undefined || missed === undefined ? undefined : { reason: why, tokens: missed };
}
