// The limit of the cost of a check, in steps and never by a timer, so that the same value and the same schema have the same outcome
// everywhere.

/** Thrown where a check has used up its budget. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

/** Steps that are left. A step is one schema met by one value, or one move of a pattern. */
export class Budget {
  #left: number;
  /** Steps that were used. */
  spent = 0;
  readonly #more: () => number;

  /** `more` is added once, when the first steps are used up: what it depends on is counted only then. */
  constructor(steps: number, more: () => number = () => 0) {
    this.#left = steps;
    this.#more = more;
  }

  /** @throws {BudgetSpent} */
  spend(steps: number): void {
    this.#left -= steps;
    this.spent += steps;
    if (this.#left < 0) this.#extend();
  }

  #extended = false;

  #extend(): void {
    if (!this.#extended) {
      this.#extended = true;
      this.#left += this.#more();
    }
    if (this.#left < 0) throw new BudgetSpent("The check has used up its steps.");
  }
}
