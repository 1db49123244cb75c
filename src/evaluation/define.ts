// defineEvaluation: an evaluation of an agent, of a model's choice of tools, or of a selector, checked as a whole before it runs.

import * as z from "zod/mini";
import { type Agent, hasCatalogue } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { canonicalJson, fnv64 } from "../core/text/hash.ts";
import { isOfSource } from "../core/tool/tool_source.ts";
import type { DeploymentOptions } from "../deps/create_deps.ts";
import type { StepPlugin } from "../kernel/hooks/plugin.ts";
import type { ToolCatalogue, ToolSelector } from "../plugins/selection/selector.ts";
import type { Judge } from "./agents/judge.ts";
import { assertStubs } from "./agents/stubs.ts";
import {
  type AgentCase,
  type ChoiceCase,
  type ListedTool,
  listedToolSchema,
  type SelectionCase,
} from "./data/case.ts";
import { agentParts, choiceParts, selectionParts, type Threshold } from "./data/evaluation.ts";
import { parseData } from "./data/schema.ts";
import type { Check } from "./data/check.ts";
import type { Stub } from "./data/stub.ts";
import { toCatalogue } from "./selection/catalogue.ts";

const agentSchema = z.strictObject(agentParts);
const choiceSchema = z.strictObject(choiceParts);
const selectionSchema = z.strictObject({
  ...selectionParts,
  /** The tools that the selector selects from; an agent has those of its catalogue. */
  tools: z.optional(z.array(listedToolSchema).check(z.minLength(1))),
});

/** Data as its author writes it: lists may be read-only, and undefined is missing. */
type Written<T> = T extends readonly (infer Item)[] ? readonly Written<Item>[]
  : T extends object ? { readonly [Key in keyof T]: Written<T[Key]> }
  : T;

/**
 * Parts of the deployment that the evaluation runs in. Its store is in memory. `plugins` decide about its runs as in a deployment, and
 * their tools of the effect `pure` run as they are; by default there are none. Where none of them requests approvals, `approvals()` is added,
 * and agents with a policy have `policies()`.
 */
export type EvaluationDeployment =
  & Partial<
    Pick<
      DeploymentOptions,
      "providers" | "drivers" | "policies" | "fetch" | "clock" | "random" | "sleep" | "log"
    >
  >
  & { readonly plugins?: readonly StepPlugin[] };

/** An evaluation of an agent. */
export interface AgentEvaluationDefinition extends Written<z.input<typeof agentSchema>> {
  readonly kind?: "agent";
  readonly agent: Agent;
  /** Agents beside it, such as the workers of an orchestrator. */
  readonly agents?: readonly Agent[];
  /** Scores checks of the type `judge`. */
  readonly judge?: Judge;
  readonly deployment?: EvaluationDeployment;
}

/** An evaluation of a model's choice of tools: one predicted step for each case. */
export interface ChoiceEvaluationDefinition extends Written<z.input<typeof choiceSchema>> {
  readonly kind: "choice";
  readonly agent: Agent;
  readonly deployment?: EvaluationDeployment;
}

/** An evaluation of a selector: of one with `tools`, or of that of an agent with its catalogue. */
export interface SelectionEvaluationDefinition extends Written<z.input<typeof selectionSchema>> {
  readonly kind: "selection";
  readonly selector?: ToolSelector;
  readonly agent?: Agent;
  readonly deployment?: EvaluationDeployment;
}

/** What {@link defineEvaluation} takes. */
export type EvaluationDefinition =
  | AgentEvaluationDefinition
  | ChoiceEvaluationDefinition
  | SelectionEvaluationDefinition;

interface Whole {
  readonly name: string;
  readonly repeats: number;
  readonly thresholds: Readonly<Record<string, Threshold>>;
  readonly deployment: EvaluationDeployment;
  /** What was evaluated, for reports. */
  readonly subject: JsonObject;
  /** Of everything that results depend on: a file of results goes on only under the same. */
  readonly digest: string;
  /** Of the cases alone. */
  readonly casesDigest: string;
}

/** An evaluation of an agent, complete. */
export interface AgentEvaluation extends Whole {
  readonly kind: "agent";
  readonly agent: Agent;
  readonly agents: readonly Agent[];
  readonly cases: readonly AgentCase[];
  readonly stubs: readonly Stub[];
  readonly gates: readonly Check[];
  readonly scores: readonly Check[];
  readonly real: readonly string[];
  readonly passRate: number;
  readonly judge: Judge | undefined;
}

/** An evaluation of a choice, complete. */
export interface ChoiceEvaluation extends Whole {
  readonly kind: "choice";
  readonly agent: Agent;
  readonly cases: readonly ChoiceCase[];
  readonly tools: z.output<typeof choiceSchema>["tools"];
}

/** A selector with its catalogue, or an agent that has both. */
export type SelectionSource =
  | { readonly type: "list"; readonly selector: ToolSelector; readonly catalogue: ToolCatalogue }
  | { readonly type: "agent"; readonly agent: Agent };

/** An evaluation of a selector, complete. */
export interface SelectionEvaluation extends Whole {
  readonly kind: "selection";
  /** Where tools are found; the agent's catalogue is that of the tenant at each attempt. */
  readonly from: SelectionSource;
  readonly cases: readonly SelectionCase[];
  readonly at: readonly number[];
}

/** What `runEvaluation` runs. */
export type Evaluation = AgentEvaluation | ChoiceEvaluation | SelectionEvaluation;

/**
 * Checks an evaluation. A file `*.eval.ts` has one or more of them as its exports.
 *
 * @throws {AgentError} invalid_request - a part does not fit; two cases share an id; a stub is of a tool that the agent lacks; a tool
 * of `real` is `once`, needs approval, is missing or has a stub; a check needs a judge and there is none
 *
 * @example
 * ```ts
 * import { defineEvaluation, runEvaluation } from "./mod.ts";
 * import { createScriptedProvider, defineAgent, defineTool, scenario } from "../mod.ts";
 * import assert from "node:assert/strict";
 *
 * const weather = defineTool({ name: "get_weather", description: "Weather.", parameters: ["city"], run: () => ({}) });
 * const script = scenario().calls("get_weather", { city: "Oslo" }).next().says("It rains in Oslo.");
 * const evaluation = defineEvaluation({
 *   name: "weather",
 *   agent: defineAgent({ name: "weather", model: "scripted/m", instructions: "Report the weather.", tools: [weather] }),
 *   deployment: { providers: [createScriptedProvider({ script })] },
 *   cases: [{
 *     input: "Does it rain in Oslo?",
 *     stubs: [{ tool: "get_weather", outcomes: [{ output: { sky: "rain" } }] }],
 *     gates: [{ type: "trajectory", match: "exact", calls: [{ name: "get_weather", args: { city: "Oslo" } }] }],
 *     scores: [{ type: "answer_contains", text: "rains" }],
 *   }],
 * });
 * assert.equal((await runEvaluation(evaluation)).passed, true);
 * ```
 */
export function defineEvaluation(definition: EvaluationDefinition): Evaluation {
  switch (definition.kind) {
    case "choice":
      return choiceEvaluation(definition);
    case "selection":
      return selectionEvaluation(definition);
    default:
      return agentEvaluation(definition);
  }
}

function agentEvaluation(definition: AgentEvaluationDefinition): AgentEvaluation {
  const { kind: _, agent, agents = [], judge, deployment = {}, ...data } = definition;
  const parsed = parseData(agentSchema, data, formatTitle(definition));
  const cases = withIds(parsed.cases, definition);
  const hasPlugins = (deployment.plugins ?? []).length > 0;
  assertStubs([agent, ...agents], { ...parsed, cases, hasPlugins });
  const checks = [parsed, ...cases].flatMap(({ gates, scores }) => [...gates, ...scores]);
  if (judge === undefined && checks.some(({ type }) => type === "judge")) {
    throw refusal(definition, "has checks of the type judge and no judge; add judge: modelJudge({ model }).");
  }
  const { passRate: _rate, thresholds: _thresholds, repeats: _repeats, ...said } = { ...parsed, cases };
  return {
    ...parsed,
    kind: "agent",
    agent,
    agents,
    judge,
    deployment,
    cases,
    subject: toSubject(agent),
    ...hashDefinition({
      ...said,
      agents: [agent, ...agents].map(({ name, hash }) => `${name} ${hash}`),
      plugins: listVersions(deployment),
    }, cases),
  };
}

function choiceEvaluation(definition: ChoiceEvaluationDefinition): ChoiceEvaluation {
  const { kind: _, agent, deployment = {}, ...data } = definition;
  const parsed = parseData(choiceSchema, data, formatTitle(definition));
  const cases = withIds(parsed.cases, definition);
  const listed = new Set([...agent.tools, ...parsed.tools].map(({ name }) => name));
  // What servers and catalogues have is known to an attempt.
  const isKnown = (name: string) =>
    listed.has(name) || hasCatalogue(agent) || isOfSource(agent.toolSources, name);
  for (const { id, offered = [], expected } of cases) {
    const specs = offered.filter((tool) => typeof tool !== "string").map(({ name }) => name);
    const names = [...offered.filter((tool) => typeof tool === "string"), ...expected ?? []];
    const missing = names.find((name) => !isKnown(name) && !specs.includes(name));
    if (missing !== undefined) {
      throw refusal(definition, `case ${id}: there is no tool ${JSON.stringify(missing)}.`);
    }
  }
  return {
    ...parsed,
    kind: "choice",
    agent,
    deployment,
    cases,
    subject: toSubject(agent),
    ...hashDefinition({
      name: parsed.name,
      cases,
      tools: parsed.tools,
      agent: agent.hash,
      plugins: listVersions(deployment),
    }, cases),
  };
}

function selectionEvaluation(definition: SelectionEvaluationDefinition): SelectionEvaluation {
  const { kind: _, selector: _selector, agent: _agent, deployment = {}, ...data } = definition;
  const { tools, ...parsed } = parseData(selectionSchema, data, formatTitle(definition));
  const cases = withIds(parsed.cases, definition);
  const from = resolveSource(definition, tools);
  const [subject, source] = from.type === "agent"
    ? [{ ...toSubject(from.agent), selection: from.agent.threadTools?.settings ?? null }, from.agent.hash]
    : [
      { selector: from.selector.name, settings: from.selector.settings, tools: from.catalogue.tools.length },
      from.catalogue.version,
    ];
  return {
    ...parsed,
    kind: "selection",
    from,
    deployment,
    cases,
    subject,
    ...hashDefinition({ name: parsed.name, cases, catalogue: source, at: parsed.at, subject }, cases),
  };
}

function resolveSource(
  definition: SelectionEvaluationDefinition,
  tools: readonly ListedTool[] | undefined,
): SelectionSource {
  const { selector, agent } = definition;
  if (agent !== undefined) {
    if (tools !== undefined || selector !== undefined) {
      throw refusal(
        definition,
        "the agent has its selector and its catalogue: leave out selector and tools.",
      );
    }
    if (agent.threadTools?.rank !== undefined) return { type: "agent", agent };
    throw refusal(definition, `agent ${agent.name} has no catalogue: give it selection.`);
  }
  if (selector === undefined || tools === undefined) {
    throw refusal(definition, "needs a selector with tools, or an agent.");
  }
  return { type: "list", selector, catalogue: toCatalogue(tools) };
}

function toSubject({ name, model, hash }: Agent): JsonObject {
  return { agent: name, model: model ?? null, hash };
}

/** The plugins with their versions, in any order; undefined for none, as the digests of before plugins have it. */
function listVersions({ plugins = [] }: EvaluationDeployment): readonly string[] | undefined {
  return plugins.length === 0
    ? undefined
    : plugins.map(({ name, version = 1 }) => `${name} ${version}`).toSorted();
}

function hashDefinition(whole: unknown, cases: unknown) {
  const [digest, casesDigest] = [whole, cases].map((value) => fnv64(canonicalJson(plain(value))));
  return { digest: digest ?? "", casesDigest: casesDigest ?? "" };
}

function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

/** Cases with the ids that they lack. */
function withIds<C extends { readonly id?: string | undefined }>(
  cases: readonly C[],
  definition: EvaluationDefinition,
): (C & { readonly id: string })[] {
  const seen = new Set<string>();
  return cases.map((each, index) => {
    const id = each.id ?? String(index + 1);
    if (seen.has(id)) throw refusal(definition, `two cases have the id ${JSON.stringify(id)}.`);
    seen.add(id);
    return { ...each, id };
  });
}

function formatTitle({ name }: { readonly name?: unknown }): string {
  return typeof name === "string" ? `Evaluation ${name}` : "The evaluation";
}

function refusal(definition: EvaluationDefinition, what: string): AgentError {
  return new AgentError("invalid_request", `${formatTitle(definition)}: ${what}`);
}
