// defineAgent: an agent from TypeScript, checked as a whole before it serves its first step.

import type {
  Agent,
  HistoryForm,
  Hooks,
  Limits,
  OnContextRequired,
  OnViolation,
  Reminder,
} from "../core/agent.ts";
import type { Price } from "../core/budget/price.ts";
import type { ModelSettings } from "../core/model/model_settings.ts";
import type { ClearToolResults } from "../core/history/clear_tool_results.ts";
import type { Compaction } from "../core/history/compaction.ts";
import type { CapabilityOverride } from "../core/model/capability.ts";
import type { Json } from "../core/json.ts";
import { agentPolicyProblems, readPolicy } from "../core/policy/policy_schema.ts";
import { NAME } from "../core/text/id.ts";
import { type ParsedToolChoice, parseToolChoice } from "../core/tool_choice/parse_tool_choice.ts";
import type { Schedule } from "../core/schedule/schedule.ts";
import type { Tool } from "../core/tool.ts";
import type { WebhookTemplate } from "../core/webhook/template.ts";
import type { CallableTools } from "../core/tool/callable_tools.ts";
import type { ToolSelection } from "../core/tool/tool_selection.ts";
import type { RemoteToolSource } from "../core/tool/tool_source.ts";
import type { Execution, Hold, OnUnsupported, ToolChoice } from "../core/tool_choice.ts";
import { definitionSchema } from "./_agent_check.ts";
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
import { modelFindings } from "./_model_check.ts";
import {
  type OrchestrateDefinition,
  orchestratorFindings,
  toOrchestration,
} from "./orchestrate/definition.ts";
import { orchestrationTools } from "./orchestrate/tools.ts";
import { type Finding, invalid, nameSubject, show, within } from "./_invalid.ts";

/** An agent as its author writes it; every part but the name may be left out. */
export interface AgentDefinition {
  /** Up to 64 letters, digits, `_`, `.` and `-`, beginning with a letter or `_`. */
  readonly name: string;
  /** For people, and for orchestrators that choose a worker. */
  readonly description?: string;
  /** Inputs that the page offers beside a new thread: at most 8 of at most 200 characters. No model reads them. */
  readonly examples?: readonly string[];
  /** `provider/model`; left out: the deployment's default. */
  readonly model?: string;
  /** Models that a request may name in place of `model`: `provider/model` each. Goes with `model`. */
  readonly models?: readonly string[];
  /** `provider/model` that answers when `model` fails before its first output. */
  readonly fallbackModel?: string;
  /** Replaces rows of the table of models: `{ required: false }` for a model that refuses forced choices. */
  readonly capabilities?: CapabilityOverride;
  /** US dollars for a million tokens of `model`, in place of the deployment's price: `{ input: 3, output: 15 }`. */
  readonly price?: Price;
  /** Temperature, most output tokens, reasoning effort and what else requests to the model have. */
  readonly settings?: ModelSettings;
  /** What the model is told first. */
  readonly instructions?: string;
  /** What it may call: `defineTool(...)`. */
  readonly tools?: readonly Tool[];
  /** Servers whose tools the agent has behind its own, such as `mcpServer(...)` of the entry `mcp/client`. */
  readonly toolSources?: readonly RemoteToolSource[];
  /** A catalogue of further tools, of which each thread has those that it needs: `toolSelection(...)` of the entry `selection`. */
  readonly selection?: ToolSelection;
  /** In any spelling that parseToolChoice reads; "execute", "generate" and "predict" set `execution` too. */
  readonly toolChoice?: ToolChoice | Json;
  /** One rank below `toolChoice`: without that one, it is the agent's choice and may set `execution` too. */
  readonly gatewayToolChoice?: ToolChoice | Json;
  /** A policy, whole or by name. One that is whole has the agent's name by default and holds until the next deploy. */
  readonly policy?: string | InlinePolicy;
  /** What to do about a choice that the model cannot hold; `degrade` by default. */
  readonly onUnsupported?: OnUnsupported;
  /** `strict` leaves the tools out that a choice forbids where the API has no field for it; `prefix` by default, which keeps caches valid. */
  readonly hold?: Hold;
  /** `retry` requests an answer that violates the choice once more; `report` by default. */
  readonly onViolation?: OnViolation;
  /** A stable order of the tools and trimmed schemas; false by default. Prompts are cached either way. */
  readonly tokenEfficient?: boolean;
  /** What happens to the calls of a plan; `loop` by default. */
  readonly execution?: Execution;
  /** How a plan is obtained: `tool_calling` by default, `react`, or a driver of the deployment. */
  readonly driver?: string;
  /** `text` sends earlier calls and results as plain text, for models without tools; `native` by default. */
  readonly historyForm?: HistoryForm;
  /** The form of final answers: a zod schema of an object or a JSON Schema. Left out: text. */
  readonly output?: AnswerSchema;
  /** For the driver `react`: a form of decisions in place of the built-in one. */
  readonly decision?: DecisionDefinition;
  /** How often an answer that is not in its form is requested again within a step; 2 by default. */
  readonly maxRetries?: number;
  /** For the driver `react`: a plain answer instead of an error when the retries are used up; false by default. */
  readonly finalViaInference?: boolean;
  /** A strategic plan that the model reads and follows. */
  readonly plan?: Json;
  /** Makes the agent an orchestrator: it writes a plan of phases, and workers run them in threads of their own. */
  readonly orchestrate?: OrchestrateDefinition;
  /** What stops it. */
  readonly limits?: Partial<Limits>;
  /** Replaces old entries by a summary. */
  readonly compaction?: Compaction;
  /** Has the API leave out old results of tools, where it can. */
  readonly clearToolResults?: ClearToolResults;
  /** Says a text again before every tenth plan of a run, or every `everySteps`-th one. */
  readonly reminder?: ReminderDefinition;
  /** Functions around every call. */
  readonly hooks?: Hooks;
  /** Milliseconds until an unanswered approval ends in a denial, for tools that set none; left out: it waits for ever. */
  readonly approvalTtlMs?: number;
  /** Names of environment variables and bindings for `context.env` of all tools and hooks; a tool names its own. */
  readonly env?: readonly string[];
  /** A tool that fails ends the step with an error, in place of an observation. */
  readonly throwOnToolFailure?: boolean;
  /** A call that a hook blocks ends the run. */
  readonly stopOnToolBlock?: boolean;
  /** `observe` by default: the model reads what a tool lacks. `ask`: the run ends with the tool's question to the user. */
  readonly onContextRequired?: OnContextRequired;
  /** Settings of plugins, each by the name of its plugin; needs these plugins, which check them at start. */
  readonly plugins?: Readonly<Record<string, Json>>;
  /** What it makes of events; needs the door `webhooks()`, which checks it at start. */
  readonly webhooks?: readonly WebhookTemplate[];
  /** When it runs by itself; needs the door `schedules()`, which checks it at start. */
  readonly schedules?: readonly Schedule[];
}

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

  const orchestrate = definition.orchestrate && toOrchestration(definition.orchestrate);
  const tools = allTools(definition);
  const choice = parseChoice(definition.toolChoice);
  const gateway = parseChoice(definition.gatewayToolChoice);
  const agent: Omit<Agent, "hash"> = {
    name: definition.name,
    description: definition.description ?? "",
    examples: definition.examples,
    model: definition.model,
    models: definition.models,
    fallbackModel: definition.fallbackModel,
    capabilities: definition.capabilities ?? {},
    price: definition.price,
    settings: definition.settings ?? {},
    instructions: definition.instructions ?? "",
    tools,
    toolSources: definition.toolSources,
    threadTools: definition.selection,
    toolChoice: choice?.choice,
    gatewayToolChoice: gateway?.choice,
    policy: resolvePolicy(definition),
    onUnsupported: definition.onUnsupported ?? "degrade",
    hold: definition.hold === "strict" ? "strict" : undefined,
    onViolation: definition.onViolation ?? "report",
    tokenEfficient: definition.tokenEfficient ?? false,
    execution: definition.execution ?? (choice ?? gateway)?.execution ?? "loop",
    driver: definition.driver ?? "tool_calling",
    historyForm: definition.historyForm ?? "native",
    output: definition.output && toAnswerFormat(definition.output),
    decision: definition.decision && toDecisionFormat(definition.decision),
    maxRetries: definition.maxRetries ?? 2,
    finalViaInference: definition.finalViaInference ?? false,
    plan: definition.plan,
    orchestrate,
    limits: resolveLimits(definition, choice ?? gateway),
    compaction: definition.compaction,
    clearToolResults: definition.clearToolResults,
    reminder: definition.reminder && toReminder(definition.reminder),
    hooks: definition.hooks ?? {},
    approvalTtlMs: definition.approvalTtlMs,
    env: definition.env ?? [],
    throwOnToolFailure: definition.throwOnToolFailure ?? false,
    stopOnToolBlock: definition.stopOnToolBlock ?? false,
    onContextRequired: definition.onContextRequired === "ask" ? "ask" : undefined,
    plugins: definition.plugins,
    schedules: definition.schedules,
    webhooks: definition.webhooks,
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
  const set = Object.entries(limits).filter(([, value]) => value !== undefined);
  const chosen = choice?.parallel === false ? { parallelCalls: 1 } : {};
  return { ...DEFAULT_LIMITS, ...chosen, ...Object.fromEntries(set) };
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
  const { toolSources, selection } = definition;
  const callable = { tools: allTools(definition), toolSources, threadTools: selection };
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
