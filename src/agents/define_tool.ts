// defineTool: a tool from TypeScript, its argument type inferred from its parameters (row D2).

import type * as z from "zod";
import type { Json, JsonObject } from "../core/json.ts";
import { type Effect, type Reconciled, type Tool, type ToolContext, ToolError } from "../core/tool.ts";
import { type Finding, invalid, show, titled, within } from "./_invalid.ts";
import { didYouMean } from "./_suggest.ts";
import {
  effectFindings,
  flagFindings,
  functionFindings,
  nameFindings,
  textFindings,
  wholeFindings,
} from "./_tool_check.ts";
import {
  isZod,
  type SchemaResult,
  toJsonSchema,
  type ToolArg,
  type ToolParameters,
  UNDECLARED,
} from "./schema.ts";

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
  if (typeof definition !== "object" || definition === null) {
    throw invalid("Tool", [{
      pointer: "",
      detail: `is ${show(definition)}`,
      fix: "write an object with name, description and run.",
    }]);
  }
  const { name, description, parameters } = definition;
  const { timeoutMs = 30_000, maxOutputBytes = 262_144 } = definition;
  const schema = readParameters(parameters);
  const findings: Finding[] = [
    ...keyFindings(definition),
    ...nameFindings(name),
    ...textFindings("/description", description),
    ...(schema.type === "problems" ? within("/parameters", schema.problems) : []),
    ...wholeFindings("/timeoutMs", timeoutMs, 1),
    ...wholeFindings("/maxOutputBytes", maxOutputBytes, 256),
    ...optional(definition.effect, effectFindings),
    ...repeatFindings(definition),
    ...optional(definition.needsApproval, (value) => flagFindings("/needsApproval", value)),
    ...optional(definition.wantsThread, (value) => flagFindings("/wantsThread", value)),
    ...functionFindings("/run", definition.run),
    ...optional(definition.reconcile, (value) => functionFindings("/reconcile", value)),
  ];
  if (findings.length > 0) throw invalid(titled("Tool", name), findings);

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
  if (!isZod(parameters)) return args as ToolArguments<P>; // as `parameters` describe them
  const parsed = await parameters.safeParseAsync(args);
  if (parsed.success) return parsed.data as ToolArguments<P>; // zod's own output type
  const problems = parsed.error.issues.slice(0, 5).map(({ path, message }) =>
    `${path.length === 0 ? "(arguments)" : `/${path.join("/")}`}: ${message}`
  );
  throw new ToolError("invalid_arguments", `The arguments are not acceptable:\n${problems.join("\n")}`, {
    hint: "Correct them and call the tool again.",
  });
}

const KEYS: readonly (keyof ToolDefinition<undefined>)[] = [
  "name",
  "description",
  "parameters",
  "effect",
  "idempotent",
  "timeoutMs",
  "maxOutputBytes",
  "needsApproval",
  "wantsThread",
  "run",
  "reconcile",
];

/** What other libraries call our keys. */
const MEANT: Readonly<Record<string, string>> = {
  execute: ' Did you mean "run"?',
  handler: ' Did you mean "run"?',
  inputSchema: ' Did you mean "parameters"?',
  schema: ' Did you mean "parameters"?',
  args: ' Did you mean "parameters"?',
  requiresApproval: ' Did you mean "needsApproval"?',
  timeout: ' Did you mean "timeoutMs"?',
};

/** A key that is not known does nothing: a mistyped `needsApproval` would drop a safety gate without a word. */
function keyFindings(definition: object): Finding[] {
  return Object.keys(definition).filter((key) => !KEYS.some((known) => known === key)).map((key) => ({
    pointer: `/${key}`,
    detail: "is not a part of a tool",
    fix: `remove it.${Object.hasOwn(MEANT, key) ? MEANT[key] : didYouMean(key, KEYS)}`,
  }));
}

function readParameters(parameters: ToolParameters | undefined): SchemaResult {
  if (parameters === undefined || (typeof parameters === "object" && parameters !== null)) {
    const findings = Array.isArray(parameters) ? parameters.flatMap(argFindings) : [];
    return findings.length > 0 ? { type: "problems", problems: findings } : toJsonSchema(parameters);
  }
  const fix = "write z.object({ ... }), a JSON Schema or a list of names, or leave it out for any arguments.";
  return { type: "problems", problems: [{ pointer: "", detail: `is ${show(parameters)}`, fix }] };
}

/** Types of named arguments would not reach the type of `run`. */
function argFindings(arg: unknown, index: number): Finding[] {
  if (typeof arg !== "object" || arg === null) return [];
  return Object.keys(arg).filter((key) => key !== "name" && key !== "description").map((key) => ({
    pointer: `/${index}/${key}`,
    detail: "is not a part of a named argument",
    fix: "describe the arguments with z.object({ ... }) or a JSON Schema.",
  }));
}

function optional<T>(value: T | undefined, check: (value: T) => Finding[]): Finding[] {
  return value === undefined ? [] : check(value);
}

function repeatFindings(
  { effect, idempotent }: { readonly effect?: Effect; readonly idempotent?: boolean },
): Finding[] {
  if (idempotent !== undefined && typeof idempotent !== "boolean") {
    return flagFindings("/idempotent", idempotent);
  }
  if (!idempotent || effect !== "once") return [];
  return [{
    pointer: "/effect",
    detail: "is once, but the tool says it is idempotent",
    fix: "remove one of the two.",
  }];
}
