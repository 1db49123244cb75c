// The expected cost of a step of an agent: it is reserved with the begin, before the request is known.

/** Tokens and millionths of a US dollar. */
export interface ModelCost {
  readonly tokens: number;
  readonly microDollars: number;
}

/** For an agent that has made no request in this isolate. */
const FIRST: ModelCost = { tokens: 24_000, microDollars: 50_000 };

/** More than the cost of the last request, because a thread grows with each step. */
const GROWTH = 1.25;

/** The highest possible costs of the last requests of each agent, as far as this isolate has seen them. */
export class TypicalCosts {
  readonly #byAgent = new Map<string, ModelCost>();
  #last: ModelCost = FIRST;

  /** For a step of the agent; without a name, of any agent. */
  of(agent: string | undefined): ModelCost {
    return agent === undefined ? this.#last : this.#byAgent.get(agent) ?? FIRST;
  }

  /** Notes the highest possible cost of a request of the agent. */
  note(agent: string, { tokens, microDollars }: ModelCost): void {
    this.#last = {
      tokens: Math.ceil(tokens * GROWTH),
      microDollars: Math.ceil(microDollars * GROWTH),
    };
    this.#byAgent.set(agent, this.#last);
  }
}
