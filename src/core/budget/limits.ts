// Budget: the limits of spending, as definitions write them and as they are compared.

import { type Amount, AMOUNTS, type Amounts } from "../store/ledger.ts";
import type { Counters } from "../usage.ts";

/** How much may be spent, as a definition, a request or a deployment writes it. What is left out is not limited. */
export interface Budget {
  readonly steps?: number | undefined;
  /** Calls that tools received. */
  readonly calls?: number | undefined;
  /** Input and output tokens. */
  readonly tokens?: number | undefined;
  /** US dollars, to a millionth. */
  readonly usd?: number | undefined;
  /** Milliseconds of steps. */
  readonly wallMs?: number | undefined;
}

/** The same by amounts; dollars are millionths of a dollar. */
export type AmountLimits = Readonly<Partial<Amounts>>;

/** What budgets leave; null for an amount that none limits. */
export interface BudgetLeft {
  /** The smaller of what `stepsPerRun` and `steps` leave. */
  readonly steps: number;
  readonly calls: number | null;
  readonly tokens: number | null;
  /** US dollars. */
  readonly usd: number | null;
  /** Milliseconds. */
  readonly wallMs: number | null;
}

const MICRO = 1_000_000;

/** Dollars as whole millionths; what is less than one is cut off. */
export function toMicroDollars(dollars: number): number {
  return Math.floor(Math.round(dollars * MICRO * 1_000) / 1_000);
}

/** A budget by amounts, without those that it does not limit. */
export function toAmountLimits({ usd, ...rest }: Budget): AmountLimits {
  const limits = { ...rest, microDollars: usd === undefined ? undefined : toMicroDollars(usd) };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/** The smaller of two limits for each amount. */
export function lowerLimits(limits: AmountLimits, by: AmountLimits): AmountLimits {
  const smaller = AMOUNTS.flatMap((amount): [string, number][] => {
    const [one, other] = [limits[amount], by[amount]];
    if (one === undefined && other === undefined) return [];
    return [[amount, Math.min(one ?? Infinity, other ?? Infinity)]];
  });
  return Object.fromEntries(smaller);
}

/** The counters of a thread as amounts. */
export function toAmounts(counters: Counters): Amounts {
  const { steps, calls, inputTokens, outputTokens, microDollars, wallMs } = counters;
  return { steps, calls, tokens: inputTokens + outputTokens, microDollars, wallMs };
}

/** An amount as definitions write it: cost in dollars, the others as they are. */
export function inDollars(amount: Amount, value: number): number {
  return amount === "microDollars" ? value / MICRO : value;
}

/** The name of an amount in definitions. */
export function toBudgetName(amount: Amount): keyof Budget {
  return amount === "microDollars" ? "usd" : amount;
}
