// defineTool: a tool from TypeScript, its argument type inferred from its parameters (row D2).

import * as z from "zod";
import type { Problem } from "../core/error.ts";
import { NAME } from "../core/id.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { type Effect, type Reconciled, type Tool, type ToolContext, ToolError } from "../core/tool.ts";
import { invalid, within } from "./_invalid.ts";
import { toJsonSchema, type ToolArg, type ToolParameters, UNDECLARED } from "./schema.ts";

/** What `run` is given: zod's output, a string per named argument, or the validated JSON object. */
export type ToolArguments<P extends ToolParameters | undefined> = P extends z.ZodType ? z.output<P>
  : P extends readonly ToolArg[] ? Record<ArgName<P[number]>, string>
  : JsonObject;

type ArgName<A extends ToolArg> = A extends string ? A
  : A extends { readonly name: infer N extends string } ? N
  : never;

export interface ToolDefinition<P extends ToolParameters | undefined> {
  readonly name: string;
  readonly description: string;
  /** Left out: any arguments. `z.object({})`: none. */
  readonly parameters?: P;
  /** What may be repeated; `once` by default, `keyed` when the tool is idempotent. */
  readonly effect?: Effect;
  /** The tool uses `context.idempotencyKey` downstream, so running it again does no harm. */
  readonly idempotent?: boolean;
  /** 30,000 by default. */
  readonly timeoutMs?: number;
  /** 262,144 by default; at least 256. */
  readonly maxOutputBytes?: number;
  /** False by default. */
  readonly needsApproval?: boolean;
  /** False by default. */
  readonly wantsThread?: boolean;
  readonly run: (args: ToolArguments<P>, context: ToolContext) => Json | Promise<Json>;
  readonly reconcile?: (callId: string, context: ToolContext) => Promise<Reconciled>;
}

/**
 * A tool. Throws AgentError `agent_invalid` with every problem of the definition, a broken schema included.
 *
 * @example
 * ```ts
 * import * as z from "zod";
 * import { defineTool } from "./define_tool.ts";
 * import assert from "node:assert/strict";
 *
 * const tool = defineTool({
 *   name: "get_weather",
 *   description: "The weather in a city, now.",
 *   parameters: z.object({ city: z.string(), unit: z.enum(["C", "F"]).default("C") }),
 *   effect: "pure",
 *   run: ({ city, unit }) => ({ city, temp: unit === "C" ? 18 : 64 }),
 * });
 * assert.deepEqual(tool.parameters.required, ["city"]);
 * ```
 */
export function defineTool<const P extends ToolParameters | undefined = undefined>(
  definition: ToolDefinition<P>,
): Tool {
  const { name, description, parameters } = definition;
  const schema = toJsonSchema(parameters);
  const timeoutMs = definition.timeoutMs ?? 30_000;
  const maxOutputBytes = definition.maxOutputBytes ?? 262_144;
  const problems: Problem[] = [
    ...nameProblems(name),
    ...(typeof description === "string"
      ? []
      : [{ pointer: "/description", detail: "is no text; tell the model what the tool is for." }]),
    ...(schema.type === "problems" ? within("/parameters", schema.problems) : []),
    ...atLeast("/timeoutMs", timeoutMs, 1),
    ...atLeast("/maxOutputBytes", maxOutputBytes, 256),
    ...effectProblems(definition.effect, definition.idempotent),
  ];
  if (problems.length > 0) throw invalid(`Tool ${JSON.stringify(name)}`, problems);

  const { reconcile } = definition;
  return {
    name,
    description,
    parameters: schema.type === "schema" ? schema.schema : UNDECLARED,
    effect: definition.effect ?? (definition.idempotent ? "keyed" : "once"),
    timeoutMs,
    maxOutputBytes,
    needsApproval: definition.needsApproval ?? false,
    wantsThread: definition.wantsThread ?? false,
    run: async (args, context) => await definition.run(await toArguments(parameters, args), context),
    ...(reconcile === undefined ? {} : { reconcile: (callId, context) => reconcile(callId, context) }),
  };
}

/** The executor has validated the JSON Schema; zod adds what JSON Schema cannot say: refinements, defaults, transforms. */
async function toArguments<P extends ToolParameters | undefined>(
  parameters: P | undefined,
  args: JsonObject,
): Promise<ToolArguments<P>> {
  if (!(parameters instanceof z.ZodType)) return args as ToolArguments<P>; // as `parameters` describe them
  const parsed = await parameters.safeParseAsync(args);
  if (parsed.success) return parsed.data as ToolArguments<P>; // zod's own output type
  const problems = parsed.error.issues.slice(0, 5).map(({ path, message }) =>
    `${path.length === 0 ? "(arguments)" : `/${path.join("/")}`}: ${message}`
  );
  throw new ToolError("invalid_arguments", `The arguments are not acceptable:\n${problems.join("\n")}`, {
    hint: "Correct them and call the tool again.",
  });
}

/** Problems of a tool's or an agent's name. */
export function nameProblems(name: string): Problem[] {
  if (typeof name === "string" && NAME.test(name)) return [];
  const rule = "up to 64 letters, digits, `_`, `.` and `-`, beginning with a letter or `_`";
  return [{ pointer: "/name", detail: `is ${JSON.stringify(name) ?? "missing"}; use ${rule}.` }];
}

function atLeast(pointer: string, value: number, least: number): Problem[] {
  if (Number.isInteger(value) && value >= least && value <= MAX_INT32) return [];
  return [{ pointer, detail: `is ${value}; write a whole number from ${least} to ${MAX_INT32}.` }];
}

/** The longest wait that timers know. */
const MAX_INT32 = 2 ** 31 - 1;

function effectProblems(effect: Effect | undefined, idempotent: boolean | undefined): Problem[] {
  if (effect !== undefined && !["pure", "keyed", "once"].includes(effect)) {
    return [{ pointer: "/effect", detail: `is ${JSON.stringify(effect)}; write pure, keyed or once.` }];
  }
  if (!idempotent || effect !== "once") return [];
  return [{
    pointer: "/effect",
    detail: "is once, but the tool says it is idempotent; remove one of the two.",
  }];
}
