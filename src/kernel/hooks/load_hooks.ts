// The decisions of plugins for one thread, where they depend on what has to be fetched.

import { AgentError } from "../../core/error.ts";
import type { CompiledPlugin } from "./agent_plugins.ts";
import { assertHooks } from "./check_hooks.ts";
import type { AgentFacts, LoadFacts } from "./facts.ts";
import type { PluginHooks, StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";

/**
 * Makes the decisions for a thread, in place of those of `compile`, whose `tools`, `threadTools`, `redact` and `count` stay; undefined: those of `compile`.
 * Another one that `compile` has is named here too, as undefined where it is not meant: none is dropped by accident. A promise is waited for
 * before the step begins, for at most {@link LOAD_MS}.
 *
 * @throws {AgentError} its own: the step is refused with it; whatever else it throws is `plugin_failed`
 */
export type LoadHooks<Thread = unknown, Run = unknown, Config = unknown> = (
  agent: AgentFacts<Config>,
  thread: LoadFacts,
) => PluginHooks<Thread, Run> | undefined | Promise<PluginHooks<Thread, Run> | undefined>;

/** Milliseconds after which a plugin that loads has failed. */
export const LOAD_MS = 10_000;

/** A plugin that loads decisions, and the agent that they are for. */
export interface LoadingPlugin extends CompiledPlugin {
  readonly agent: AgentFacts;
  readonly load: LoadHooks;
}

/**
 * The plugin with the decisions for the thread. It throws nothing at once: what other plugins load meanwhile would reject unheard.
 *
 * @throws {AgentError} plugin_failed, and what the plugin throws
 */
export function loadHooks(
  { plugin, hooks, agent, load }: LoadingPlugin,
  thread: LoadFacts,
): CompiledPlugin | Promise<CompiledPlugin> {
  const withLoaded = (loaded: PluginHooks | undefined): CompiledPlugin => {
    if (loaded === undefined) return { plugin, hooks };
    assertHooks(plugin.name, loaded, hooks);
    return { plugin, hooks: loaded };
  };
  try {
    const loading = load(agent, thread);
    return loading instanceof Promise
      ? inTime(plugin, "load", () => loading).then(withLoaded)
      : withLoaded(loading);
  } catch (thrown) {
    return Promise.reject(toRefusal(plugin.name, "load", thrown));
  }
}

/**
 * What a plugin has fetched.
 *
 * @throws {AgentError} its own, and plugin_failed for whatever else it throws, and where it does not answer
 */
export async function inTime<T>({ name }: StepPlugin, hook: string, load: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(pluginFailed(name, `did not answer within ${LOAD_MS} ms in ${hook}`));
    timer = setTimeout(fail, LOAD_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (thrown) {
    throw toRefusal(name, hook, thrown);
  } finally {
    clearTimeout(timer);
  }
}

function toRefusal(plugin: string, hook: string, thrown: unknown): AgentError {
  return thrown instanceof AgentError ? thrown : pluginFailed(plugin, `threw in ${hook}`, thrown);
}
