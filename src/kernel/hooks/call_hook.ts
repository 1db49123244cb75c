// A hook of a plugin, called: what it throws, a promise in place of a decision, and what is no decision are failures with the plugin's
// name.

import { AgentError } from "../../core/error.ts";
import type { StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";

/**
 * What a hook decides, read by `decide`; whatever else it does is the failure of the plugin.
 *
 * @throws {AgentError} plugin_failed
 */
export function callHook<T>(plugin: StepPlugin, hook: string, decide: () => T): Decided<T> {
  try {
    return withoutPromise(decide());
  } catch (unread) {
    const thrown = readThrown(unread);
    if (thrown instanceof AgentError && thrown.code === "plugin_failed") throw thrown;
    if (thrown instanceof WrongResult) throw pluginFailed(plugin.name, `${thrown.message} in ${hook}`);
    throw pluginFailed(plugin.name, `threw in ${hook}`, thrown);
  }
}

/** What a plugin threw; undefined for a value that itself throws when it is looked at, as a Proxy may. */
export function readThrown(thrown: unknown): unknown {
  try {
    return thrown instanceof Error && typeof thrown.message !== "string" ? undefined : thrown;
  } catch {
    return undefined;
  }
}

/**
 * The same for a hook that may refuse in its own words: an AgentError that it throws is the refusal.
 *
 * @throws {AgentError} plugin_failed, or what the plugin throws
 */
export function callRefusingHook<T>(plugin: StepPlugin, hook: string, decide: () => T): Decided<T> {
  let refusal: AgentError | undefined;
  try {
    return callHook(plugin, hook, () => {
      try {
        return decide();
      } catch (thrown) {
        const read = readThrown(thrown);
        if (read instanceof AgentError) refusal = read;
        throw thrown;
      }
    });
  } catch (failure) {
    throw refusal ?? failure;
  }
}

/** What is decided at once. */
type Decided<T> = Exclude<T, Promise<unknown>>;

/** What a hook returned and is no decision. The message follows the name of the plugin: `returned no Map`. */
export class WrongResult extends TypeError {
  override readonly name = "WrongResult";
}

/**
 * What a hook returned, for a `decide` that reads it. A promise may reject long after its step, which ends no process.
 *
 * @throws {WrongResult} a promise
 */
export function withoutPromise<T>(decided: T): Decided<T> {
  if (!(decided instanceof Promise)) return decided as Decided<T>;
  decided.catch(() => {});
  throw new WrongResult("answered with a promise");
}
