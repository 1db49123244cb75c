// defineAgent: an agent from TypeScript, checked as a whole before it serves its first step.

import type { ToolSelection } from "../core/tool/tool_selection.ts";
import type { Agent, Limits, Reminder } from "../core/agent.ts";
import type { Json } from "../core/json.ts";
import { agentPolicyProblems, readPolicy } from "../core/policy/policy_schema.ts";
import { NAME } from "../core/text/id.ts";
import { type ParsedToolChoice, parseToolChoice } from "../core/tool_choice/parse_tool_choice.ts";
import type { Tool } from "../core/tool.ts";
import type { CallableTools } from "../core/tool/callable_tools.ts";
import type { Execution, ToolChoice } from "../core/tool_choice.ts";
import { choiceProblems } from "./choice_problems.ts";
import {
  type AnswerSchema,
  type DecisionDefinition,
  toAnswerFormat,
  toDecisionFormat,
} from "./answer_format.ts";
import { listFindings, SUGGESTING, toFinding } from "./_checked.ts";
import { definePolicy, type PolicyDefinition } from "./define_policy.ts";
import { historyFindings, type HistoryParts, readsOutputs } from "./history/check.ts";
import { readOutput } from "./history/read_output.ts";
import { hashAgent } from "./_hash.ts";
import { omitUndefined } from "./_keys.ts";
import { DEFAULTS, definitionSchema, IN_ORDER } from "./parts.ts";
import { modelFindings } from "./_model_check.ts";
import {
  type OrchestrateDefinition,
  orchestratorFindings,
  toOrchestration,
} from "./orchestrate/definition.ts";
import { orchestrationTools } from "./orchestrate/tools.ts";
import { type Finding, invalid, nameSubject, show, within } from "./_invalid.ts";

/** Parts that an author writes in another form than an agent has them, or that only an agent has. */
type Rewritten = "hash" | "appTools" | "threadTools" | keyof RewrittenParts;

interface RewrittenParts {
  /** Up to 64 letters, digits, `_`, `.` and `-`, beginning with a letter or `_`. */
  readonly name: string;
  /** A catalogue of further tools, of which each thread has those that it needs: `toolSelection(...)` of the entry `selection`. */
  readonly selection?: ToolSelection;
  /** In any spelling that parseToolChoice reads; "execute", "generate" and "predict" set `execution` too. */
  readonly toolChoice?: ToolChoice | Json;
  /** One rank below `toolChoice`: without that one, it is the agent's choice and may set `execution` too. */
  readonly gatewayToolChoice?: ToolChoice | Json;
  /** A policy, whole or by name. One that is whole has the agent's name by default and holds until the next deploy. */
  readonly policy?: string | InlinePolicy;
  /** The form of final answers: a zod schema of an object or a JSON Schema. Left out: text. */
  readonly output?: AnswerSchema;
  /** For the driver `react`: a form of decisions in place of the built-in one. */
  readonly decision?: DecisionDefinition;
  /** Makes the agent an orchestrator: it writes a plan of phases, and workers run them in threads of their own. */
  readonly orchestrate?: OrchestrateDefinition;
  /** What stops it. */
  readonly limits?: Partial<Limits>;
  /** Says a text again before every tenth plan of a run, or every `everySteps`-th one. */
  readonly reminder?: ReminderDefinition;
}

/** An agent as its author writes it; every part but the name may be left out. */
export interface AgentDefinition extends Partial<Omit<Agent, Rewritten>>, RewrittenParts {}

/** A reminder; `everySteps` is 1 to 1,000, and 10 where it is left out. */
export type ReminderDefinition = Pick<Reminder, "text"> & Partial<Reminder>;

/** A policy inside an agent. */
export type InlinePolicy = Omit<PolicyDefinition, "name"> & { readonly name?: string };

/** Every so many plans of a run a reminder is said that sets nothing else. */
const REMINDED_EVERY = 10;

/** The limits of an agent that sets none. */
export const DEFAULT_LIMITS: Limits = {
  stepsPerRun: 25,
  answer: true,
  stepMs: 120_000,
  parallelCalls: 8,
  repeatedCalls: 3,
  historyEntries: 200,
  historyBytes: 524_288,
};

/**
 * Makes an agent: the definition with its defaults.
 *
 * @throws {AgentError} agent_invalid, with every problem, its pointer and the fix.
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
  if (findings.length > 0) throw invalid(nameSubject("Agent", definition?.name), findings);

  const { execution, hold, onContextRequired, output, decision, orchestrate, reminder } = definition;
  const choice = parseChoice(definition.toolChoice);
  const gateway = parseChoice(definition.gatewayToolChoice);
  const { selection, ...written } = { ...IN_ORDER, ...DEFAULTS, ...omitUndefined(definition) };
  const agent: Omit<Agent, "hash"> = {
    ...written,
    tools: allTools(definition),
    threadTools: selection,
    toolChoice: choice?.choice,
    gatewayToolChoice: gateway?.choice,
    policy: resolvePolicy(definition),
    // Absent where they are what every earlier agent has.
    hold: hold === "strict" ? hold : undefined,
    onContextRequired: onContextRequired === "ask" ? onContextRequired : undefined,
    execution: execution ?? (choice ?? gateway)?.execution ?? "loop",
    output: output && toAnswerFormat(output),
    decision: decision && toDecisionFormat(decision),
    orchestrate: orchestrate && toOrchestration(orchestrate),
    limits: resolveLimits(definition, choice ?? gateway),
    reminder: reminder && toReminder(reminder),
  };
  return { ...agent, hash: hashAgent(agent) };
}

function toReminder({ text, everySteps = REMINDED_EVERY }: ReminderDefinition): Reminder {
  return { text: text.trim(), everySteps };
}

/** The tools of the definition, those of an orchestrator, and `read_output` where outputs are shortened. */
function allTools(definition: AgentDefinition): readonly Tool[] {
  const { tools = [], orchestrate } = definition;
  return [
    ...tools,
    ...(orchestrate === undefined ? [] : orchestrationTools(toOrchestration(orchestrate))),
    ...(readsOutputs(toHistoryParts(definition, tools)) ? [readOutput] : []),
  ];
}

function toHistoryParts({ compaction, limits }: AgentDefinition, tools: readonly Tool[]): HistoryParts {
  const isObject = typeof compaction === "object" && compaction !== null;
  return { compaction: isObject ? compaction : undefined, limits: { ...DEFAULT_LIMITS, ...limits }, tools };
}

/** A limit that is undefined counts as not set. A choice that allows one call at most is a limit too. */
function resolveLimits({ limits = {} }: AgentDefinition, choice: ParsedToolChoice | undefined): Limits {
  const chosen = choice?.parallel === false ? { parallelCalls: 1 } : {};
  return { ...DEFAULT_LIMITS, ...chosen, ...omitUndefined(limits) };
}

/** Everything that is wrong with a definition; empty when it makes an agent. */
export function definitionFindings(definition: AgentDefinition): Finding[] {
  if (typeof definition !== "object" || definition === null || Array.isArray(definition)) {
    return [{ pointer: "", detail: `is ${show(definition)}`, fix: "write an object with a name at least." }];
  }
  const found = listFindings(definitionSchema, definition);
  // A choice is checked against the tools, so they must be valid.
  if (found.some(({ pointer }) => /^\/(tools|orchestrate)/.test(pointer))) return found;
  const { toolChoice, gatewayToolChoice, orchestrate, plan } = definition;
  const callable = { ...definition, tools: allTools(definition), threadTools: definition.selection };
  const choice = parseChoice(toolChoice);
  return [
    ...found,
    ...choiceFindings("/toolChoice", toolChoice, callable),
    ...choiceFindings("/gatewayToolChoice", gatewayToolChoice, callable),
    ...policyFindings(definition, { ...callable, toolChoice: choice?.choice }),
    ...executionFindings(definition.execution, choice?.execution),
    ...parallelFindings(definition.limits, choice),
    ...historyFindings(toHistoryParts(definition, definition.tools ?? [])),
    ...modelFindings(definition),
    ...pluginFindings(definition.plugins),
    ...(orchestrate === undefined
      ? []
      : orchestratorFindings(orchestrate, { plan, tools: definition.tools ?? [] })),
  ];
}

/** A name as it is; a policy with its defaults. */
function resolvePolicy({ name, policy }: AgentDefinition): Agent["policy"] {
  return policy === undefined || typeof policy === "string" ? policy : definePolicy({ name, ...policy });
}

function policyFindings(
  { name, policy }: AgentDefinition,
  agent: CallableTools & { readonly toolChoice: ToolChoice | undefined },
): Finding[] {
  if (policy === undefined) return [];
  if (typeof policy === "string") {
    return NAME.test(policy)
      ? []
      : [{ pointer: "/policy", detail: `is ${show(policy)}`, fix: "write a name." }];
  }
  const read = readPolicy(typeof policy === "object" ? { name, ...policy } : policy, SUGGESTING);
  const problems = read.ok ? agentPolicyProblems(read.policy, agent) : read.problems;
  return within("/policy", problems.map(toFinding));
}

function choiceFindings(
  pointer: string,
  value: ToolChoice | Json | undefined,
  agent: CallableTools,
): Finding[] {
  if (value === undefined) return [];
  const parsed = parseChoice(value);
  const problems = parsed === undefined ? [NO_CHOICE] : choiceProblems(parsed.choice, agent);
  return problems.map((problem) => ({ pointer, ...problem }));
}

function parseChoice(value: ToolChoice | Json | undefined): ParsedToolChoice | undefined {
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

function executionFindings(own: Execution | undefined, named: Execution | undefined): Finding[] {
  if (own === undefined || named === undefined || own === named) return [];
  const detail = `is ${own}, but the tool choice says ${named}`;
  return [{ pointer: "/execution", detail, fix: "keep one of the two." }];
}

function parallelFindings(
  limits: Partial<Limits> | undefined,
  choice: ParsedToolChoice | undefined,
): Finding[] {
  const calls = limits?.parallelCalls ?? 1;
  if (choice?.parallel !== false || calls === 1) return [];
  const detail = `is ${show(calls)}, but the tool choice allows one call`;
  return [{ pointer: "/limits/parallelCalls", detail, fix: "keep one of the two." }];
}

/** The schema of a record passes over this key. */
function pluginFindings(plugins: AgentDefinition["plugins"]): Finding[] {
  if (!Object.hasOwn(Object(plugins), "__proto__")) return [];
  return [{ pointer: "/plugins/__proto__", detail: "unknown key", fix: "remove it." }];
}
