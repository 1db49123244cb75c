// The plugins around the steps of one agent: their decisions together. The order of plugins decides nothing: they are asked in the order
// of their names, each from its own states and the same facts.

import type { StandingOffer } from "../choice/offers.ts";
import type { ChosenCondition, ResolvedChoice } from "../choice/resolved_choice.ts";
import { deepFreeze } from "../../core/deep_freeze.ts";
import { AgentError, toAgentError } from "../../core/error.ts";
import type { ToolWrap } from "../../core/executor.ts";
import type { JudgedCall, MadePlan, ObservedCall, PluginFacts, Slices, TakenInput } from "./facts.ts";
import type { PluginHooks, StateChange, StepPlugin } from "./plugin.ts";
import { readRefusal, redactWords, withChange } from "./hook_results.ts";
import { callHook, withoutPromise, WrongResult } from "./call_hook.ts";
import {
  type AskedPlugin,
  callChooseHook,
  callOfferHook,
  findDenials,
  type ShadowPlugin,
  toShadow,
} from "./choice_hooks.ts";
import { type Judge, judgeCalls, type PluginRefusal, type PluginVerdicts } from "./judge_calls.ts";
import { initialSlices, isWhole, type PluginState, type PluginStates } from "./plugin_states.ts";
import { Redactor } from "./redaction.ts";

/** What the facts of all plugins have in common. */
export type SharedFacts = Omit<PluginFacts, "thread" | "run">;

/** A plugin that decides about an agent. */
export interface CompiledPlugin {
  readonly plugin: StepPlugin;
  readonly hooks: PluginHooks;
}

/** The plugins that decide about one agent, in the order of their names. */
export class AgentPlugins {
  readonly #compiled: readonly CompiledPlugin[];
  /** Those that wrap the run of a tool, the innermost first. */
  readonly #wraps: readonly CompiledPlugin[];
  /** What all of them take out of texts; undefined where none redacts. */
  readonly redactor: Redactor | undefined;
  /** The deployment has a plugin by which people are asked. */
  readonly #asksPeople: boolean;

  /** `listed`: the same in the order of the deployment's list. */
  constructor(
    compiled: readonly CompiledPlugin[],
    listed: readonly CompiledPlugin[],
    asksPeople: boolean,
    redactor: Redactor | undefined = composeRedactor(compiled),
  ) {
    this.#asksPeople = asksPeople;
    this.#compiled = compiled;
    this.#wraps = listed.filter(({ hooks }) => hooks.wrapToolCall !== undefined).toReversed();
    this.redactor = redactor;
  }

  /** What the model is told before a plan. A plugin that fails here guards nothing: it says nothing, and `onFailure` has the error. */
  reminders(
    states: PluginStates,
    facts: SharedFacts,
    onFailure: (error: AgentError) => void,
  ): readonly string[] {
    return this.#compiled.flatMap(({ plugin, hooks }) => {
      try {
        return callHook(plugin, "remind", () => {
          const text = withoutPromise(hooks.remind?.(factsFor(plugin, states, facts)));
          if (text !== undefined && typeof text !== "string") throw new WrongResult("returned no text");
          return text === undefined || text === "" ? [] : [text];
        });
      } catch (thrown) {
        onFailure(toAgentError(thrown));
        return [];
      }
    });
  }

  /** What runs a tool within all plugins that wrap it; undefined where none does. */
  wrap(states: PluginStates, facts: SharedFacts): ToolWrap | undefined {
    if (this.#wraps.length === 0) return undefined;
    return (call, run) => {
      const given = Object.freeze({ ...call, args: deepFreeze(call.args) });
      const wrapped = this.#wraps.reduce<() => Promise<unknown>>(
        (inner, { plugin, hooks }) => async () =>
          await hooks.wrapToolCall?.(given, inner, factsFor(plugin, states, facts)),
        call.effect === "once" ? onlyOnce(run) : run,
      );
      return wrapped();
    };
  }

  /** The decisions of one plugin alone. It sees what it sees beside the others. */
  only(plugin: StepPlugin): AgentPlugins {
    return new AgentPlugins(
      this.#compiled.filter((each) => each.plugin === plugin),
      [],
      this.#asksPeople,
      this.redactor,
    );
  }

  /** True where one of those by which people are asked judges the calls: without it no call of a tool that needs approval may run. */
  get judgesForPeople(): boolean {
    return this.#compiled.some(({ plugin: { asksPeople }, hooks: { judge, shadow } }) =>
      asksPeople === true && judge !== undefined && shadow !== true
    );
  }

  /** False for an agent that no plugin is about: its steps cost nothing then. */
  get hasAny(): boolean {
    return this.#compiled.length > 0;
  }

  /** Names of tools that the operator has written for the decisions of plugins. */
  get toolNames(): readonly string[] {
    return this.#compiled.flatMap(({ hooks }) => hooks.toolNames ?? []);
  }

  /** What traces and counters say of each plan; of two plugins with one name the first counts. */
  get attributes(): Readonly<Record<string, string>> {
    return Object.assign({}, ...this.#compiled.toReversed().map(({ hooks }) => hooks.attributes));
  }

  /** True where a plugin judges calls, and may hold one for people. */
  get judges(): boolean {
    return this.#compiled.some(({ hooks }) => hooks.judge !== undefined);
  }

  get plugins(): readonly StepPlugin[] {
    return this.#compiled.map(({ plugin }) => plugin);
  }

  /** The states at the beginning of a run, with those of the thread as they are. */
  ofNextRun(states: PluginStates): PluginStates {
    return this.#change(states, ({ plugin }, { thread }) => ({ thread, run: initialSlices(plugin).run }));
  }

  /** The states behind inputs. */
  take(states: PluginStates, inputs: readonly TakenInput[], facts: SharedFacts): PluginStates {
    if (inputs.length === 0) return states;
    const { redactor } = this;
    return this.#decide("take", states, facts, {
      seen: () => redactor === undefined ? [...inputs] : inputs.map((input) => redactTaken(input, redactor)),
      decide: (hooks, taken, given) => hooks.take?.(taken, given),
    });
  }

  /**
   * Refuses a step that some plugin could not decide about. One in shadow decides nothing.
   *
   * @throws {AgentError} plugin_failed, schema_unsupported
   */
  assertWhole(states: PluginStates): void {
    for (const { plugin, hooks } of this.#compiled) if (!hooks.shadow) requireSlices(plugin, states);
  }

  /** True where some plugin may refuse a step. */
  get decidesAboutSteps(): boolean {
    return this.#compiled.some(({ hooks }) => hooks.mayStep !== undefined);
  }

  /**
   * The refusal of a step: that of the first plugin that has one.
   *
   * @throws {AgentError} plugin_failed
   */
  refusal(states: PluginStates, facts: SharedFacts): AgentError | undefined {
    for (const { plugin, hooks } of this.#compiled) {
      if (hooks.mayStep === undefined) continue;
      const given = factsFor(plugin, states, facts);
      const refused = callHook(plugin, "mayStep", () => {
        const refusal = withoutPromise(hooks.mayStep?.(given));
        return refusal === undefined ? undefined : redactWords(readRefusal(refusal), this.redactor);
      });
      if (refused === undefined) continue;
      return new AgentError("step_refused", refused, { details: { plugin: plugin.name } });
    }
    return undefined;
  }

  /**
   * The states that a step begins with; `stored` are those of the plugin, and `replayed` gives what the entries of the thread lead to.
   *
   * @throws {AgentError} plugin_failed
   */
  adopt(plugin: StepPlugin, stored: Slices, replayed: () => Slices): Slices {
    const hooks = this.#compiled.find((each) => each.plugin === plugin)?.hooks;
    if (hooks?.adopt === undefined) return stored;
    return withChange(
      plugin,
      stored,
      callHook(plugin, "adopt", () => hooks.adopt?.(stored, replayed)),
      "adopt",
    );
  }

  /**
   * What the plugins leave of the tools.
   *
   * @throws {AgentError} plugin_failed
   */
  offers(states: PluginStates, facts: SharedFacts): readonly StandingOffer[] {
    return this.#asked(states, facts).flatMap((each) => each.hooks.shadow ? [] : callOfferHook(each));
  }
  /**
   * The choice of the first plugin that chooses.
   *
   * @throws {AgentError} plugin_failed, or what the plugin throws
   */
  choose(states: PluginStates, facts: SharedFacts): ResolvedChoice | undefined {
    for (const each of this.#asked(states, facts)) {
      const chosen = each.hooks.shadow ? undefined : callChooseHook(each);
      if (chosen !== undefined) return chosen;
    }
    return undefined;
  }
  /** The plugins that only say what they would do. */
  inShadow(states: PluginStates, facts: SharedFacts): readonly ShadowPlugin[] {
    return this.#asked(states, facts).filter(({ hooks }) => hooks.shadow).map(toShadow);
  }

  /**
   * For each of the tools how calls of it are refused that an offer denies, whether or not the choice has the tool: one of a catalogue is called through a
   * bridge, and the choice has the bridge alone. A plugin that fails here denies all of them, and `onFailure` has the error.
   */
  denials(
    states: PluginStates,
    tools: readonly string[],
    facts: SharedFacts,
    onFailure: (error: AgentError) => void,
  ): ReadonlyMap<string, PluginRefusal> {
    return findDenials(this.#asked(states, facts), tools, onFailure);
  }

  /** The plugins with what their decisions about a choice are made from. */
  #asked(states: PluginStates, facts: SharedFacts): readonly AskedPlugin[] {
    const { redactor } = this;
    return this.#compiled.map(({ plugin, hooks }) => ({
      plugin,
      hooks,
      redactor,
      facts: () => factsFor(plugin, states, facts),
    }));
  }

  /** What the plugins say of calls. */
  judge(
    states: PluginStates,
    calls: readonly JudgedCall[],
    when: "planned" | "acting",
    facts: SharedFacts,
    onFailure: (error: AgentError) => void,
  ): PluginVerdicts {
    if (calls.length === 0) return { refused: new Map(), denied: new Map(), held: new Map(), shadowed: [] };
    const judged = deepFreeze(calls.map((call) => ({ ...call })));
    const judges = this.#compiled.map(({ plugin, hooks }): Judge => ({
      plugin,
      hooks,
      judge: () => hooks.judge?.(judged, when, factsFor(plugin, states, facts)),
    }));
    return judgeCalls(judges, calls, {
      when,
      asksPeople: this.#asksPeople,
      redactor: this.redactor,
      onFailure,
    });
  }

  /** The states behind observations. */
  observed(states: PluginStates, calls: readonly ObservedCall[], facts: SharedFacts): PluginStates {
    if (calls.length === 0) return states;
    const { redactor } = this;
    return this.#decide("observed", states, facts, {
      seen: () => calls.map((call) => redactor === undefined ? { ...call } : redactSeen(call, redactor)),
      decide: (hooks, seen, given) => hooks.observed?.(seen, given),
    });
  }

  /** The states behind a plan, which has satisfied this condition of a plugin's choice. */
  planned(
    states: PluginStates,
    plan: Omit<MadePlan, "satisfied">,
    facts: SharedFacts,
    satisfied?: ChosenCondition,
  ): PluginStates {
    const { text, usage } = plan;
    const { redactor } = this;
    return this.#decide("planned", states, facts, {
      seen: () => ({
        ...plan,
        text: redactor === undefined ? text : redactor.text(text),
        usage: { ...usage },
      }),
      decide: (hooks, made, given, { name }) =>
        hooks.planned?.(
          { ...made, satisfied: satisfied?.plugin === name ? satisfied.key : undefined },
          given,
        ),
    });
  }

  /**
   * What a plugin throws about what has happened comes too late to undo it: it has failed, and its states stay what they were. What it
   * sees is redacted, also where the history is older than the redaction: a state keeps nothing that is taken out.
   */
  #decide<Seen extends object>(
    hook: "take" | "observed" | "planned",
    states: PluginStates,
    facts: SharedFacts,
    { seen, decide }: {
      readonly seen: () => Seen;
      readonly decide: (
        hooks: PluginHooks,
        seen: Seen,
        facts: PluginFacts,
        plugin: StepPlugin,
      ) => StateChange<unknown, unknown> | undefined;
    },
  ): PluginStates {
    let frozen: Seen | undefined;
    return this.#change(states, ({ plugin, hooks }, slices) => {
      if (hooks[hook] === undefined) return slices;
      try {
        const shown = frozen ??= deepFreeze(seen());
        const given = Object.freeze({ ...facts, ...slices });
        return withChange(
          plugin,
          slices,
          callHook(plugin, hook, () => decide(hooks, shown, given, plugin)),
          hook,
        );
      } catch (thrown) {
        return { failed: toAgentError(thrown), before: slices };
      }
    });
  }

  #change(
    states: PluginStates,
    change: (compiled: CompiledPlugin, slices: Slices) => PluginState,
  ): PluginStates {
    return new Map(this.#compiled.map((compiled) => {
      const { plugin } = compiled;
      const state = states.get(plugin.name) ?? initialSlices(plugin);
      return [plugin.name, isWhole(state) ? change(compiled, state) : state];
    }));
  }
}

/** What plugins take out of texts, one after another. */
export function composeRedactor(compiled: readonly CompiledPlugin[]): Redactor | undefined {
  return Redactor.of(compiled.flatMap(({ plugin, hooks: { redact } }) => redact ? [{ plugin, redact }] : []));
}

function redactTaken(input: TakenInput, redactor: Redactor): TakenInput {
  return { ...input, text: redactor.text(input.text) };
}

/** Arguments are those that the history has. */
function redactSeen(call: ObservedCall, redactor: Redactor): ObservedCall {
  const { output, error } = call;
  return { ...call, output: redactor.json(output), error: error && redactor.failure(error) };
}

/** A `once` call is given to its tool one time: asked again, it has the same result. */
function onlyOnce(run: () => Promise<unknown>): () => Promise<unknown> {
  let first: Promise<unknown> | undefined;
  return () => first ??= run();
}

/**
 * The states of a plugin; one without any begins with the initial ones.
 *
 * @throws {AgentError} plugin_failed - it has none
 */
export function requireSlices(plugin: StepPlugin, states: PluginStates): Slices {
  const state = states.get(plugin.name) ?? initialSlices(plugin);
  if (!isWhole(state)) throw state.failed;
  return state;
}

/** @throws {AgentError} plugin_failed - the plugin has no states */
function factsFor(plugin: StepPlugin, states: PluginStates, facts: SharedFacts): PluginFacts {
  return Object.freeze({ ...facts, ...requireSlices(plugin, states) });
}
