// The part of a check that the keywords of objects and lists use.

import type { Json } from "../json.ts";
import type { Budget } from "./budget.ts";
import type { Evaluated } from "./_evaluated.ts";
import type { Spot } from "./_findings.ts";
import type { Draft } from "./_prepared.ts";

/** One check of one value. Every method throws BudgetSpent, SchemaBroken and PatternUnusable. */
export interface Checker {
  readonly draft: Draft;
  readonly budget: Budget;

  /** `evaluated` collects the members that the schema has evaluated, where it fits. */
  fits(
    schema: Json | undefined,
    value: Json,
    spot: Spot | undefined,
    evaluated: Evaluated | undefined,
  ): boolean;

  /** As {@link fits}, without findings. */
  quietly(schema: Json | undefined, value: Json, spot: Spot | undefined, evaluated?: Evaluated): boolean;

  /** Notes what is wrong; false, so that it can be returned. */
  refuse(spot: Spot | undefined, say: () => string): false;

  /** True where some part of the text matches. */
  matches(pattern: string, text: string): boolean;
}
