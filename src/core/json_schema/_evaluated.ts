// The members of one object or list that keywords have evaluated: for unevaluatedProperties and unevaluatedItems.

import type { Budget } from "./budget.ts";

/** Names and indexes of one value. */
export class Evaluated {
  readonly #keys = new Set<string | number>();

  has(key: string | number): boolean {
    return this.#keys.has(key);
  }

  note(key: string | number): void {
    this.#keys.add(key);
  }

  /** @throws {BudgetSpent} */
  add(other: Evaluated, budget: Budget): void {
    budget.spend(other.#keys.size);
    for (const key of other.#keys) this.#keys.add(key);
  }
}
