// A scenario: the texts, calls and failures of a scripted model, turn by turn.

import type { ModelErrorCode } from "../../core/model/model_error.ts";
import { argumentsText, type JsonObject } from "../../core/json.ts";

/** One action of a turn. */
export type ScriptedAction =
  | { readonly type: "says" | "thinks"; readonly text: string }
  | { readonly type: "calls"; readonly name: string; readonly args: string }
  | { readonly type: "fails"; readonly code: ModelErrorCode };

/** What the model does in one turn, in order. */
export type ScriptedTurn = readonly ScriptedAction[];

/** Immutable: every method returns a longer scenario. */
export class Scenario {
  readonly turns: readonly ScriptedTurn[];

  constructor(turns: readonly ScriptedTurn[] = [[]]) {
    this.turns = turns;
  }

  says(text: string): Scenario {
    return this.#with({ type: "says", text });
  }

  /** A reasoning block. */
  thinks(text: string): Scenario {
    return this.#with({ type: "thinks", text });
  }

  /** Arguments as text are sent as they are, so that malformed ones can be scripted. */
  calls(name: string, args: JsonObject | string = {}): Scenario {
    return this.#with({ type: "calls", name, args: typeof args === "string" ? args : argumentsText(args) });
  }

  /** The turn fails at this point: what is before it is emitted, what is after it belongs to the next request. */
  fails(code: ModelErrorCode): Scenario {
    return this.#with({ type: "fails", code });
  }

  /**
   * The next turn: after the observations, or after the user's answer. (Not `then`, which would make it a promise.)
   */
  next(): Scenario {
    return new Scenario([...this.turns, []]);
  }

  #with(action: ScriptedAction): Scenario {
    return new Scenario([...this.turns.slice(0, -1), [...this.turns.at(-1) ?? [], action]]);
  }
}

/** An empty scenario, to be continued. */
export function scenario(): Scenario {
  return new Scenario();
}

/** What has been said and done since the newest input. */
export interface ScriptInput {
  /** The text of the input. */
  readonly input: string;
  /** The results of the calls since then, in order. */
  readonly results: readonly ScriptResult[];
}

/** The result of one call, as a model reads it. */
export interface ScriptResult {
  readonly name: string;
  /** JSON of an output; of a call that did not succeed, the reason. */
  readonly text: string;
  readonly failed: boolean;
}

/**
 * The part of a project in the demo model: a scenario for the run that the input begins, or undefined for an input that the demo model is to
 * answer. It is called at each turn, so that later turns can say what the results are.
 */
export type Script = (said: ScriptInput) => Scenario | undefined;
