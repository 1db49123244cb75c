// Any value of JSON.

import * as z from "zod/mini";
import type { Json } from "../../core/json.ts";

/** Any value of JSON; a missing one is refused. */
export const anyJson = z.custom<Json>((value) => value !== undefined, "is missing");
