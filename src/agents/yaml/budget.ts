// The budgets and the price of an agent file, by the names of a definition.

import type { RunBudget } from "../../core/agent.ts";
import type { Price } from "../../core/budget/price.ts";
import { type AgentFile, omitUndefined, type PriceFile } from "./file_schema.ts";

type RunBudgetFile = NonNullable<NonNullable<AgentFile["spec"]["limits"]>["per_run"]>;

/** `per_run` of a file. */
export function toRunBudget({ wall_ms: wallMs, ...rest }: RunBudgetFile): RunBudget {
  return omitUndefined<RunBudget>({ ...rest, wallMs });
}

/** `price` of a file. */
export function toPrice(
  { cache_write: cacheWrite, reasoning_apart: reasoningApart, long, ...rest }: PriceFile,
): Price {
  return omitUndefined<Price>({ ...rest, cacheWrite, reasoningApart, long: long && toLong(long) });
}

function toLong(
  { cache_write: cacheWrite, ...rest }: NonNullable<PriceFile["long"]>,
): NonNullable<Price["long"]> {
  return omitUndefined<NonNullable<Price["long"]>>({ ...rest, cacheWrite });
}
