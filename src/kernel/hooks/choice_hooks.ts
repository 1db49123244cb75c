// What plugins say of the choice of a plan: the tools that they leave, the choice that they make, and what those in shadow would do.

import type { StandingOffer } from "../choice/offers.ts";
import type { ResolvedChoice } from "../choice/resolved_choice.ts";
import { type AgentError, toAgentError } from "../../core/error.ts";
import { callHook, callRefusingHook, withoutPromise } from "./call_hook.ts";
import type { PluginFacts } from "./facts.ts";
import { toChoice, toOffer, toTitle } from "./hook_results.ts";
import { type PluginRefusal, toDenial } from "./judge_calls.ts";
import type { PluginHooks, StepPlugin } from "./plugin.ts";
import type { Redactor } from "./redaction.ts";

/** A plugin with what its decisions are made from. */
export interface AskedPlugin {
  readonly plugin: StepPlugin;
  readonly hooks: PluginHooks;
  /** @throws {AgentError} plugin_failed - the plugin has no states */
  readonly facts: () => PluginFacts;
  /** Of all plugins of the agent. */
  readonly redactor: Redactor | undefined;
}

/** A plugin that only says what it would do. */
export interface ShadowPlugin {
  /** As the beginning of a clause: `guard careful`. */
  readonly title: string;
  /** @throws {AgentError} plugin_failed */
  offers(): readonly StandingOffer[];
  /** @throws {AgentError} plugin_failed, or what the plugin throws */
  choose(): ResolvedChoice | undefined;
}

/**
 * What the plugin leaves of the tools; empty where it leaves all.
 *
 * @throws {AgentError} plugin_failed
 */
export function callOfferHook({ plugin, hooks, facts, redactor }: AskedPlugin): readonly StandingOffer[] {
  const given = facts();
  return callHook(plugin, "offer", () => {
    const offer = withoutPromise(hooks.offer?.(given));
    return offer === undefined ? [] : [toOffer(plugin, hooks, offer, redactor)];
  });
}

/**
 * The choice of the plugin.
 *
 * @throws {AgentError} plugin_failed, or what the plugin throws
 */
export function callChooseHook({ plugin, hooks, facts, redactor }: AskedPlugin): ResolvedChoice | undefined {
  if (hooks.choose === undefined) return undefined;
  const given = facts();
  return callRefusingHook(plugin, "choose", () => {
    const chosen = withoutPromise(hooks.choose?.(given));
    if (chosen === undefined) return undefined;
    return toChoice(plugin, hooks, chosen, { tools: given.tools, redactor });
  });
}

/** What a plugin in shadow says when it is asked. */
export function toShadow(asked: AskedPlugin): ShadowPlugin {
  return {
    title: toTitle(asked.plugin, asked.hooks),
    offers: () => callOfferHook(asked),
    choose: () => callChooseHook(asked),
  };
}

/**
 * For each of the tools how the first plugin that denies it refuses its calls. A plugin that fails here denies all of them, and
 * `onFailure` has the error.
 */
export function findDenials(
  plugins: readonly AskedPlugin[],
  tools: readonly string[],
  onFailure: (error: AgentError) => void,
): ReadonlyMap<string, PluginRefusal> {
  const denials = new Map<string, PluginRefusal>();
  for (const { plugin, hooks, facts, redactor } of plugins) {
    if (hooks.offer === undefined || hooks.shadow) continue;
    const denialOf = (rule: string | undefined) => toDenial(plugin, hooks, rule, redactor);
    let denied: readonly (readonly [tool: string, PluginRefusal])[];
    try {
      const given = facts();
      denied = callHook(plugin, "offer", () => {
        const { deny = [], ruleOf } = withoutPromise(hooks.offer?.(given)) ?? {};
        return tools.filter((tool) => deny.includes(tool)).map((tool) =>
          [tool, denialOf(ruleOf?.(tool))] as const
        );
      });
    } catch (thrown) {
      onFailure(toAgentError(thrown));
      denied = tools.map((tool) => [tool, denialOf(undefined)] as const);
    }
    for (const [tool, denial] of denied) if (!denials.has(tool)) denials.set(tool, denial);
  }
  return denials;
}
