// Schemas that several responses have as a part.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { TIMES } from "../../../core/tool_choice.ts";
import { TOOL_ERROR_KINDS } from "../../../core/tool/tool_error.ts";
import { CHOICE_SOURCES, ENFORCEMENTS, VIOLATIONS } from "../../../core/tool_choice/choice_report.ts";

/** A time in ISO 8601. */
export const time = z.iso.datetime();

/** A whole number from 0. */
export const count = z.int().check(z.minimum(0));

const times = z.optional(z.enum(TIMES)).check(
  z.describe("How long a forced choice lasts; `once`: until an answer has satisfied it"),
);

const choiceType = <Type extends string>(type: Type) =>
  z.literal(type).check(z.describe("What the model may do about tools"));

/** A tool choice: ToolChoice of src/core/tool_choice.ts. */
export const toolChoice = z.discriminatedUnion("type", [
  z.object({ type: choiceType("auto") }),
  z.object({ type: choiceType("none") }),
  z.object({ type: choiceType("required"), times }),
  z.object({
    type: choiceType("tool"),
    name: z.string().check(z.describe("The tool, of the type `tool`")),
    times,
  }),
  z.object({
    type: choiceType("allowed"),
    names: z.array(z.string()).check(z.describe("The tools, of the type `allowed`")),
    mode: z.enum(["auto", "required"]).check(
      z.describe("Whether one of them must be called, of the type `allowed`"),
    ),
    times,
  }),
]);

/** A warning: something was degraded. */
export const warning = z.object({
  code: z.string().check(z.describe("One of the [warnings](http-api/errors.md#warnings)")),
  message: z.string().check(z.describe("What was degraded")),
});

/** Why a call failed: ToolFailure of src/core/tool/tool_error.ts. */
export const toolFailure = z.object({
  kind: z.enum(TOOL_ERROR_KINDS).check(z.describe("[What kind of failure](tools.md#errors) the call met")),
  message: z.string().check(z.describe("What went wrong")),
  hint: z.optional(z.string()).check(z.describe("What the model may do about it")),
  retryAfterMs: z.optional(z.number()).check(
    z.describe("Milliseconds after which the call may be made again"),
  ),
});

/** The app that shows a call: CallApp of src/core/tool/tool_app.ts. */
export const callApp = z.optional(z.object({
  server: z.string().check(z.describe("Name of the MCP server in its agent")),
  uri: z.string().check(z.describe("The `ui://` resource of the server")),
})).check(
  z.describe("The [app](mcp.md#apps-of-servers) that shows the call; missing where none does"),
);

/** Tokens of model calls. */
export const usage = z.object({
  inputTokens: count.check(z.describe("Tokens of the requests, cached ones included")),
  outputTokens: count.check(z.describe("Tokens of the answers, reasoning included")),
  cachedTokens: z.optional(count).check(z.describe("Tokens that were read from a cache")),
  cacheWriteTokens: z.optional(count).check(z.describe("Tokens that were written to a cache")),
  reasoningTokens: z.optional(count).check(z.describe("Tokens of reasoning")),
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

/** The tool choice of a plan, how it was sent and how it is enforced: EffectiveChoice of src/core/tool_choice/choice_report.ts. */
export const effectiveChoice = z.object({
  requested: toolChoice.check(z.describe("The choice that holds for the plan")),
  source: source.check(z.describe("Where it came from")),
  sent: anyJson.check(
    z.describe("The value of the field for tool choices in the model's API; null when the field is left out"),
  ),
  toolsSent: z.array(z.string()).check(z.describe("Names of the tools in the request, in order")),
  enforcement: enforcement.check(z.describe("How the choice is enforced")),
  prefix: z.enum(["kept", "cut"]).check(
    z.describe(
      "`cut`: other tools are sent than without the choice, which the prompt cache of the model pays for",
    ),
  ),
  because: z.string().check(z.describe("Why this choice, and why this enforcement")),
  warnings: z.array(warning).check(z.describe("What was degraded")),
});

/** Whether an answer satisfied its choice. */
export const choiceOutcome = z.discriminatedUnion("type", [
  z.object({ type: outcomeType("satisfied") }),
  z.object({
    type: outcomeType("violated"),
    how: violation.check(z.describe("How the answer violates it, of the type `violated`")),
  }),
  z.object({ type: outcomeType("cut") }),
]);

function outcomeType<Type extends string>(type: Type) {
  return z.literal(type).check(z.describe("`cut`: the answer ended before that could be decided"));
}
