// An orchestrator as its author writes it: the workers that it directs, and how far.

import * as z from "zod/mini";
import { usd } from "../../core/budget/budget_schema.ts";
import type { Json } from "../../core/json.ts";
import { type PHASE_LIMITS, type PhaseLimits, RUN_PHASE } from "../../core/plan/child_thread.ts";
import {
  type Orchestration,
  ORCHESTRATION_BOUNDS,
  type Worker,
  WRITE_PLAN,
} from "../../core/plan/orchestration.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import { revisePlan } from "../../core/plan/revise_plan.ts";
import { parsePhases } from "../../core/plan/strategic_plan.ts";
import { parseToolChoice } from "../../core/tool_choice/parse_tool_choice.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { checkedBy, listFindings, milliseconds, positive } from "../_checked.ts";
import { type Finding, within } from "../_invalid.ts";
import { nameSchema } from "../_tool_check.ts";

/** A worker as its author writes it. */
export interface WorkerDefinition extends Omit<Worker, "toolChoice"> {
  /** In any spelling that parseToolChoice reads. */
  readonly toolChoice?: ToolChoice | Json;
}

/** What an orchestrator directs. */
export interface OrchestrateDefinition {
  /** By the name that plans use: one to 32 of them. */
  readonly workers: Readonly<Record<string, WorkerDefinition>>;
  /** Phases that run at the same time; 3 by default, at most 16. */
  readonly parallel?: number;
  /** Levels of threads below the orchestrator's; 2 by default, at most 5. */
  readonly depth?: number;
  /** Phases of a plan; 20 by default, at most 50. */
  readonly phases?: number;
}

const MOST_WORKERS = 32;

const limits = z.strictObject(lazyShape(() => (
  {
    steps: z.optional(positive),
    tokens: z.optional(positive),
    calls: z.optional(positive),
    usd: z.optional(usd),
    wallMs: z.optional(milliseconds),
    stepsPerRun: z.optional(positive),
  } satisfies Record<typeof PHASE_LIMITS[number], unknown>
)));

const worker = z.strictObject(lazyShape(() => ({
  agent: nameSchema,
  description: z.optional(z.string()),
  limits: z.optional(limits),
  toolChoice: z.optional(checkedBy(choiceFindings)),
})));

const upTo = (most: number) => z.optional(z.int().check(z.gte(1), z.lte(most)));

const definition = z.strictObject(lazyShape(() => ({
  workers: z.record(nameSchema, worker),
  parallel: upTo(ORCHESTRATION_BOUNDS.parallel.most),
  depth: upTo(ORCHESTRATION_BOUNDS.depth.most),
  phases: upTo(ORCHESTRATION_BOUNDS.phases.most),
})));

/** What is wrong with an orchestrator's part of a definition. */
export function orchestrateFindings(value: unknown): Finding[] {
  const findings = listFindings(definition, value);
  if (findings.length > 0) return findings;
  const count = Object.keys(Object(Reflect.get(Object(value), "workers"))).length;
  if (count >= 1 && count <= MOST_WORKERS) return [];
  return [{
    pointer: "/workers",
    detail: `has ${count} workers`,
    fix: `write 1 to ${MOST_WORKERS}, such as {research: {agent: "researcher"}}.`,
  }];
}

function choiceFindings(value: unknown): Finding[] {
  if (asChoice(value) !== undefined) return [];
  return [{ pointer: "", detail: "is no tool choice", fix: "write auto, none, required or a tool name." }];
}

function asChoice(value: unknown): ToolChoice | undefined {
  try {
    return parseToolChoice(JSON.parse(JSON.stringify(value) ?? "null"))?.choice;
  } catch {
    return undefined;
  }
}

/** What is wrong between an orchestrator and the rest of its definition. */
export function orchestratorFindings(
  orchestrate: OrchestrateDefinition,
  { plan, tools }: { readonly plan: Json | undefined; readonly tools: readonly { readonly name: string }[] },
): Finding[] {
  const taken = tools.flatMap(({ name }, index): Finding[] =>
    name === WRITE_PLAN || name === RUN_PHASE
      ? [{
        pointer: `/tools/${index}/name`,
        detail: `"${name}" is a tool of every orchestrator`,
        fix: "rename it.",
      }]
      : []
  );
  if (plan === undefined || parsePhases(plan) === undefined) return taken;
  const facts = { orchestration: toOrchestration(orchestrate), current: [], running: new Set<string>() };
  const revised = revisePlan(plan, facts);
  if (revised.ok) return taken;
  const problems = revised.problems.map((problem) => ({ ...problem, fix: "correct the plan." }));
  return [...taken, ...within("/plan", problems)];
}

/** The definition with its defaults; it has been checked. */
export function toOrchestration({ workers, parallel, depth, phases }: OrchestrateDefinition): Orchestration {
  const { parallel: atOnce, depth: levels, phases: most } = ORCHESTRATION_BOUNDS;
  return {
    workers: Object.fromEntries(Object.entries(workers).map(([name, own]) => [name, toWorker(own)])),
    parallel: parallel ?? atOnce.usual,
    depth: depth ?? levels.usual,
    phases: phases ?? most.usual,
  };
}

function toWorker({ agent, description, limits, toolChoice }: WorkerDefinition): Worker {
  const choice = toolChoice === undefined ? undefined : asChoice(toolChoice);
  const set: PhaseLimits | undefined = limits && JSON.parse(JSON.stringify(limits));
  return { agent, description, limits: set, toolChoice: choice };
}
