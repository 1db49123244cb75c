// defineAgent: an agent from TypeScript, checked as a whole before it serves its first step (row D2).

import * as z from "zod";
import type { Agent, Compaction, Hooks, Limits, ModelSettings } from "../core/agent.ts";
import type { Problem } from "../core/error.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Tool } from "../core/tool.ts";
import {
  type Execution,
  executionSchema,
  isForced,
  type ParsedToolChoice,
  parseToolChoice,
  type ToolChoice,
} from "../core/tool_choice.ts";
import { hashAgent } from "./_hash.ts";
import { invalid, within } from "./_invalid.ts";
import { schemaProblems } from "./_schema_check.ts";
import { didYouMean } from "./_suggest.ts";
import { nameProblems } from "./define_tool.ts";

export interface AgentDefinition {
  readonly name: string;
  readonly description?: string;
  /** `provider/model`; left out: the deployment's default. */
  readonly model?: string;
  readonly settings?: ModelSettings;
  readonly instructions?: string;
  readonly tools?: readonly Tool[];
  /** In any spelling that parseToolChoice understands; "execute", "generate" and "predict" set `execution` too. */
  readonly toolChoice?: ToolChoice | Json;
  readonly gatewayToolChoice?: ToolChoice | Json;
  /** `loop` by default. */
  readonly execution?: Execution;
  /** `tool_calling` by default. */
  readonly driver?: string;
  readonly driverConfig?: JsonObject;
  /** `native` by default. */
  readonly historyForm?: "native" | "text";
  readonly plan?: Json;
  readonly limits?: Partial<Limits>;
  readonly compaction?: Compaction;
  readonly hooks?: Hooks;
  readonly throwOnToolFailure?: boolean;
  readonly stopOnToolBlock?: boolean;
}

/** The limits of an agent that sets none. */
export const DEFAULT_LIMITS: Limits = {
  stepsPerRun: 25,
  stepMs: 120_000,
  parallelCalls: 8,
  repeatedCalls: 3,
  historyEntries: 200,
  historyBytes: 524_288,
};

/**
 * An agent with its defaults. Throws AgentError `agent_invalid` that lists every problem with its path and the fix.
 *
 * @example
 * ```ts
 * import { defineAgent } from "./define_agent.ts";
 * import assert from "node:assert/strict";
 *
 * const agent = defineAgent({ name: "greeter", instructions: "Greet the user.", limits: { stepsPerRun: 3 } });
 * assert.equal(agent.limits.parallelCalls, 8);
 * assert.match(agent.hash, /^[0-9a-f]{16}$/);
 * assert.throws(() => defineAgent({ name: "greeter", toolChoice: "wave" }), /there is no tool named "wave"/);
 * ```
 */
export function defineAgent(definition: AgentDefinition): Agent {
  const tools = definition.tools ?? [];
  const choice = readChoice("/toolChoice", definition.toolChoice, tools);
  const gateway = readChoice("/gatewayToolChoice", definition.gatewayToolChoice, tools);
  const problems = [
    ...nameProblems(definition.name),
    ...shapeProblems(definition),
    ...toolProblems(tools),
    ...choice.problems,
    ...gateway.problems,
    ...executionProblems(definition.execution, choice.parsed?.execution),
  ];
  if (problems.length > 0) throw invalid(`Agent ${JSON.stringify(definition.name)}`, problems);

  const agent = {
    name: definition.name,
    description: definition.description ?? "",
    model: definition.model,
    settings: definition.settings ?? {},
    instructions: definition.instructions ?? "",
    tools,
    toolChoice: choice.parsed?.choice,
    gatewayToolChoice: gateway.parsed?.choice,
    execution: definition.execution ?? choice.parsed?.execution ?? "loop",
    driver: definition.driver ?? "tool_calling",
    driverConfig: definition.driverConfig ?? {},
    historyForm: definition.historyForm ?? "native",
    plan: definition.plan,
    limits: withDefaults(definition.limits ?? {}),
    compaction: definition.compaction,
    hooks: definition.hooks ?? {},
    throwOnToolFailure: definition.throwOnToolFailure ?? false,
    stopOnToolBlock: definition.stopOnToolBlock ?? false,
  };
  return { ...agent, hash: hashAgent(agent) };
}

/** A limit that is undefined counts as not set. */
function withDefaults(limits: Partial<Limits>): Limits {
  const set = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(set) };
}

const positive = z.int().positive().optional();

/** Everything that is plain data and can be said in a schema. The rest of a definition is checked below. */
const definitionShape = z.object({
  description: z.string().optional(),
  model: z.string().regex(/^[^/\s]+\/\S+$/, "must be provider/model, such as openai/gpt-5").optional(),
  settings: z.strictObject({
    maxOutputTokens: positive,
    temperature: z.number().min(0).optional(),
    topP: z.number().min(0).max(1).optional(),
    reasoningEffort: z.enum(["none", "minimal", "low", "medium", "high"]).optional(),
    api: z.enum(["chat", "responses"]).optional(),
  }).optional(),
  instructions: z.string().optional(),
  execution: executionSchema.optional(),
  driver: z.string().min(1).optional(),
  driverConfig: z.record(z.string(), z.json()).optional(),
  historyForm: z.enum(["native", "text"]).optional(),
  plan: z.json().optional(),
  limits: z.strictObject({
    stepsPerRun: positive,
    steps: positive,
    tokens: positive,
    calls: positive,
    wallMs: positive,
    stepMs: positive,
    parallelCalls: positive,
    repeatedCalls: positive,
    historyEntries: positive,
    historyBytes: positive,
  }).optional(),
  compaction: z.strictObject({ afterEntries: z.int().positive(), keepEntries: z.int().positive() })
    .refine(
      ({ afterEntries, keepEntries }) => keepEntries < afterEntries,
      "keepEntries must be below afterEntries",
    )
    .optional(),
  throwOnToolFailure: z.boolean().optional(),
  stopOnToolBlock: z.boolean().optional(),
});

const KEYS: readonly (keyof AgentDefinition)[] = [
  ...definitionShape.keyof().options,
  "name",
  "tools",
  "toolChoice",
  "gatewayToolChoice",
  "hooks",
];

function shapeProblems(definition: AgentDefinition): Problem[] {
  const problems: Problem[] = Object.keys(definition)
    .filter((key) => !KEYS.some((known) => known === key))
    .map((key) => ({
      pointer: `/${key}`,
      detail: `is not a part of an agent; remove it.${didYouMean(key, KEYS)}`,
    }));
  const parsed = definitionShape.safeParse(definition);
  for (const issue of parsed.error?.issues ?? []) {
    problems.push({
      pointer: issue.path.map((key) => `/${String(key)}`).join(""),
      detail: `${issue.message}.`,
    });
  }
  return problems;
}

function toolProblems(tools: readonly Tool[]): Problem[] {
  return tools.flatMap((tool, index) => {
    const problems = [...nameProblems(tool.name), ...within("/parameters", schemaProblems(tool.parameters))];
    if (tools.findIndex((other) => other.name === tool.name) < index) {
      problems.push({
        pointer: "/name",
        detail: `"${tool.name}" is taken by an earlier tool; rename one of them.`,
      });
    }
    return within(`/tools/${index}`, problems);
  });
}

interface ChoiceReading {
  readonly parsed?: ParsedToolChoice;
  readonly problems: readonly Problem[];
}

function readChoice(
  pointer: string,
  value: ToolChoice | Json | undefined,
  tools: readonly Tool[],
): ChoiceReading {
  if (value === undefined) return { problems: [] };
  const parsed = parseToolChoice(toJson(value));
  const problems = parsed === undefined ? [NO_CHOICE] : choiceProblems(parsed.choice, tools);
  return {
    ...(parsed === undefined ? {} : { parsed }),
    problems: problems.map((detail) => ({ pointer, detail })),
  };
}

/** ToolChoice allows `times: undefined`; Json does not. */
function toJson(value: ToolChoice | Json): Json {
  return JSON.parse(JSON.stringify(value) ?? "null");
}

const NO_CHOICE = 'is no tool choice; write "auto", "none", "required", a tool name or {type: ...}.';

/** What is wrong with a choice, given the tools there are; the fix is in the words. */
export function choiceProblems(choice: ToolChoice, tools: readonly { readonly name: string }[]): string[] {
  const names = tools.map((tool) => tool.name);
  const chosen = choice.type === "tool" ? [choice.name] : choice.type === "allowed" ? choice.names : [];
  const problems = chosen.filter((name) => !names.includes(name)).map((name) => {
    const known = names.length === 0 ? "the agent has no tools" : `its tools are ${names.join(", ")}`;
    return `there is no tool named ${JSON.stringify(name)}; ${known}.${didYouMean(name, names)}`;
  });
  if (problems.length === 0 && names.length === 0 && isForced(choice)) {
    problems.push("forces a call, but the agent has no tools; add one or use auto.");
  }
  return problems;
}

function executionProblems(own: Execution | undefined, named: Execution | undefined): Problem[] {
  if (own === undefined || named === undefined || own === named) return [];
  return [{
    pointer: "/execution",
    detail: `is ${own}, but the tool choice says ${named}; keep one of the two.`,
  }];
}
