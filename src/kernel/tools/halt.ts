// The call of a batch that ends the run: no call behind it starts.

import type { Observation } from "../../core/entry.ts";
import { endsBatch, type ExecutedCall } from "../../core/executor.ts";
import type { ToolFailure } from "../../core/tool/tool_error.ts";
import type { ExecutionScope } from "./run_with_timeout.ts";

/**
 * The first call, in the order of the plan, whose observation ends the run. With calls a, b and c, of which b is blocked and
 * blocks end the run, a runs and c does not start. A call that runs already is not aborted.
 */
export class Halt {
  readonly #scope: ExecutionScope;
  #index = Infinity;
  #cause: Observation | undefined;

  constructor(scope: ExecutionScope) {
    this.#scope = scope;
  }

  /** Takes the observation of the call at `index` into account, and returns it. */
  note(index: number, observation: ExecutedCall): ExecutedCall {
    if (index < this.#index && endsBatch(this.#scope.context.agent, observation.outcome)) {
      this.#index = index;
      this.#cause = observation;
    }
    return observation;
  }

  /** Why the call at `index` must not start; undefined while it may. */
  reasonAt(index: number): ToolFailure | undefined {
    if (this.#cause === undefined || index <= this.#index) return undefined;
    const { callId, name, outcome } = this.#cause;
    const what = outcome === "blocked" ? "was blocked" : "failed";
    return { kind: "cancelled", message: `call ${callId} (${name}) ${what}, which ends the run.` };
  }
}
