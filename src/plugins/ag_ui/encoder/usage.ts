// What a run has used, for each model, as the last event of its stream has it.

import { addUsage, type Usage } from "../../../core/usage.ts";
import type { Frame } from "./state.ts";

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
  list(): Frame[] {
    return [...this.#of].map(([ref, usage]) => {
      const slash = ref.indexOf("/");
      const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage;
      return {
        provider: slash < 0 ? undefined : ref.slice(0, slash),
        model: ref.slice(slash + 1),
        inputTokens: count(inputTokens),
        outputTokens: count(outputTokens),
        cachedInputTokens: count(cachedTokens),
        reasoningTokens: count(reasoningTokens),
      };
    });
  }
}

/** Clients take whole numbers from 0 on. */
function count(tokens: number | undefined): number | undefined {
  return tokens && Math.max(0, Math.round(tokens));
}
