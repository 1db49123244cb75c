// A hook of a plugin, called: what it throws, and a promise in place of a decision, are failures with the plugin's name.

import { AgentError } from "../core/error.ts";
import type { StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";

/** What a hook decides; whatever else it does is the failure of the plugin. */
export function guarded<T>(plugin: StepPlugin, hook: string, decide: () => T): Decided<T> {
  try {
    return unwaited(decide());
  } catch (thrown) {
    if (thrown instanceof AgentError && thrown.code === "plugin_failed") throw thrown;
    const what = thrown instanceof PromisedDecision ? "answered with a promise" : "threw";
    throw pluginFailed(plugin.name, `${what} in ${hook}`, thrown);
  }
}

/** What is decided at once. */
type Decided<T> = Exclude<T, Promise<unknown>>;

class PromisedDecision extends TypeError {
  override readonly name = "PromisedDecision";
}

/** What a hook decides at once. A promise may reject long after its step, which ends no process. */
export function unwaited<T>(decided: T): Decided<T> {
  if (!(decided instanceof Promise)) return decided as Decided<T>;
  decided.catch(() => {});
  throw new PromisedDecision("A decision waits for nothing.");
}
