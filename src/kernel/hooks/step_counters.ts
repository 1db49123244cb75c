// The plugins that count the steps of one agent. They only observe: one that fails counts nothing of the step.

import { deepFreeze } from "../../core/deep_freeze.ts";
import { type AgentError, toAgentError } from "../../core/error.ts";
import { callHook, withoutPromise } from "./call_hook.ts";
import type { CountedStep } from "./counted_step.ts";
import { readStepCounts } from "./hook_results.ts";
import type { PluginHooks, StepPlugin } from "./plugin.ts";
import type { PluginCounts } from "./step_counts.ts";

interface Counter {
  readonly plugin: StepPlugin;
  readonly hooks: PluginHooks;
}

/** The plugins with `count`, in the order of their names. */
export class StepCounters {
  readonly #counters: readonly Counter[];

  /** Of all plugins of the agent. */
  constructor(plugins: readonly Counter[]) {
    this.#counters = plugins.filter(({ hooks }) => hooks.count !== undefined);
  }

  /** False for an agent whose steps no plugin counts: they cost nothing then. */
  get hasAny(): boolean {
    return this.#counters.length > 0;
  }

  /** What each of them counts of a step. `onFailure` has the errors of those that cannot. */
  count(step: CountedStep, onFailure: (error: AgentError) => void): readonly PluginCounts[] {
    const seen = deepFreeze(step);
    return this.#counters.flatMap(({ plugin, hooks }) => {
      try {
        const counted = callHook(plugin, "count", () => {
          const { countKey = plugin.name } = plugin;
          return readStepCounts(countKey, withoutPromise(hooks.count?.(seen)));
        });
        return counted ?? [];
      } catch (thrown) {
        onFailure(toAgentError(thrown));
        return [];
      }
    });
  }
}
