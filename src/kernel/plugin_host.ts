// The plugins of a deployment that decide about steps: checked when it is made, and compiled for each of its agents.

import type { Agent } from "../core/agent.ts";
import { deepFreeze } from "../core/deep_freeze.ts";
import { AgentError } from "../core/error.ts";
import type { Tool } from "../core/tool.ts";
import { AgentPlugins, type CompiledPlugin } from "./agent_plugins.ts";
import { assertConfigsRead, readConfig } from "./agent_config.ts";
import { callHook } from "./call_hook.ts";
import type { AgentFacts, PluginHooks, StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";
import { readSlice, type StoredStates } from "./plugin_states.ts";
import { LONGEST_MATCH } from "./redaction.ts";
import { StepCounters } from "./step_counters.ts";

/** The plugins of a deployment that decide about steps. */
export class PluginHost {
  /** Every plugin of the deployment, those without decisions too. */
  readonly #all: readonly StepPlugin[];
  /** In the order of their names. */
  readonly #plugins: readonly StepPlugin[];
  /** In the order of the list. */
  readonly #listed: readonly StepPlugin[];
  readonly #compiled = new WeakMap<Agent, AgentPlugins>();
  /** Of the agents of the deployment: a request that adds to one, or leaves tools of it out, has the decisions of the whole agent. */
  readonly #byName = new Map<string, AgentPlugins>();
  /** True where a plugin decides about an agent that was compiled. */
  #decides = false;

  /**
   * @throws {AgentError} config_invalid - a name that is none; a version that is none; a state that does not fit
   * its own schema
   */
  constructor(plugins: readonly StepPlugin[]) {
    // One without decisions and states may have any name.
    assertDefinitions(plugins.filter(({ compile, slices }) => compile !== undefined || slices !== undefined));
    assertCountKeys(plugins.filter(({ compile }) => compile !== undefined));
    this.#all = plugins;
    this.#listed = plugins.filter(({ compile }) => compile !== undefined);
    this.#plugins = this.#listed.toSorted((one, other) => one.name < other.name ? -1 : 1);
  }

  /** True for a deployment without a plugin that decides about one of its agents: its requests ask for none. */
  get isEmpty(): boolean {
    return this.#plugins.length === 0 || this.#byName.size > 0 && !this.#decides;
  }

  /**
   * Refuses a thread with states of a plugin for safety that the deployment does not have.
   *
   * @throws {AgentError} plugin_missing
   */
  assertNoneMissing({ thread, run }: StoredStates): void {
    if (thread === undefined && run === undefined) return;
    for (const [name, { safety }] of [...Object.entries(thread ?? {}), ...Object.entries(run ?? {})]) {
      if (!safety || this.#plugins.some((plugin) => plugin.name === name)) continue;
      throw new AgentError(
        "plugin_missing",
        `The thread has a state of the plugin ${name}, without which it may not go on; add the plugin to the deployment.`,
        { details: { plugin: name } },
      );
    }
  }

  /**
   * The plugins that decide about an agent. One that {@link extend} has seen is known by its name; any other object is compiled once.
   *
   * @throws {AgentError} plugin_failed - compile throws
   * @throws {AgentError} agent_invalid - what the agent sets of a plugin does not fit
   */
  of(agent: Agent): AgentPlugins {
    const known = this.#byName.get(agent.name) ?? this.#compiled.get(agent);
    if (known !== undefined) return known;
    const { name } = agent;
    const tools = deepFreeze(agent.tools.map(({ name, effect }) => ({ name, effect })));
    const compiled = this.#plugins.flatMap((plugin): CompiledPlugin[] => {
      const facts: AgentFacts = Object.freeze({ name, tools, config: readConfig(plugin, agent) });
      const hooks = callHook(plugin, "compile", () => plugin.compile?.(facts));
      if (hooks === undefined) return [];
      assertHooks(plugin.name, hooks);
      return [{ plugin, hooks }];
    });
    const wraps = this.#listed.flatMap((plugin) => compiled.filter((each) => each.plugin === plugin));
    const plugins = new AgentPlugins(compiled.filter(decides), wraps, undefined, new StepCounters(compiled));
    this.#decides ||= plugins.hasAny;
    this.#compiled.set(agent, plugins);
    return plugins;
  }

  /**
   * The agent of the deployment with the tools that plugins bring, in the order of their names. What is compiled for it counts for all
   * that goes by its name.
   *
   * @throws {AgentError} plugin_failed, agent_invalid - a tool is none, or has the name of another; settings do not fit
   * @throws {AgentError} config_invalid - the agent has settings that no plugin reads
   */
  extend(agent: Agent, withTools: (agent: Agent, tools: readonly Tool[]) => Agent): Agent {
    assertConfigsRead(agent, this.#all);
    const plugins = this.of(agent);
    this.#byName.set(agent.name, plugins);
    return plugins.tools.length === 0 ? agent : withTools(agent, plugins.tools);
  }
}

const HOOKS = {
  take: true,
  mayStep: true,
  offer: true,
  judge: true,
  observed: true,
  planned: true,
  remind: true,
  wrapToolCall: true,
  tools: true,
  redact: true,
  count: true,
} satisfies Record<keyof PluginHooks, true>;

/** False for a plugin that counts steps and does nothing else. */
function decides({ plugin: { slices }, hooks }: CompiledPlugin): boolean {
  return slices !== undefined || hooks.count === undefined ||
    Object.keys(HOOKS).some((name) => name !== "count" && Reflect.get(hooks, name) !== undefined);
}

/** A decision with a mistyped name would never be asked, and guard nothing. */
function assertHooks(plugin: string, hooks: unknown): void {
  if (typeof hooks !== "object" || hooks === null) {
    throw pluginFailed(plugin, "returns no decisions in compile");
  }
  for (const [name, hook] of Object.entries(hooks)) {
    if (hook === undefined) continue;
    if (!Object.hasOwn(HOOKS, name)) throw pluginFailed(plugin, `has a decision that there is not: ${name}`);
    const isRight = name === "tools"
      ? Array.isArray(hook)
      : name === "redact"
      ? isRedaction(hook)
      : typeof hook === "function";
    if (!isRight) throw pluginFailed(plugin, `has a ${name} that is ${FORMS[name] ?? "no function"}`);
  }
}

const FORMS: Readonly<Record<string, string>> = {
  tools: "no list",
  redact: `no function \`text\` with a \`longest\` of 1 to ${LONGEST_MATCH}`,
};

function isRedaction(hook: unknown): boolean {
  if (typeof hook !== "object" || hook === null || !("text" in hook) || !("longest" in hook)) return false;
  const { text, longest } = hook;
  return typeof text === "function" && typeof longest === "number" && Number.isInteger(longest) &&
    longest >= 1 && longest <= LONGEST_MATCH;
}

const NAME = /^[a-z0-9][a-z0-9_./-]{0,63}$/;

/** Two plugins with one key would read the counters of each other. */
function assertCountKeys(plugins: readonly StepPlugin[]): void {
  const owners = new Map<string, string>();
  for (const { name, countKey = name } of plugins) {
    const key = JSON.stringify(countKey);
    if (typeof countKey !== "string" || countKey !== "" && !NAME.test(countKey)) {
      throw new AgentError("config_invalid", `The plugin ${name} has a countKey that is no name: ${key}.`);
    }
    const owner = owners.get(countKey);
    if (owner !== undefined) {
      throw new AgentError(
        "config_invalid",
        `The plugins ${owner} and ${name} count under one key, ${key}; give one of them another countKey.`,
      );
    }
    owners.set(countKey, name);
  }
}

function assertDefinitions(plugins: readonly StepPlugin[]): void {
  for (const { name, version = 1, slices = {} } of plugins) {
    const refuse = (why: string) => {
      throw new AgentError("config_invalid", `The plugin ${JSON.stringify(name)} ${why}.`);
    };
    if (typeof name !== "string" || !NAME.test(name)) {
      refuse("has no name of 1 to 64 of a-z, 0-9, -, _, . and /");
    }
    if (!Number.isInteger(version) || version < 1) refuse("has a version that is no whole number from 1 on");
    for (const [scope, slice] of Object.entries(slices)) {
      const read = slice && readSlice(slice, slice.initial);
      if (read && "why" in read) refuse(`begins with a state of the ${scope} that is none: ${read.why}`);
    }
  }
}
