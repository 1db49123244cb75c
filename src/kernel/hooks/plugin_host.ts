// The plugins of a deployment that decide about steps: checked when it is made, and compiled for each of its agents.

import { type Agent, hasCatalogue } from "../../core/agent.ts";
import { deepFreeze } from "../../core/deep_freeze.ts";
import { AgentError } from "../../core/error.ts";
import type { Tool } from "../../core/tool.ts";
import type { ThreadToolSource } from "../../core/tool/thread_tools.ts";
import { AgentPlugins, type CompiledPlugin, composeRedactor } from "./agent_plugins.ts";
import { assertConfigsRead, readConfig } from "./agent_config.ts";
import { callHook } from "./call_hook.ts";
import { assertHooks, isCounterAlone } from "./check_hooks.ts";
import { takesOtherTools } from "../../core/tool/with_client_tools.ts";
import { type LoadHooks, loadHooks } from "./load_hooks.ts";
import type { AgentFacts, AgentTool, LoadFacts } from "./facts.ts";
import type { StepPlugin } from "./plugin.ts";
import { findThreadTools } from "./thread_tools.ts";
import { readSlice, type StoredStates } from "./plugin_states.ts";
import type { Redactor } from "./redaction.ts";
import { StepCounters } from "./step_counters.ts";

/** The plugins of an agent. */
interface CompiledAgent {
  readonly agent: Omit<AgentFacts, "config">;
  /** Those that are about it, in the order of their names; those that count alone, too. */
  readonly compiled: readonly ConfiguredPlugin[];
  /** What opens the tools of its threads. */
  readonly threadTools: ThreadToolSource | undefined;
  /** What all of them take out of texts. */
  readonly redactor: Redactor | undefined;
  /** Those that count its steps. */
  readonly counters: StepCounters;
}

/** A plugin with what the agent sets of it. */
interface ConfiguredPlugin extends CompiledPlugin {
  readonly config: unknown;
}

/** The plugins of a deployment that decide about steps. */
export class PluginHost {
  /** Every plugin of the deployment, those without decisions too. */
  readonly #all: readonly StepPlugin[];
  /** In the order of their names. */
  readonly #plugins: readonly StepPlugin[];
  /** In the order of the list. */
  readonly #listed: readonly StepPlugin[];
  readonly #compiled = new WeakMap<Agent, CompiledAgent>();
  /** Of the agents of the deployment: a request that adds to one, or leaves tools of it out, has the decisions of the whole agent. */
  readonly #byName = new Map<string, CompiledAgent>();
  /** What decides about an agent before anything is loaded for a thread. */
  #unloaded = new WeakMap<CompiledAgent, AgentPlugins>();
  /** What loads decisions, by the name of its plugin. */
  readonly #loaders = new Map<string, LoadHooks>();
  /** True where a plugin redacts the texts of an agent that was compiled. */
  #redacts = false;

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

  /** True for a deployment whose agents no plugin redacts: its requests ask for no redactor. */
  get redactsNothing(): boolean {
    return this.#plugins.length === 0 || this.#byName.size > 0 && !this.#redacts;
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
        `The thread has a state of the plugin ${name}; add the plugin to the deployment.`,
        { details: { plugin: name } },
      );
    }
  }

  /** Has the decisions of an opened plugin made for each thread, in place of those that it compiles. */
  addLoader({ name }: StepPlugin, load: LoadHooks): void {
    this.#loaders.set(name, load);
    this.#unloaded = new WeakMap();
  }

  /**
   * The plugins that decide about an agent, without those that load their decisions for a thread. An agent that {@link extend} has seen is known by its name; any
   * other object is compiled once.
   *
   * @throws {AgentError} plugin_failed - compile throws
   * @throws {AgentError} agent_invalid - what the agent sets of a plugin does not fit
   */
  of(agent: Agent): AgentPlugins {
    const compiled = this.#compile(agent);
    const known = this.#unloaded.get(compiled);
    if (known !== undefined) return known;
    const unloaded = compiled.compiled.filter((each) =>
      decides(each) && !this.#loaders.has(each.plugin.name)
    );
    const plugins = this.#assemble(unloaded, compiled.redactor);
    this.#unloaded.set(compiled, plugins);
    return plugins;
  }

  /** The plugins that count the steps of an agent. */
  countersOf(agent: Agent): StepCounters {
    return this.#compile(agent).counters;
  }

  /** The tools that plugins bring to an agent, in the order of their names. */
  toolsOf(agent: Agent): readonly Tool[] {
    return this.#compile(agent).compiled.flatMap(({ hooks }) => hooks.tools ?? []);
  }

  /** What opens the tools of the agent's threads: its own, or that of a plugin. */
  threadToolsOf(agent: Agent): ThreadToolSource | undefined {
    return agent.threadTools ?? this.#compile(agent).threadTools;
  }

  /**
   * The plugins that decide about a thread of the agent. A promise only where one of them has to wait for what it loads.
   *
   * @throws {AgentError} as {@link of}, and the refusal of a plugin that loads
   */
  forThread(agent: Agent, thread: LoadFacts): AgentPlugins | Promise<AgentPlugins> {
    const { agent: facts, compiled, redactor } = this.#compile(agent);
    if (!compiled.some(({ plugin }) => this.#loaders.has(plugin.name))) return this.of(agent);
    const loading = compiled.map(({ plugin, hooks, config }) => {
      const load = this.#loaders.get(plugin.name);
      if (load === undefined) return { plugin, hooks };
      return loadHooks({ plugin, hooks, load, agent: { ...facts, config } }, thread);
    });
    const assemble = (loaded: readonly CompiledPlugin[]) => this.#assemble(loaded.filter(decides), redactor);
    return loading.every(isLoaded) ? assemble(loading) : Promise.all(loading).then(assemble);
  }

  #compile(agent: Agent): CompiledAgent {
    const known = this.#byName.get(agent.name) ?? this.#compiled.get(agent);
    if (known !== undefined) return known;
    const hooks = this.#compileHooks(agent);
    const { compiled } = hooks;
    const made = { ...hooks, redactor: composeRedactor(compiled), counters: new StepCounters(compiled) };
    this.#redacts ||= made.redactor !== undefined;
    this.#compiled.set(agent, made);
    return made;
  }

  #assemble(compiled: readonly CompiledPlugin[], redactor: Redactor | undefined): AgentPlugins {
    const listed = this.#listed.flatMap((plugin) => compiled.filter((each) => each.plugin === plugin));
    return new AgentPlugins(compiled, listed, this.asksPeople, redactor);
  }

  /**
   * In the order of their names. Those that ask people come last, since they have to know of the tools that others bring. Where one opens
   * tools of threads (`opener`), the others are compiled once more, with facts that say so: what they threw or returned before does not count.
   */
  #compileHooks(
    agent: Agent,
    opener?: ConfiguredPlugin,
  ): Pick<CompiledAgent, "agent" | "compiled" | "threadTools"> {
    const whole = { ...agent, threadTools: opener?.hooks.threadTools ?? agent.threadTools };
    const failures: unknown[] = [];
    const compileWith = (asking: boolean, tools: readonly Tool[]) => {
      const facts = toFacts(whole, tools);
      return this.#plugins.flatMap((plugin): ConfiguredPlugin[] => {
        if (!plugin.asksPeople === asking) return [];
        if (plugin === opener?.plugin) return [opener];
        try {
          return compileFor(plugin, agent, facts);
        } catch (failure) {
          failures.push(failure);
          return [];
        }
      });
    };
    const compiled = compileWith(false, agent.tools);
    // What is no tool is refused when the agent is extended by it.
    const brought = compiled.flatMap(({ hooks }) => hooks.tools ?? []).filter((tool) =>
      Object(tool) === tool
    );
    const all = [...compiled, ...compileWith(true, [...agent.tools, ...brought])];
    const threadTools = findThreadTools(agent, all);
    const opens = opener ?? all.find(({ hooks }) => hooks.threadTools !== undefined);
    if (opens !== opener) return this.#compileHooks(agent, opens);
    if (failures.length > 0) throw failures[0];
    return {
      agent: toFacts(whole, agent.tools),
      threadTools,
      compiled: this.#plugins.flatMap((plugin) => all.filter((each) => each.plugin === plugin)),
    };
  }

  /**
   * The agent of the deployment with the tools that plugins bring, in the order of their names, and with what opens those of its threads.
   * What is compiled for it counts for all that goes by its name.
   *
   * @throws {AgentError} plugin_failed, agent_invalid - a tool is none, or has the name of another; settings do not fit; two things open tools of threads
   * @throws {AgentError} config_invalid - the agent has settings that no plugin reads
   */
  extend(agent: Agent, withTools: (agent: Agent, tools: readonly Tool[]) => Agent): Agent {
    assertConfigsRead(agent, this.#all);
    this.#byName.set(agent.name, this.#compile(agent));
    const tools = this.toolsOf(agent);
    const threadTools = this.threadToolsOf(agent);
    if (threadTools !== agent.threadTools) return withTools({ ...agent, threadTools }, tools);
    return tools.length === 0 ? agent : withTools(agent, tools);
  }
}

/** What a plugin decides about an agent; empty where it is not about it. */
function compileFor(plugin: StepPlugin, agent: Agent, facts: CompiledAgent["agent"]): ConfiguredPlugin[] {
  const config = readConfig(plugin, agent);
  const hooks = callHook(plugin, "compile", () => plugin.compile?.(Object.freeze({ ...facts, config })));
  if (hooks === undefined) return [];
  assertHooks(plugin.name, hooks);
  // They are a part of the agent's hash, as JSON.
  callHook(plugin, "settings of threadTools", () => JSON.stringify(hooks.threadTools?.settings));
  return [{ plugin, hooks, config }];
}

/** False for a plugin that counts steps and does nothing else: a session has no states for it. */
function decides({ plugin: { slices }, hooks }: CompiledPlugin): boolean {
  return slices !== undefined || !isCounterAlone(hooks);
}

function toAgentTool({ name, effect, needsApproval }: Tool): AgentTool {
  return { name, effect, needsApproval: needsApproval !== false };
}

function toFacts(agent: Agent, tools: readonly Tool[]): Omit<AgentFacts, "config"> {
  const { name, toolChoice } = agent;
  return {
    name,
    tools: deepFreeze(tools.map(toAgentTool)),
    hasOtherTools: takesOtherTools(agent),
    toolChoice,
    hasCatalogue: hasCatalogue(agent),
  };
}

function isLoaded(plugin: CompiledPlugin | Promise<CompiledPlugin>): plugin is CompiledPlugin {
  return !(plugin instanceof Promise);
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
