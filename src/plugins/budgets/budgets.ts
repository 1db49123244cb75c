// The budget of a step is opened in two parts: a reservation for its begin, when neither the thread nor the request to the model
// is known, and the rest once begin has returned the thread.

import type { Agent } from "../../core/agent.ts";
import { isRunnable, type PlannedCall } from "../../core/call.ts";
import { type AccountLimits, toDay, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import type { BegunThread, Spending, SpendingDeps, StepClaim } from "../../kernel/spending.ts";
import { ABORT_GRACE_MS, LEASE_MS } from "../../kernel/timing.ts";
import { leastAmounts, ModelCallBudget, priceUnknown } from "./model_call_budget.ts";
import { RecoverySpend } from "./recovery_spend.ts";
import { StepReservation } from "./step_reservation.ts";
import { TypicalCosts } from "./typical_cost.ts";

/** From the deadline of a step until its reservations are free: it may still be committed in the meantime, in milliseconds. */
const MARGIN_MS = LEASE_MS + ABORT_GRACE_MS + 30_000;

/** The step that something is reserved for. */
interface ReservingStep {
  readonly id: string;
  readonly agent: string | undefined;
  readonly calls: number;
  readonly stepMs: number;
}

/** The budgets of an isolate, which learns the costs of steps. */
export class Budgets implements Spending {
  readonly #typical = new TypicalCosts();

  claimBegin(
    { ref: { tenant }, user }: Parameters<Spending["claimBegin"]>[0],
    owner: string,
    agent: Agent | undefined,
    deps: SpendingDeps,
  ): StepClaim | undefined {
    const accounts = deps.accounts?.(tenant, user) ?? [];
    if (accounts.length === 0) return undefined;
    const candidates = agent ? [agent] : [...deps.agents.values()];
    const most = (limit: (agent: Agent) => number) => Math.max(1, ...candidates.map(limit));
    return this.#toReservation(tenant, accounts, {
      id: owner,
      agent: agent?.name,
      calls: most(({ limits }) => limits.parallelCalls),
      stepMs: most(({ limits }) => limits.stepMs),
    }, deps);
  }

  claimAdvance(
    { ref: { tenant }, user, agent, owner, header }: Pick<
      BegunThread,
      "ref" | "user" | "agent" | "owner" | "header"
    >,
    pending: readonly PlannedCall[],
    deps: SpendingDeps,
  ): StepClaim | undefined {
    const accounts = deps.accounts?.(tenant, user) ?? [];
    if (accounts.length === 0) return undefined;
    const calls = pending.filter(isRunnable).length;
    const step = { id: `${owner}.${header.version + 1}`, agent: agent.name, calls };
    return this.#toReservation(tenant, accounts, { ...step, stepMs: agent.limits.stepMs }, deps);
  }

  /**
   * Completes the reservations of the begin, before anything runs: those of a user whom only the thread names, and those that were
   * refused and can be had for less. What was reserved before a refusal is released.
   */
  async open(
    begun: BegunThread,
    claim: StepClaim | undefined,
    deps: SpendingDeps,
  ): Promise<ModelCallBudget | undefined> {
    const reservation = toOwn(claim);
    if (isUnlimited(begun, reservation, deps)) return undefined;
    const { ref: { tenant }, agent, user, pending } = begun;
    const least = leastAmounts(pending);
    const all = deps.accounts?.(tenant, user) ?? [];
    const unknown = all.filter(({ account }) => !reservation?.has(account));
    await reservation?.secure(least);
    // An agent that runs fewer calls at a time by now may have more of them pending.
    const calls = reservation?.limits("calls") ? least.calls - reservation.amounts.calls : 0;
    if (calls > 0) await reservation?.raise({ ...ZERO_AMOUNTS, calls }, { ...ZERO_AMOUNTS, calls });
    if (unknown.length === 0) return assertPriced(this.#toBudget(begun, reservation), begun);
    if (reservation !== undefined) {
      await reservation.join(unknown, least);
      return assertPriced(this.#toBudget(begun, reservation), begun);
    }
    const step = { id: begun.owner, agent: agent.name, calls: least.calls };
    const late = this.#toReservation(tenant, unknown, { ...step, stepMs: agent.limits.stepMs }, deps);
    const budget = assertPriced(this.#toBudget(begun, late), begun);
    await late.sendFirst();
    await late.secure(least);
    return budget;
  }

  next(
    session: Pick<BegunThread, "agent" | "run" | "header">,
    claim: StepClaim | undefined,
    deps: SpendingDeps,
  ): ModelCallBudget | undefined {
    return isUnlimited(session, claim, deps) ? undefined : this.#toBudget(session, toOwn(claim));
  }

  recovery({ limits }: Pick<Agent, "limits">): RecoverySpend {
    return new RecoverySpend(limits);
  }

  #toBudget(
    { agent, run, header: { counters } }: Pick<BegunThread, "agent" | "run" | "header">,
    reservation: StepReservation | undefined,
  ): ModelCallBudget {
    return new ModelCallBudget({ agent, run, counters, reservation, typical: this.#typical });
  }

  #toReservation(
    tenant: string,
    accounts: readonly AccountLimits[],
    { id, agent, calls, stepMs }: ReservingStep,
    deps: SpendingDeps,
  ): StepReservation {
    const amounts = { steps: 1, calls, ...this.#typical.of(agent), wallMs: stepMs };
    const lastsMs = stepMs + MARGIN_MS;
    return new StepReservation({ tenant, id, day: toDay(deps.clock()), accounts, amounts, lastsMs }, deps);
  }
}

/** Claims are made here alone. */
function toOwn(claim: StepClaim | undefined): StepReservation | undefined {
  return claim instanceof StepReservation ? claim : undefined;
}

/** True when nothing limits what a step may spend, so that it needs no budget. */
function isUnlimited(
  { agent: { limits }, run }: Pick<BegunThread, "agent" | "run">,
  claim: StepClaim | undefined,
  { accounts }: Pick<SpendingDeps, "accounts">,
): boolean {
  return claim === undefined && accounts === undefined && limits.tokens === undefined &&
    limits.usd === undefined && limits.perRun === undefined && run.limits === undefined;
}

function assertPriced(budget: ModelCallBudget, { model, fallback }: BegunThread): ModelCallBudget {
  const unpriced = [model, fallback].find((each) => each !== undefined && each.price === undefined);
  if (budget.isInDollars && unpriced !== undefined) throw priceUnknown(unpriced.ref);
  return budget;
}
