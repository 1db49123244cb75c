// Schemas that several responses have as a part.

import * as z from "zod/mini";
import type { Json } from "../../../core/json.ts";
import { TIMES } from "../../../core/tool_choice.ts";
import { CHOICE_SOURCES, ENFORCEMENTS, VIOLATIONS } from "../../../core/tool_choice/choice_report.ts";

/** Any value of JSON; a missing one is refused. */
export const anyJson = z.custom<Json>((value) => value !== undefined, "must be a JSON value");

/** A time in ISO 8601. */
export const time = z.iso.datetime();

/** A whole number from 0. */
export const count = z.int().check(z.minimum(0));

/** A tool choice: ToolChoice of src/core/tool_choice.ts. */
export const toolChoice = z.object({
  type: z.enum(["auto", "none", "required", "tool", "allowed"]),
  name: z.optional(z.string()),
  names: z.optional(z.array(z.string())),
  mode: z.optional(z.enum(["auto", "required"])),
  times: z.optional(z.enum(TIMES)),
});

/** A warning: something was degraded. */
export const warning = z.object({ code: z.string(), message: z.string() });

/** Tokens of model calls. */
export const usage = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedTokens: z.optional(count),
  cacheWriteTokens: z.optional(count),
  reasoningTokens: z.optional(count),
  microDollars: z.optional(count).check(
    z.describe("The cost in millionths of a US dollar, where the model has a price"),
  ),
  estimated: z.optional(z.literal(true)).check(
    z.describe("The provider reported no usage, at least once; what is missing is an estimate"),
  ),
});

/** Where a tool choice came from. */
export const source = z.enum(CHOICE_SOURCES);

/** How a tool choice is enforced. */
export const enforcement = z.enum(ENFORCEMENTS);

/** How an answer violates its choice. */
export const violation = z.enum(VIOLATIONS);

/** Whether an answer satisfied its choice. */
export const choiceOutcome = z.discriminatedUnion("type", [
  z.object({ type: z.literal("satisfied") }),
  z.object({ type: z.literal("violated"), how: violation }),
  z.object({ type: z.literal("cut") }),
]);
