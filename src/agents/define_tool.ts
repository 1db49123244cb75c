// defineTool: a tool from TypeScript, its argument type inferred from its parameters.

import type * as full from "zod";
import * as z from "zod/mini";
import type { NeedsApproval } from "../core/approval/needs_approval.ts";
import type { Json, JsonObject, JsonSchema } from "../core/json.ts";
import type { Effect, Reconciled, Tool, ToolContext } from "../core/tool.ts";
import { ToolError } from "../core/tool/tool_error.ts";
import { check } from "../core/problems.ts";
import { toClientTool } from "../core/tool/with_client_tools.ts";
import { refuse, toFinding } from "./_checked.ts";
import type { ArgumentsOf, ReadonlyJsonObject } from "./from_schema.ts";
import { type Finding, invalid, nameSubject, show } from "./_invalid.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";
import { approvalFindings } from "./approval/check.ts";
import { toolParts } from "./_tool_check.ts";
import {
  isZod,
  type SchemaResult,
  toJsonSchema,
  type ToolArg,
  type ToolParameters,
  UNDECLARED,
} from "./schema.ts";

/**
 * The first argument of `run`: zod's output, a string per named argument, or what the JSON Schema accepts. A schema that is not
 * a literal, and a tool without parameters, have a JsonObject.
 */
export type ToolArguments<P extends ToolParameters | undefined> = P extends full.ZodType ? full.output<P>
  : P extends readonly ToolArg[] ? Record<ArgName<P[number]>, string>
  : P extends ReadonlyJsonObject ? ArgumentsOf<P>
  : JsonObject;

/**
 * The first argument of a predicate of `needsApproval`: what a call has to have, before zod fills in defaults and transforms. A predicate is
 * also asked about calls that do not have it, which do not run.
 */
export type GivenArguments<P extends ToolParameters | undefined> = P extends full.ZodType ? full.input<P>
  : ToolArguments<P>;

/** The name of an argument of a list. */
export type ArgName<A extends ToolArg> = A extends string ? A
  : A extends { readonly name: infer N extends string } ? N
  : never;

/**
 * What a tool returns: its output, an output with media, or `context.defer(...)` where the result comes later. An output is any value with
 * a JSON form, also of a type that is an `interface`: a Date is its text, a Map an object, a Set a list, nothing is null. One without a
 * JSON form, such as a function or an Error, fails the call.
 */
export type ToolReturn = object | string | number | bigint | boolean | null | undefined | void;

/** A tool as its author writes it; `E` are the names in its `env`. */
export interface ToolDefinition<P extends ToolParameters | undefined, E extends string = string> {
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
  /** Of the media of one output, for a `run` that returns `withMedia(...)`; what the deployment takes by default. */
  readonly maxMediaBytes?: number;
  /**
   * Characters of its output that a request has, at least 500: a longer one is sent as its beginning and its end. The agent's
   * `limits.outputChars` by default.
   */
  readonly promptChars?: number;
  /**
   * Never (the default), always, or when a condition on the arguments holds: a rule such as `{ arg: "amount", gt: 100 }`, a
   * predicate, or a list of which any may hold.
   */
  readonly needsApproval?: NeedsApproval<GivenArguments<NoInfer<P>>>;
  /** How many different people must approve; 1 by default, at most 20. */
  readonly approvals?: number;
  /** Milliseconds until an unanswered approval ends in a denial; the agent's `approvalTtlMs` by default. */
  readonly approvalTtlMs?: number;
  /** A person may approve other arguments, valid under `parameters`. False by default; goes with one approval only. */
  readonly approvalEdits?: boolean;
  /** False by default. */
  readonly wantsThread?: boolean;
  /**
   * Names of the environment variables and bindings that `run` and `reconcile` read from `context.env`, which has no others in
   * its type. Left out: any name, as the tool's agents may declare it.
   */
  readonly env?: readonly E[];
  /** Left out: a client tool. The caller runs its calls and brings their results. */
  readonly run?: (
    args: ToolArguments<P>,
    context: ToolContext<NoInfer<E>>,
  ) => ToolReturn | Promise<ToolReturn>;
  /**
   * Finds out whether a call that `run` has deferred has its result: returns it, or `context.defer(...)` again. `ref` is that of
   * `context.defer`, which names with `pollAfterMs` when it is called.
   */
  readonly poll?: (
    ref: Json,
    context: ToolContext<NoInfer<E>>,
  ) => ToolReturn | Promise<ToolReturn>;
  readonly reconcile?: (callId: string, context: ToolContext<NoInfer<E>>) => Promise<Reconciled>;
}

/**
 * Makes a tool; without `run`, a client tool.
 *
 * @throws {AgentError} agent_invalid, with every problem of the definition, those of its JSON Schema included.
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
export function defineTool<
  const P extends ToolParameters | undefined = undefined,
  const E extends string = string,
>(definition: ToolDefinition<P, E>): Tool;
export function defineTool<const P extends ToolParameters | undefined>(definition: ToolDefinition<P>): Tool {
  if (typeof definition !== "object" || definition === null) {
    throw invalid("Tool", [{
      pointer: "",
      detail: `is ${show(definition)}`,
      fix: "write an object with name, description and run.",
    }]);
  }
  const checked = check(definitionSchema, definition, { suggest: suggestKey });
  const findings = [
    ...(checked.ok ? [] : checked.problems.map(toFinding)),
    ...repeatFindings(definition),
    ...(checked.ok ? approvalFindings(checked.value) : []),
    ...(checked.ok && checked.value.run === undefined ? clientFindings(definition) : []),
  ];
  if (!checked.ok || findings.length > 0) throw invalid(nameSubject("Tool", definition.name), findings);

  const { value } = checked;
  const { parameters, run, poll, reconcile } = definition;
  if (run === undefined) return { ...toClientTool(toSpec(value)), ...pickApproval(value) };
  return {
    ...toSpec(value),
    effect: value.effect ?? (value.idempotent ? "keyed" : "once"),
    timeoutMs: value.timeoutMs,
    maxOutputBytes: value.maxOutputBytes,
    maxMediaBytes: value.maxMediaBytes,
    promptChars: value.promptChars,
    ...pickApproval(value),
    wantsThread: value.wantsThread,
    env: value.env,
    code: () => [run, poll, reconcile].join("\n"),
    run: async (args, context) => await run(await toArguments(parameters, args), context),
    poll: poll === undefined ? undefined : async (ref, context) => await poll(ref, context),
    reconcile: reconcile === undefined ? undefined : (callId, context) => reconcile(callId, context),
  };
}

type CheckedDefinition = z.infer<typeof definitionSchema>;

function toSpec({ name, description, parameters = UNDECLARED }: CheckedDefinition) {
  return { name, description, parameters };
}

function pickApproval({ needsApproval, approvals, approvalTtlMs, approvalEdits }: CheckedDefinition) {
  return { needsApproval, approvals, approvalTtlMs, approvalEdits };
}

/** Parts that only a tool with code has. */
const CODE_PARTS = [
  "effect",
  "idempotent",
  "timeoutMs",
  "maxOutputBytes",
  "maxMediaBytes",
  "wantsThread",
  "env",
  "poll",
  "reconcile",
  "approvalEdits",
] as const;

/** What is wrong with a definition without `run`. */
function clientFindings(
  definition: Readonly<Partial<Record<typeof CODE_PARTS[number], unknown>>>,
): Finding[] {
  return CODE_PARTS.filter((part) => definition[part] !== undefined).map((part) => ({
    pointer: `/${part}`,
    detail: "has no effect, because a tool without run belongs to the caller",
    fix: "add run, or remove it.",
  }));
}

/** Unknown keys are refused, because a mistyped `needsApproval` would drop a safety gate. */
const definitionSchema = z.strictObject({
  name: toolParts.name,
  description: toolParts.description,
  parameters: z.optional(z.pipe(
    z.unknown(),
    z.transform((parameters, payload): JsonSchema => {
      const read = readParameters(parameters);
      if (read.type === "schema") return read.schema;
      refuse({ issues: payload.issues, value: parameters }, read.problems);
      return UNDECLARED;
    }),
  )),
  timeoutMs: z._default(toolParts.timeoutMs, 30_000),
  maxOutputBytes: z._default(toolParts.maxOutputBytes, 262_144),
  maxMediaBytes: z.optional(toolParts.maxMediaBytes),
  promptChars: z.optional(toolParts.promptChars),
  effect: z.optional(toolParts.effect),
  idempotent: z.optional(toolParts.flag),
  needsApproval: z._default(toolParts.needsApproval, false),
  approvals: z.optional(toolParts.approvals),
  approvalTtlMs: z.optional(toolParts.approvalTtlMs),
  approvalEdits: z.optional(toolParts.flag),
  wantsThread: z._default(toolParts.flag, false),
  env: z.optional(toolParts.env),
  run: z.optional(toolParts.code),
  poll: z.optional(toolParts.code),
  reconcile: z.optional(toolParts.code),
}, { error: ({ code }) => code === "unrecognized_keys" ? "is not a part of a tool" : undefined });

/** The executor has validated the JSON Schema; zod adds refinements, defaults and transforms. */
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

/** Keys of other libraries, and the key to write. */
const SYNONYMS: Readonly<Record<string, string>> = {
  execute: ' Did you mean "run"?',
  handler: ' Did you mean "run"?',
  inputSchema: ' Did you mean "parameters"?',
  schema: ' Did you mean "parameters"?',
  args: ' Did you mean "parameters"?',
  requiresApproval: ' Did you mean "needsApproval"?',
  timeout: ' Did you mean "timeoutMs"?',
};

function suggestKey(key: string, known: readonly string[]): string {
  return (Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : undefined) ?? didYouMean(key, known);
}

function readParameters(parameters: unknown): SchemaResult {
  if (isParameters(parameters)) {
    const findings = Array.isArray(parameters) ? parameters.flatMap(argFindings) : [];
    return findings.length > 0 ? { type: "problems", problems: findings } : toJsonSchema(parameters);
  }
  const fix = "write z.object({ ... }), a JSON Schema or a list of names, or leave it out for any arguments.";
  return { type: "problems", problems: [{ pointer: "", detail: `is ${show(parameters)}`, fix }] };
}

/** True for an object of any kind; toJsonSchema checks its content. */
function isParameters(value: unknown): value is ToolParameters | undefined {
  return value === undefined || (typeof value === "object" && value !== null);
}

/** A list of names has no types, because they would not reach the type of `run`. */
function argFindings(arg: unknown, index: number): Finding[] {
  if (typeof arg !== "object" || arg === null) return [];
  return Object.keys(arg).filter((key) => key !== "name" && key !== "description").map((key) => ({
    pointer: `/${index}/${key}`,
    detail: "is not a part of a named argument",
    fix: "describe the arguments with z.object({ ... }) or a JSON Schema.",
  }));
}

function repeatFindings(
  { effect, idempotent }: { readonly effect?: Effect; readonly idempotent?: boolean },
): Finding[] {
  if (!idempotent || effect !== "once") return [];
  return [{
    pointer: "/effect",
    detail: "is once, but the tool says it is idempotent",
    fix: "remove one of the two.",
  }];
}
