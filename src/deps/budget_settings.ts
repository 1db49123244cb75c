// The budgets and prices of a deployment, from its options and its environment.

import * as z from "zod/mini";
import { accountsBy, type AccountsOf, type BudgetsOption } from "../core/budget/accounts.ts";
import { budgetSchema } from "../core/budget/budget_schema.ts";
import { type Price, priceSchema } from "../core/budget/price.ts";
import { AgentError } from "../core/error.ts";
import { check } from "../core/problems.ts";
import type { Settings } from "./settings.ts";

/** What a deployment says of budgets and prices. */
export interface BudgetOptions {
  /** What a tenant and each of its users may spend on one UTC day, in place of TREADLE_BUDGETS. */
  readonly budgets?: BudgetsOption;
  /** Prices by `provider/model`, before those of TREADLE_PRICES and of the providers. */
  readonly prices?: Readonly<Record<string, Price>>;
}

const day = { tenant: z.optional(budgetSchema), user: z.optional(budgetSchema) };

/** The value of TREADLE_BUDGETS: `{"tenant": {"usd": 5}, "tenants": {"acme": {"tenant": {"usd": 50}}}}`. */
const budgetsSchema = z.strictObject({
  ...day,
  tenants: z.optional(z.record(z.string(), z.strictObject(day))),
});

/** The value of TREADLE_PRICES: `{"openai/gpt-5": {"input": 1.25, "output": 10}}`. */
const pricesSchema = z.record(z.string().check(z.regex(/^[a-z_]+\/\S+$/)), priceSchema);

/**
 * The limited accounts of each tenant; undefined for a deployment without budgets.
 *
 * @throws {AgentError} config_invalid - for budgets of another form, and for budgets without a ledger
 */
export function accountsFor(
  settings: Settings,
  options: BudgetOptions,
): AccountsOf | undefined {
  const option = budgetsFor(settings, options);
  if (option === undefined) return undefined;
  if (settings.TREADLE_LEDGER === "off") {
    const message = "Budgets need the ledger: unset TREADLE_LEDGER, or remove the budgets.";
    throw new AgentError("config_invalid", message);
  }
  if (typeof option === "object") read(z.strictObject(day), option, "budgets");
  return accountsBy(option);
}

/**
 * The budgets of the program, else those of TREADLE_BUDGETS, which are a function of the tenant.
 *
 * @throws {AgentError} config_invalid - for a variable of another form
 */
export function budgetsFor(
  { TREADLE_BUDGETS: text }: Settings,
  { budgets }: BudgetOptions,
): BudgetsOption | undefined {
  return budgets ?? (text === undefined ? undefined : toOption(text));
}

/**
 * The prices that the deployment sets, by `provider/model`.
 *
 * @throws {AgentError} config_invalid - for prices of another form
 */
export function pricesFor(
  { TREADLE_PRICES: text }: Settings,
  { prices = {} }: BudgetOptions,
): ReadonlyMap<string, Price> {
  const given = text === undefined
    ? {}
    : read(pricesSchema, toJson(text, "TREADLE_PRICES"), "TREADLE_PRICES");
  return new Map(Object.entries({ ...given, ...read(pricesSchema, prices, "prices") }));
}

function toOption(text: string): BudgetsOption {
  const { tenants = {}, ...all } = read(budgetsSchema, toJson(text, "TREADLE_BUDGETS"), "TREADLE_BUDGETS");
  return (tenant) => Object.hasOwn(tenants, tenant) ? { ...all, ...tenants[tenant] } : all;
}

function toJson(text: string, variable: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AgentError("config_invalid", `${variable} is not JSON.`);
  }
}

function read<S extends z.core.$ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const checked = check(schema, value);
  if (checked.ok) return checked.value;
  const wrong = checked.problems.map(({ pointer, detail, fix }) =>
    `${where}${pointer}: ${detail}${fix === undefined ? "." : `; ${fix}`}`
  );
  throw new AgentError("config_invalid", `The configuration is wrong: ${wrong.join(" ")}`);
}
