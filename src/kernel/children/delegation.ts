// What runs calls of a plan in threads below, as far as the kernel knows it. A deployment without such a part has no agent that makes such
// calls. The kernel keeps the threads (`children`), and the plan as the text that a model reads.

import type { Agent } from "../../core/agent.ts";
import type { ChildView } from "../../core/contract/threads.ts";
import type { Entry, Observation, ToolEntry, UserEntry } from "../../core/entry.ts";
import type { StepEventBody } from "../../core/event.ts";
import type { Json } from "../../core/json.ts";
import type { Origin } from "../../core/record.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { EffectiveChoice, Warning } from "../../core/tool_choice/choice_report.ts";
import type { ChildSpend } from "./spend.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Draft } from "../draft.ts";
import type { StepRequest, Until } from "../request.ts";
import type { StartedRun } from "../result.ts";
import type { Session } from "../session.ts";

/** Begins a request; kernel/run.ts has it. Steps of threads below are begun as any other. */
export type StartRun = (request: StepRequest) => Promise<StartedRun>;

/** A step that has begun. */
export interface DelegatingStep {
  readonly number: number;
  readonly warnings: readonly Warning[];
  readonly choice: EffectiveChoice | null;
  /** Calls that have an observation already, by id: a caller's result, a rule that forbids them. */
  readonly known: ReadonlyMap<string, Observation>;
  readonly startRun: StartRun;
  readonly until: Until;
  readonly resumable: boolean;
  readonly origin: Origin | undefined;
  /** Epoch milliseconds at which the step began. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly emit: (event: StepEventBody) => void;
}

/** What the calls of the threads below came to. */
export type Delegated =
  /** Each has its observation, by call id; the other calls of the plan run now. */
  | {
    readonly type: "settled";
    readonly known: ReadonlyMap<string, Observation>;
    readonly spend: ChildSpend;
  }
  /** Threads below go on: the step ends with this draft, and the calls stay pending. */
  | { readonly type: "unfinished"; readonly draft: Draft };

/**
 * Runs calls of agents with `orchestrate` in threads below, and keeps the plans of threads: those of other agents too, which begin with a
 * plan or whose callers have put one.
 */
export interface Delegation {
  /**
   * Runs the pending calls of the session that are its own, before all others, as far as the step has time for them; undefined where there
   * are none.
   *
   * @throws {AgentError} budget_exhausted, budget_reserved, store_unavailable - before a thread below ran
   */
  run(session: Session, step: DelegatingStep, deps: RuntimeDeps): Promise<Delegated | undefined>;
  /**
   * Refuses a plan that a new thread of the agent cannot have.
   *
   * @throws {AgentError} plan_invalid, with each problem below `/plan`
   */
  assertFirstPlan(agent: Pick<Agent, "orchestrate">, plan: Json): void;
  /**
   * The entry of a plan that was put while calls were pending; it stands behind their observations. Where a deployment without this port
   * has taken them, the plan counts for the model, and the entry stands in the next step of a deployment with it.
   */
  createPlanEntries(
    session: Session,
    observations: readonly ToolEntry[],
    deps: Pick<RuntimeDeps, "random">,
  ): UserEntry[];
  /** The session with the plan behind these entries; the same one when they do not change it. */
  withPlan(session: Session, entries: readonly Entry[]): Session;
  /**
   * What runs or has run below a thread, in the order of its plan.
   *
   * @throws {AgentError} thread_unknown, store_corrupt
   */
  listChildren(
    ref: ThreadRef,
    deps: Pick<RuntimeDeps, "store" | "clock" | "agents">,
  ): Promise<readonly ChildView[]>;
}
