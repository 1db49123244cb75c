// The budget of a step is opened in two parts: a reservation for its begin, when neither the thread nor the request to the model
// is known, and the rest once begin has returned the thread.

import type { Agent } from "../../core/agent.ts";
import { isRunnable, type PlannedCall } from "../../core/call.ts";
import type { RunState } from "../../core/state.ts";
import { type AccountLimits, type Amounts, dayOf, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { ResolvedModel, RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import type { Session } from "../session.ts";
import { ABORT_GRACE_MS, LEASE_MS } from "../timing.ts";
import { ModelCallBudget, priceUnknown } from "./model_call_budget.ts";
import { StepReservation } from "./step_reservation.ts";

/** A step with less time than this is not begun, in milliseconds. */
const LEAST_WALL_MS = 1_000;

/** From the deadline of a step until its reservations are free: it may still be committed in the meantime, in milliseconds. */
const MARGIN_MS = LEASE_MS + ABORT_GRACE_MS + 30_000;

/** True when nothing limits what a step may spend, so that it needs no budget. */
export function isUnlimited({ limits }: Agent, run: RunState, { accounts }: RuntimeDeps): boolean {
  return accounts === undefined && limits.tokens === undefined && limits.usd === undefined &&
    limits.perRun === undefined && run.limits === undefined;
}

/** What the begin of a request reserves; undefined where, as far as is known before it, nothing is limited. */
export function toBeginReservation(
  { ref: { tenant }, user }: StepRequest,
  owner: string,
  agent: Agent | undefined,
  deps: RuntimeDeps,
): StepReservation | undefined {
  const accounts = deps.accounts?.(tenant, user) ?? [];
  if (accounts.length === 0) return undefined;
  const candidates = agent ? [agent] : [...deps.agents.values()];
  const most = (limit: (agent: Agent) => number) => Math.max(1, ...candidates.map(limit));
  return createReservation(tenant, accounts, {
    id: owner,
    agent: agent?.name,
    calls: most(({ limits }) => limits.parallelCalls),
    stepMs: most(({ limits }) => limits.stepMs),
  }, deps);
}

/** What the advance to the next step of a session reserves. */
export function toAdvanceReservation(
  { ref: { tenant }, user, agent, owner, header }: Session,
  pending: readonly PlannedCall[],
  deps: RuntimeDeps,
): StepReservation | undefined {
  const accounts = deps.accounts?.(tenant, user) ?? [];
  if (accounts.length === 0) return undefined;
  const calls = pending.filter(isRunnable).length;
  const step = { id: `${owner}.${header.version + 1}`, agent: agent.name, calls };
  return createReservation(tenant, accounts, { ...step, stepMs: agent.limits.stepMs }, deps);
}

/** A thread that a step is about to run. */
export interface Begun {
  readonly ref: ThreadRef;
  /** Of its lease. */
  readonly owner: string;
  readonly agent: Agent;
  readonly model: ResolvedModel;
  readonly fallback: ResolvedModel | undefined;
  readonly header: ThreadHeader;
  readonly run: RunState;
  readonly user: string | undefined;
  readonly pending: readonly PlannedCall[];
}

/**
 * Completes the reservations of the begin, before anything runs: those of a user whom only the thread names, and those that were
 * refused and can be had for less. What was reserved before a refusal is given up.
 *
 * @throws {AgentError} budget_exhausted, budget_reserved, price_unknown
 */
export async function openBudget(
  begun: Begun,
  reservation: StepReservation | undefined,
  deps: RuntimeDeps,
): Promise<ModelCallBudget> {
  const { ref: { tenant }, agent, user, pending } = begun;
  const least = leastAmounts(pending);
  const all = deps.accounts?.(tenant, user) ?? [];
  const unknown = all.filter(({ account }) => !reservation?.has(account));
  await reservation?.secure(least);
  // An agent that runs fewer calls at a time by now may have more of them pending.
  const calls = reservation?.limits("calls") ? least.calls - reservation.amounts.calls : 0;
  if (calls > 0) await reservation?.raise({ ...ZERO_AMOUNTS, calls }, { ...ZERO_AMOUNTS, calls });
  if (unknown.length === 0) return assertPriced(toBudget(begun, reservation, deps), begun);
  if (reservation !== undefined) {
    await reservation.join(unknown, least);
    return assertPriced(toBudget(begun, reservation, deps), begun);
  }
  const step = { id: begun.owner, agent: agent.name, calls: least.calls };
  const late = createReservation(tenant, unknown, { ...step, stepMs: agent.limits.stepMs }, deps);
  const budget = assertPriced(toBudget(begun, late, deps), begun);
  await late.sendFirst();
  await late.secure(least);
  return budget;
}

/** The budget of a step without new reservations. */
export function toBudget(
  { agent, run, header: { counters } }: Pick<Begun, "agent" | "run" | "header">,
  reservation: StepReservation | undefined,
  { typical }: RuntimeDeps,
): ModelCallBudget {
  return new ModelCallBudget({ agent, run, counters, reservation, typical });
}

function assertPriced(budget: ModelCallBudget, { model, fallback }: Begun): ModelCallBudget {
  const unpriced = [model, fallback].find((each) => each !== undefined && each.price === undefined);
  if (budget.isInDollars && unpriced !== undefined) throw priceUnknown(unpriced.ref);
  return budget;
}

/** What a step cannot do without; how much its model call takes is found later. */
export function leastAmounts(pending: readonly PlannedCall[]): Amounts {
  const calls = pending.filter(isRunnable).length;
  return { steps: 1, calls, tokens: 1, microDollars: 1, wallMs: LEAST_WALL_MS };
}

function createReservation(
  tenant: string,
  accounts: readonly AccountLimits[],
  { id, agent, calls, stepMs }: {
    readonly id: string;
    readonly agent: string | undefined;
    readonly calls: number;
    readonly stepMs: number;
  },
  deps: RuntimeDeps,
): StepReservation {
  const amounts = { steps: 1, calls, ...deps.typical.of(agent), wallMs: stepMs };
  const lastsMs = stepMs + MARGIN_MS;
  return new StepReservation({ tenant, id, day: dayOf(deps.clock()), accounts, amounts, lastsMs }, deps);
}
