// RecoverySpend: what one step spends on making its answer again. Corrections, answers in the wrong form, and the fallback model
// after a dropped answer have a limit of their own, so that no loop of them uses up the budget of the run.

import type { Limits } from "../../core/agent.ts";
import { costOf, type Price } from "../../core/budget/price.ts";
import { AgentError } from "../../core/error.ts";
import type { Provider } from "../../core/model/provider.ts";
import type { Usage } from "../../core/usage.ts";
import { withStream } from "../../core/model/with_stream.ts";
import type { ResolvedModel } from "../../kernel/resolved_model.ts";
import type { RecoveryBudget } from "../../kernel/spending.ts";
import { inDollars, toMicroDollars } from "../../core/budget/limits.ts";
import { priceUnknown } from "./model_call_budget.ts";
import type { ModelCost } from "./typical_cost.ts";

/** Tokens of the model calls behind the first answer of a step, where the agent limits neither tokens nor dollars. */
const DEFAULT_TOKENS = 1_000_000;

const NOTHING: ModelCost = { tokens: 0, microDollars: 0 };

/** The limit of one step, and the cost so far. A call that fails before it answers costs nothing. */
export class RecoverySpend implements RecoveryBudget {
  readonly #limit: ModelCost;
  readonly #isInDollars: boolean;
  /** Of the answers behind the first. */
  #spent = NOTHING;
  /** The last answer: the next one may use as much, at the price of its own model. Undefined before the first. */
  #last: { readonly usage: Usage; readonly price: Price | undefined } | undefined;

  constructor({ recovery: { tokens, usd } = {} }: Pick<Limits, "recovery">) {
    this.#isInDollars = usd !== undefined;
    this.#limit = {
      tokens: tokens ?? (usd === undefined ? DEFAULT_TOKENS : Infinity),
      microDollars: usd === undefined ? Infinity : toMicroDollars(usd),
    };
  }

  /** True when another answer of the same model that costs as much as the last one is within the limit. */
  get permitsAnother(): boolean {
    return this.#findExceeded(this.#last?.price) === undefined;
  }

  /** A provider of the step's model, which refuses what is not within the limit. */
  guard(provider: Provider, { price, ref }: Pick<ResolvedModel, "price" | "ref">): Provider {
    return withStream(provider, async (request, io) => {
      if (this.#last !== undefined && this.#isInDollars && price === undefined) throw priceUnknown(ref);
      const amount = this.#findExceeded(price);
      if (amount !== undefined) throw this.#refuseBudget(amount);
      const result = await provider.stream(request, io);
      this.#take(result.usage, price);
      return result;
    });
  }

  /** What has no room for another answer at this price. */
  #findExceeded(price: Price | undefined): keyof ModelCost | undefined {
    const { tokens, microDollars } = this.#last === undefined ? NOTHING : toCost(this.#last.usage, price);
    if (this.#spent.tokens + tokens > this.#limit.tokens) return "tokens";
    return this.#spent.microDollars + microDollars > this.#limit.microDollars ? "microDollars" : undefined;
  }

  #take(usage: Usage, price: Price | undefined): void {
    const cost = toCost(usage, price);
    if (this.#last !== undefined) {
      this.#spent = {
        tokens: this.#spent.tokens + cost.tokens,
        microDollars: this.#spent.microDollars + cost.microDollars,
      };
    }
    this.#last = { usage, price };
  }

  #refuseBudget(amount: keyof ModelCost): AgentError {
    const name = amount === "tokens" ? "tokens" : "usd";
    const [limit, used] = [inDollars(amount, this.#limit[amount]), inDollars(amount, this.#spent[amount])];
    return new AgentError(
      "budget_exhausted",
      `The budget limits.recovery.${name} leaves too little to make the answer of this step again: ${used} of ${limit} are used.`,
      { details: { budget: `recovery.${name}`, limit, used } },
    );
  }
}

function toCost(usage: Usage, price: Price | undefined): ModelCost {
  return {
    tokens: usage.inputTokens + usage.outputTokens,
    microDollars: price === undefined ? 0 : costOf(usage, price),
  };
}
