// The plugins of a deployment that decide about steps: checked when it is made, and compiled for each of its agents.

import type { Agent } from "../core/agent.ts";
import { deepFreeze } from "../core/deep_freeze.ts";
import { AgentError } from "../core/error.ts";
import type { Tool } from "../core/tool.ts";
import { takesOtherTools } from "../core/tool/with_client_tools.ts";
import { AgentPlugins, type CompiledPlugin } from "./agent_plugins.ts";
import { assertConfigsRead, readConfig } from "./agent_config.ts";
import { callHook } from "./call_hook.ts";
import type { AgentFacts, AgentTool, PluginHooks, StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";
import { readSlice, type StoredStates } from "./plugin_states.ts";
import { LONGEST_MATCH } from "./redaction.ts";

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

  /**
   * @throws {AgentError} config_invalid - a name that is none; a version that is none; a state that does not fit
   * its own schema
   */
  constructor(plugins: readonly StepPlugin[]) {
    // One without decisions and states may have any name.
    assertDefinitions(plugins.filter(({ compile, slices }) => compile !== undefined || slices !== undefined));
    this.#all = plugins;
    this.#listed = plugins.filter(({ compile }) => compile !== undefined);
    this.#plugins = this.#listed.toSorted((one, other) => one.name < other.name ? -1 : 1);
  }

  /** True for a deployment without a plugin that decides: its requests ask for none. */
  get isEmpty(): boolean {
    return this.#plugins.length === 0;
  }

  /** True where people are asked about calls that wait. */
  get asksPeople(): boolean {
    return this.#all.some(({ asksPeople }) => asksPeople);
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
    const compiled = this.#compile(agent);
    const wraps = this.#listed.flatMap((plugin) => compiled.filter((each) => each.plugin === plugin));
    const plugins = new AgentPlugins(compiled, wraps, this.asksPeople);
    this.#compiled.set(agent, plugins);
    return plugins;
  }

  /** In the order of their names. Those that ask people come last, since they have to know of the tools that others bring. */
  #compile(agent: Agent): readonly CompiledPlugin[] {
    const { name } = agent;
    const hasOtherTools = takesOtherTools(agent);
    const compileWith = (plugins: readonly StepPlugin[], all: readonly Tool[]): CompiledPlugin[] => {
      const tools = deepFreeze(all.map(toAgentTool));
      return plugins.flatMap((plugin) => {
        const config = readConfig(plugin, agent);
        const facts: AgentFacts = Object.freeze({ name, tools, hasOtherTools, config });
        const hooks = callHook(plugin, "compile", () => plugin.compile?.(facts));
        if (hooks === undefined) return [];
        assertHooks(plugin.name, hooks);
        return [{ plugin, hooks }];
      });
    };
    const others = compileWith(this.#plugins.filter(({ asksPeople }) => !asksPeople), agent.tools);
    // What is no tool is refused when the agent is extended by it.
    const brought = others.flatMap(({ hooks }) => hooks.tools ?? []).filter((tool) => Object(tool) === tool);
    const asking = this.#plugins.filter(({ asksPeople }) => asksPeople);
    const all = [...others, ...compileWith(asking, [...agent.tools, ...brought])];
    return this.#plugins.flatMap((plugin) => all.filter((each) => each.plugin === plugin));
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

function toAgentTool({ name, effect, needsApproval }: Tool): AgentTool {
  return { name, effect, needsApproval: needsApproval !== false };
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
} satisfies Record<keyof PluginHooks, true>;

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
