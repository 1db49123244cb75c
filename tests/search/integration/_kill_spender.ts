// A client of the kill loop whose user has a budget, and the verdict on it: what was answered is booked, and no more is booked than the budget
// permits, whatever was killed meanwhile.

import { setTimeout as pause } from "node:timers/promises";
import { job, openStep } from "../../slow/integration/_scene.ts";
import type { Fleet, Server } from "./kill_loop.ts";
import type { Random } from "./_random.ts";

/** Whose budget it is, and the tokens of one day. */
export const SPENDER = { user: "spender", tokens: 200_000 } as const;

/** Spends until then. Requests whose answer did not come are not repeated. */
export class Spender {
  /** Tokens that answers have named. */
  tokens = 0;
  /** Requests that were refused because the budget was used up, or held by steps that were killed. */
  refused = 0;
  readonly #random: Random;
  readonly #fleet: Fleet;

  constructor(random: Random, fleet: Fleet) {
    this.#random = random;
    this.#fleet = fleet;
  }

  async work(name: string, endsAt: () => number): Promise<void> {
    for (let number = 0; Date.now() < endsAt(); number++) {
      const body = { agent: "worker", input: job(`${name}-${number}`), user: SPENDER.user };
      const { runtime } = this.#fleet.pick(this.#random);
      try {
        const headers = { accept: "application/json" };
        const response = await openStep(runtime, `${name}-${number}`, body, { headers });
        const { usage, code } = await response.json();
        if (response.ok) this.tokens += usage.inputTokens + usage.outputTokens;
        if (code === "budget_exhausted" || code === "budget_reserved") this.refused += 1;
      } catch {
        // The server was killed: what the step has cost may be booked, and may not.
      }
      await pause(this.#random.below(200));
    }
  }
}

/** What is wrong with the budget of the user; empty when nothing is. */
export async function* budgetAgrees(
  { runtime }: Pick<Server, "runtime">,
  answered: number,
): AsyncGenerator<string> {
  const response = await runtime.fetch("/v1/usage?by=user");
  const { users } = await response.json();
  const { tokens = 0 } = users.find(({ user }: { user: string }) => user === SPENDER.user) ?? {};
  if (tokens > SPENDER.tokens) yield `${tokens} tokens are booked, and ${SPENDER.tokens} are permitted`;
  if (answered > tokens) yield `${answered} tokens were answered, and ${tokens} are booked`;
}
