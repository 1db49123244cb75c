// defineAgent: an agent from TypeScript, checked as a whole before it serves its first step (row D2).

import type { Agent, Compaction, Hooks, Limits, ModelSettings } from "../core/agent.ts";
import type { CapabilityOverride } from "../core/capability.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Tool } from "../core/tool.ts";
import {
  type Execution,
  isForced,
  type ParsedToolChoice,
  parseToolChoice,
  type ToolChoice,
} from "../core/tool_choice.ts";
import { hookFindings, shapeFindings } from "./_agent_check.ts";
import { hashAgent } from "./_hash.ts";
import { type Finding, invalid, show, titled, within } from "./_invalid.ts";
import { didYouMean } from "./_suggest.ts";
import { nameFindings, toolFindings } from "./_tool_check.ts";

export interface AgentDefinition {
  readonly name: string;
  readonly description?: string;
  /** `provider/model`; left out: the deployment's default. */
  readonly model?: string;
  /** `provider/model` that is asked when `model` fails before its first output. */
  readonly fallbackModel?: string;
  /** What you know better than our table of models: `{ required: false }` for a model that refuses forced choices. */
  readonly capabilities?: CapabilityOverride;
  readonly settings?: ModelSettings;
  readonly instructions?: string;
  readonly tools?: readonly Tool[];
  /** In any spelling that parseToolChoice understands; "execute", "generate" and "predict" set `execution` too. */
  readonly toolChoice?: ToolChoice | Json;
  readonly gatewayToolChoice?: ToolChoice | Json;
  /** `degrade` by default: a choice that the model cannot be held to is asked for in words, and that is reported. */
  readonly onUnsupported?: "degrade" | "error";
  /** `report` by default; `retry` asks once more when an answer violates the choice. */
  readonly onViolation?: "report" | "retry";
  /** False by default. */
  readonly tokenEfficient?: boolean;
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
  const findings = definitionFindings(definition);
  if (findings.length > 0) throw invalid(titled("Agent", definition?.name), findings);

  const { tools = [] } = definition;
  const choice = parsedChoice(definition.toolChoice);
  const gateway = parsedChoice(definition.gatewayToolChoice);
  const agent: Omit<Agent, "hash"> = {
    name: definition.name,
    description: definition.description ?? "",
    model: definition.model,
    fallbackModel: definition.fallbackModel,
    capabilities: definition.capabilities ?? {},
    settings: definition.settings ?? {},
    instructions: definition.instructions ?? "",
    tools,
    toolChoice: choice?.choice,
    gatewayToolChoice: gateway?.choice,
    onUnsupported: definition.onUnsupported ?? "degrade",
    onViolation: definition.onViolation ?? "report",
    tokenEfficient: definition.tokenEfficient ?? false,
    execution: definition.execution ?? choice?.execution ?? "loop",
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

/** Everything that is wrong with a definition; empty when it makes an agent. */
export function definitionFindings(definition: AgentDefinition): Finding[] {
  if (typeof definition !== "object" || definition === null || Array.isArray(definition)) {
    return [{ pointer: "", detail: `is ${show(definition)}`, fix: "write an object with a name at least." }];
  }
  const { tools = [], toolChoice, gatewayToolChoice, hooks = {} } = definition;
  const found = [...nameFindings(definition.name), ...shapeFindings(definition), ...hookFindings(hooks)];
  if (!Array.isArray(tools)) {
    return [...found, { pointer: "/tools", detail: "is no list", fix: "write a list of tools: [tool]." }];
  }
  const wrongTools = toolListFindings(tools);
  if (wrongTools.length > 0) return [...found, ...wrongTools]; // a choice among them would be judged by chance
  const choice = parsedChoice(toolChoice);
  return [
    ...found,
    ...choiceFindings("/toolChoice", toolChoice, tools),
    ...choiceFindings("/gatewayToolChoice", gatewayToolChoice, tools),
    ...executionFindings(definition.execution, choice?.execution),
    ...compactionFindings(definition),
    ...fallbackFindings(definition),
  ];
}

function fallbackFindings({ model, fallbackModel }: AgentDefinition): Finding[] {
  if (model === undefined || model !== fallbackModel) return [];
  const detail = "is the agent's own model, which has failed by then";
  return [{ pointer: "/fallbackModel", detail, fix: "name another, or leave it out." }];
}

function toolListFindings(tools: readonly Tool[]): Finding[] {
  return Array.from(tools).flatMap((tool, index) => {
    const findings = toolFindings(tool);
    if (findings.length === 0 && tools.findIndex((other) => other?.name === tool.name) < index) {
      const detail = `"${tool.name}" is taken by an earlier tool`;
      findings.push({ pointer: "/name", detail, fix: "rename one of them." });
    }
    return within(`/tools/${index}`, findings);
  });
}

function choiceFindings(
  pointer: string,
  value: ToolChoice | Json | undefined,
  tools: readonly Tool[],
): Finding[] {
  if (value === undefined) return [];
  const parsed = parsedChoice(value);
  const problems = parsed === undefined ? [NO_CHOICE] : choiceProblems(parsed.choice, tools);
  return problems.map((problem) => ({ pointer, ...problem }));
}

function parsedChoice(value: ToolChoice | Json | undefined): ParsedToolChoice | undefined {
  return value === undefined ? undefined : parseToolChoice(toJson(value));
}

/** ToolChoice allows `times: undefined`; Json does not. What cannot be JSON is no choice. */
function toJson(value: ToolChoice | Json): Json {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch {
    return null;
  }
}

const NO_CHOICE = {
  detail: "is no tool choice",
  fix: 'write "auto", "none", "required", a tool name or {type: ...}.',
};

/** What is wrong with a choice, given the tools there are. */
export function choiceProblems(
  choice: ToolChoice,
  tools: readonly { readonly name: string }[],
): { readonly detail: string; readonly fix: string }[] {
  const names = tools.map((tool) => tool.name);
  const chosen = choice.type === "tool" ? [choice.name] : choice.type === "allowed" ? choice.names : [];
  const problems = chosen.filter((name) => !names.includes(name)).map((name) => ({
    detail: `there is no tool named ${JSON.stringify(name)}`,
    fix: names.length === 0
      ? "the agent has no tools: give it this one, or write auto."
      : `choose one of the agent's tools: ${names.join(", ")}.${didYouMean(name, names)}`,
  }));
  if (problems.length === 0 && names.length === 0 && isForced(choice)) {
    problems.push({
      detail: "forces a call, but the agent has no tools",
      fix: "add one, or use auto.",
    });
  }
  return problems;
}

function executionFindings(own: Execution | undefined, named: Execution | undefined): Finding[] {
  if (own === undefined || named === undefined || own === named) return [];
  const detail = `is ${own}, but the tool choice says ${named}`;
  return [{ pointer: "/execution", detail, fix: "keep one of the two." }];
}

/** An entry must be summarised before it leaves the window, and something must be left to summarise. */
function compactionFindings({ compaction, limits }: AgentDefinition): Finding[] {
  if (compaction === undefined) return [];
  const { afterEntries, keepEntries } = compaction ?? {};
  const historyEntries = limits?.historyEntries ?? DEFAULT_LIMITS.historyEntries;
  const findings: Finding[] = [];
  if (keepEntries >= afterEntries) {
    findings.push({
      pointer: "/compaction/keepEntries",
      detail: "keeps as much as there is",
      fix: `write a number below afterEntries, ${afterEntries}.`,
    });
  }
  if (afterEntries >= historyEntries) {
    findings.push({
      pointer: "/compaction/afterEntries",
      detail: `is not reached in a window of ${historyEntries} entries`,
      fix: `write a number below ${historyEntries}, or raise limits.historyEntries.`,
    });
  }
  return findings;
}
