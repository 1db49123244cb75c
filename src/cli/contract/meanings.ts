// What the fields of requests mean, by their schemas.

import type * as z from "zod/mini";
import { MEANINGS } from "../../http/schemas/meanings.ts";
import { PLUGIN_MEANINGS } from "./plugin_meanings.ts";

const ALL = new Map([...MEANINGS, ...PLUGIN_MEANINGS]);

/** The meaning of a field of a request; undefined where the schema of its object has none. */
export function fieldMeaning(object: z.core.$ZodType, field: string): string | undefined {
  return ALL.get(object)?.[field];
}
