// ModelCallBudget: what one step may still spend on model calls. refuse_step.ts refuses a step; this file refuses a model call of it. Every
// model call of the step goes through its provider, which reserves the highest cost of the call before it is sent.

import { type CurrentBudget, currentBudgets } from "../../core/budget/current_budgets.ts";
import { costOf, type Price } from "../../core/budget/price.ts";
import type { Agent } from "../../core/agent.ts";
import { isRunnable, type PlannedCall } from "../../core/call.ts";
import { toAmounts } from "../../core/budget/limits.ts";
import { AgentError } from "../../core/error.ts";
import { ModelError } from "../../core/model/model_error.ts";
import type { ModelRequest, ModelResult, Provider, StreamIo } from "../../core/model/provider.ts";
import { withStream } from "../../core/model/with_stream.ts";
import type { RunState } from "../../core/state.ts";
import { type Amounts, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import type { Counters } from "../../core/usage.ts";
import type { ResolvedModel } from "../../kernel/resolved_model.ts";
import type { StepBudget } from "../../kernel/spending.ts";
import { refuseBudget } from "../../kernel/refuse_step.ts";
import { type BoundRequest, computeLeast, computeMost, fitRequest, toBound } from "./request_bound.ts";
import type { StepReservation } from "./step_reservation.ts";
import type { ModelCost, TypicalCosts } from "./typical_cost.ts";

/** What the budget of a step is made from. */
export interface ModelCallBudgetSetup {
  readonly agent: Agent;
  readonly run: RunState;
  /** Of the thread at the begin of the step. */
  readonly counters: Counters;
  /** Of the tenant and the user; undefined where neither is limited. */
  readonly reservation: StepReservation | undefined;
  readonly typical: TypicalCosts;
}

/** The limit of output tokens of a request, where it is not that of the settings. */
export interface LimitNote {
  maxOutputTokens: number | undefined;
}

const MODEL_AMOUNTS = ["tokens", "microDollars"] as const;

/** The budget of one step. */
export class ModelCallBudget implements StepBudget {
  readonly reservation: StepReservation | undefined;
  readonly #agent: Agent;
  readonly #typical: TypicalCosts;
  /** The budgets of the run and the thread in tokens and dollars. */
  #budgets: readonly CurrentBudget[];
  /** The lowest cost to which the last model call could have been reduced. */
  #least: ModelCost = { tokens: 0, microDollars: 0 };
  /** The cost of the step's model calls so far. */
  #spent: ModelCost = { tokens: 0, microDollars: 0 };

  constructor({ agent, run, counters, reservation, typical }: ModelCallBudgetSetup) {
    this.reservation = reservation;
    this.#agent = agent;
    this.#typical = typical;
    this.#budgets = currentBudgets(agent.limits, run, counters).filter(({ amount }) =>
      MODEL_AMOUNTS.some((each) => each === amount)
    );
  }

  /** True when no model call of the step is limited, so that none needs a bound. */
  get isOpen(): boolean {
    return this.#budgets.length === 0 && !MODEL_AMOUNTS.some((amount) => this.reservation?.limits(amount));
  }

  /** Milliseconds that the step may take; undefined where no account limits them. */
  get wallMs(): number | undefined {
    return this.reservation?.limits("wallMs") ? this.reservation.amounts.wallMs : undefined;
  }

  /** True when a budget is in dollars: each model needs a price. */
  get isInDollars(): boolean {
    return this.#budgets.some(({ amount }) => amount === "microDollars") ||
      this.reservation?.limits("microDollars") === true;
  }

  /**
   * True when the last model call could be made again with what is left and held, so that its answer is not dropped for a
   * request that the budget refuses.
   */
  get permitsAnother(): boolean {
    const [left, held] = [this.#leftInThread(this.#least), this.#leftOfReservation()];
    const has = ({ tokens, microDollars }: ModelCost) =>
      tokens >= this.#least.tokens && microDollars >= this.#least.microDollars;
    return has(left) && has(held);
  }

  /** What the step cannot do without is had, or the step is refused. */
  async secure(pending: readonly PlannedCall[]): Promise<void> {
    await this.reservation?.secure(leastAmounts(pending));
  }

  /** Counts what phases have cost the thread, before the model call that reads their results. They have booked it themselves. */
  tookChildren({ counters }: { readonly counters: Counters }): void {
    const amounts = toAmounts(counters);
    this.#budgets = this.#budgets.map((each) => ({ ...each, used: each.used + amounts[each.amount] }));
  }

  /** The model's provider, which sends what the budget permits. `sent` notes an answer that it limits. */
  guard({ provider, price, ref }: ResolvedModel, sent: LimitNote): Provider {
    if (this.isOpen) return provider;
    return withStream(provider, async (request, io) => {
      if (this.isInDollars && price === undefined) throw priceUnknown(ref);
      const bound = await this.#admit(request, provider, price, io);
      const { maxOutputTokens } = bound.request.settings;
      sent.maxOutputTokens = maxOutputTokens === request.settings.maxOutputTokens
        ? undefined
        : maxOutputTokens;
      return await this.#send(bound, provider, price, io);
    });
  }

  /** Reserves the highest cost of the request, after its answer was limited to what is left. */
  async #admit(
    request: ModelRequest,
    provider: Provider,
    price: Price | undefined,
    io: StreamIo,
  ): Promise<BoundRequest> {
    const wanted = await toBound(request, provider);
    this.#typical.note(this.#agent.name, computeMost(wanted, provider, price));
    const least = computeLeast(wanted, provider, price);
    this.#least = least;
    const inThread = fitRequest(wanted, this.#leftInThread(least), provider, price);
    if (inThread === undefined) throw this.#tooLittle(least);
    const admitted = await this.#reserve(inThread, least, provider, price);
    const { maxOutputTokens } = admitted.request.settings;
    if (maxOutputTokens !== wanted.request.settings.maxOutputTokens) {
      const message = `A budget limits this answer to ${maxOutputTokens} tokens.`;
      io.emit({ type: "warning", warning: { code: "budget_output_limited", message } });
    }
    return admitted;
  }

  async #reserve(
    bound: BoundRequest,
    least: ModelCost,
    provider: Provider,
    price: Price | undefined,
  ): Promise<BoundRequest> {
    const { reservation } = this;
    if (reservation === undefined) return bound;
    const more = this.#beyondReserved(computeMost(bound, provider, price));
    if (more.tokens === 0 && more.microDollars === 0) return bound;
    const needed = this.#beyondReserved(least);
    await reservation.raise({ ...ZERO_AMOUNTS, ...more }, { ...ZERO_AMOUNTS, ...needed });
    const admitted = fitRequest(bound, this.#leftOfReservation(), provider, price);
    if (admitted !== undefined) return admitted;
    // What was granted in tokens may be too little in dollars for the same answer.
    const message = "The budgets of this tenant leave too little for another model call.";
    throw new AgentError("budget_exhausted", message, { details: { budget: "tenant" } });
  }

  async #send(
    bound: BoundRequest,
    provider: Provider,
    price: Price | undefined,
    io: StreamIo,
  ): Promise<ModelResult> {
    try {
      const result = await provider.stream(bound.request, io);
      const { inputTokens, outputTokens } = result.usage;
      this.#spend({
        tokens: inputTokens + outputTokens,
        microDollars: price === undefined ? 0 : costOf(result.usage, price),
      });
      return result;
    } catch (thrown) {
      // What an answer cost that broke off is not known; a request that failed before its answer costs nothing.
      if (thrown instanceof ModelError && thrown.afterOutput) {
        this.#spend(computeMost(bound, provider, price));
      }
      throw thrown;
    }
  }

  #spend({ tokens, microDollars }: ModelCost): void {
    this.#spent = {
      tokens: this.#spent.tokens + tokens,
      microDollars: this.#spent.microDollars + microDollars,
    };
  }

  #leftInThread(least: ModelCost): ModelCost {
    const left = { tokens: Infinity, microDollars: Infinity };
    for (const { amount, limit, used } of this.#budgets) {
      if (amount !== "tokens" && amount !== "microDollars") continue;
      left[amount] = Math.min(left[amount], limit - used - this.#spent[amount]);
    }
    return left.tokens < least.tokens || left.microDollars < least.microDollars
      ? { tokens: 0, microDollars: 0 }
      : left;
  }

  #tooLittle(least: ModelCost): AgentError {
    for (const budget of this.#budgets) {
      const { amount, limit, used } = budget;
      if (amount !== "tokens" && amount !== "microDollars") continue;
      const spent = used + this.#spent[amount];
      if (limit - spent < least[amount]) return refuseBudget({ ...budget, used: spent }, least[amount]);
    }
    return new AgentError(
      "budget_exhausted",
      "The budgets of this thread leave too little for a model call.",
    );
  }

  /** What is left of the reservation; an amount that no account limits is not reserved. */
  #leftOfReservation(): ModelCost {
    const left = (amount: "tokens" | "microDollars") =>
      this.reservation?.limits(amount) ? this.reservation.amounts[amount] - this.#spent[amount] : Infinity;
    return { tokens: left("tokens"), microDollars: left("microDollars") };
  }

  #beyondReserved({ tokens, microDollars }: ModelCost): ModelCost {
    const left = this.#leftOfReservation();
    return {
      tokens: Math.max(0, tokens - left.tokens),
      microDollars: Math.max(0, microDollars - left.microDollars),
    };
  }
}

/** A budget in dollars cannot hold a model to it that has no price. */
export function priceUnknown(model: string): AgentError {
  return new AgentError(
    "price_unknown",
    `A budget in dollars applies, and ${model} has no price: set price of the agent or TREADLE_PRICES.`,
    { details: { model } },
  );
}

/** A step with less time than this is not begun, in milliseconds. */
const LEAST_WALL_MS = 1_000;

/** What a step cannot do without; how much its model call takes is found later. */
export function leastAmounts(pending: readonly PlannedCall[]): Amounts {
  const calls = pending.filter(isRunnable).length;
  return { steps: 1, calls, tokens: 1, microDollars: 1, wallMs: LEAST_WALL_MS };
}
