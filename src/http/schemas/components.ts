// The components of openapi.json, and the schemas that several responses share.

import * as z from "zod/mini";
import type { Json } from "../../core/json.ts";
import { TIMES } from "../../core/tool_choice.ts";

/** The components of openapi.json. The files of responses register theirs. */
export const components = z.registry<{ id: string; description?: string }>();

/** Any JSON value. */
export const anyJson = z.custom<Json>((value) => value !== undefined, "must be a JSON value");

/** A tool choice as it is answered. */
export const toolChoiceOut = z.object({
  type: z.enum(["auto", "none", "required", "tool", "allowed"]),
  name: z.optional(z.string()),
  names: z.optional(z.array(z.string())),
  mode: z.optional(z.enum(["auto", "required"])),
  times: z.optional(z.enum(TIMES)),
});
