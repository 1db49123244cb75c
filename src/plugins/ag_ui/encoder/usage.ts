// What a run has used, for each model, as the last event of its stream has it.

import type { JsonObject } from "../../../core/json.ts";
import { addUsage, type Usage } from "../../../core/usage.ts";

/** Adds up the plans of one run. */
export class RunUsage {
  readonly #of = new Map<string, Usage>();
  #model = "";

  /** `provider/model` of the plans from here on. */
  model(ref: string): void {
    this.#model = ref;
  }

  add(usage: Usage): void {
    const before = this.#of.get(this.#model);
    this.#of.set(this.#model, before === undefined ? usage : addUsage(before, usage));
  }

  /** One item for each model, in the order of their first plans. */
  list(): JsonObject[] {
    return [...this.#of].map(([ref, usage]) => {
      const slash = ref.indexOf("/");
      const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage;
      return {
        ...(slash < 0 ? {} : { provider: ref.slice(0, slash) }),
        model: ref.slice(slash + 1),
        inputTokens: count(inputTokens),
        outputTokens: count(outputTokens),
        ...(cachedTokens === undefined ? {} : { cachedInputTokens: count(cachedTokens) }),
        ...(reasoningTokens === undefined ? {} : { reasoningTokens: count(reasoningTokens) }),
      };
    });
  }
}

/** Clients take whole numbers from 0 on. */
function count(tokens: number): number {
  return Math.max(0, Math.round(tokens));
}
