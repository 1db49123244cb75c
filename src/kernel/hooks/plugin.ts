// A plugin: decisions about the steps of a thread, and a state of its own in the commit of the step.

import type { Agent } from "../../core/agent.ts";
import type { Json } from "../../core/json.ts";
import type { Tool } from "../../core/tool.ts";
import type { ThreadToolSource } from "../../core/tool/thread_tools.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type {
  AgentFacts,
  JudgedCall,
  MadePlan,
  ObservedCall,
  PluginFacts,
  RunningCall,
  Slices,
  TakenInput,
} from "./facts.ts";
import type { CountedStep } from "./counted_step.ts";
import type { StepCounts } from "./step_counts.ts";

/**
 * A schema of what a plugin keeps, or of what agents set of it: zod, Valibot and ArkType have this form (Standard Schema 1,
 * standardschema.dev). It has to check without waiting: a promise is refused as an error of the plugin.
 */
export interface PluginSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Checked<Value> | Promise<Checked<Value>>;
    readonly types?: { readonly input: unknown; readonly output: Value } | undefined;
  };
}

/** What a {@link PluginSchema} says of a value. */
export type Checked<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** Why a value does not fit, and where in it. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A state that a plugin keeps: what it begins as, and what every stored one is checked by. JSON of at most 4 KB. */
export interface Slice<Value> {
  /** Checks what JSON makes of a value, and changes nothing of it. */
  readonly schema: PluginSchema<Value>;
  readonly initial: Value;
}

/**
 * What a plugin leaves of the tools for a plan. Offers of all plugins hold together, whatever their order:
 * the tools that all of them allow are left, and a call is demanded where one demands it.
 */
export interface ToolOffer {
  /** The tools that may be called; all by default. A name that the agent does not have counts for nothing. */
  readonly allow?: readonly string[];
  /** Tools that may not be called. */
  readonly deny?: readonly string[];
  /** The plan has to make a call, of one of the tools that are left. Where the choice permits none of them, it is put off. */
  readonly demand?: true | undefined;
  /**
   * Why, in one clause for the report: `search was used 3 times`; or what makes one of the tools of the choice that the offer does not
   * leave. The model does not read it.
   */
  readonly because: string | ((forbidden: readonly string[]) => string);
  /** The rule that denies a tool, named as in {@link RuleRefusal}: a call of it through `call_tool` is refused by that name. */
  readonly ruleOf?: (tool: string) => string | undefined;
  /** Warnings about the plan, where the offer counts. */
  readonly warnings?: readonly Warning[];
}

/** The choice of a plan, where its request makes none. It goes before that of the agent. */
export interface PluginChoice {
  readonly choice: ToolChoice;
  /** Why, in one clause for the report. */
  readonly because: string;
  /**
   * The key of the condition under which it is chosen. A forced choice with `times: "once"` ends when a plan has satisfied it: that
   * plan has the key (`satisfied` of {@link MadePlan}), and the plugin chooses it no more in the run. Without a key the choice resets to
   * `auto` by itself.
   */
  readonly condition?: string | undefined;
}

/** Why a step does not begin, in a sentence for the caller. */
export interface StepRefusal {
  readonly refuse: string;
}

/** Why a call does not run, in a sentence that the model reads as its outcome. */
export interface CallRefusal {
  readonly refuse: string;
}

/** A call that does not run by a named rule of the plugin: reports say the name, and the model reads it in a sentence of the runtime. */
export interface RuleRefusal {
  /** In a few words: `pay only after confirm`. */
  readonly rule: string;
}

/** On which terms people release a call. Those of its tool, and of other plugins that hold it, count beside them. */
export interface HoldTerms {
  /** How many different people must approve: 1 to 20; 1 by default. The largest number counts. */
  readonly approvals?: number;
  /** Milliseconds from the plan on, until an unanswered call is denied; those of its tool or its agent by default. The earliest end counts. */
  readonly expiresInMs?: number;
  /**
   * A person may approve other arguments. It counts where all that hold the call permit it, and its tool where it has conditions of its own,
   * and where one approval is enough.
   */
  readonly edits?: true;
}

/** A call that waits for people. */
export interface CallHold {
  readonly hold: HoldTerms;
  /**
   * Why, in one clause for the report: `amounts above 100 need a person`. The model does not read it. Null where nothing is to be said, as
   * of a tool that always needs approval: such a hold gives no warning `call_held`.
   */
  readonly because: string | null;
  /** What the step reports with the hold, such as why it could not be decided whether the call has to wait; nothing by default. */
  readonly warning?: Warning;
}

/**
 * Why a call that is about to run does not: people have to release it, and none were asked, as where the tool is another one since the plan.
 * Its outcome is `denied`, and the model reads the words.
 */
export interface CallDenial {
  readonly deny: string;
}

/** What a plugin says of a call that does not simply run. */
export type CallVerdict = CallRefusal | RuleRefusal | CallHold | CallDenial;

/** The states that a decision leaves behind; one that is missing stays as it is. */
export interface StateChange<Thread, Run> {
  readonly thread?: Thread;
  readonly run?: Run;
}

/**
 * What a plugin takes out of the texts of an agent's threads: inputs, results and answers pass it before anything stores, streams,
 * logs or traces them.
 */
export interface Redaction {
  /**
   * The text with each match replaced. Pure, and the same when it is done again: `text(text(x))` is `text(x)`. What it does at one place
   * depends on nothing that is farther away than `longest`.
   */
  readonly text: (text: string) => string;
  /**
   * The most UTF-16 code units that one match has, with the characters beside it that decide about it (one for `\b` and for each
   * lookaround of one character); 1 to 4,096. The stream of an answer is so much less one behind the model.
   */
  readonly longest: number;
}

/**
 * The decisions of a plugin about the steps of one agent. All but `wrapToolCall` and `threadTools` are pure: the same facts give the same
 * decision, on every isolate and after a crash, so they read no clock, no random numbers and no variables that change. Where one throws, what it was
 * asked about does not happen; docs/plugins.md, "When a plugin fails", has what that is for each.
 */
export interface PluginHooks<Thread = unknown, Run = unknown> {
  /**
   * What reports call it, as the beginning of a clause: `guard careful`; `plugin <name>` by default. A plugin that has one says it in its
   * reasons itself; the reasons of the others are shown behind their name.
   */
  readonly title?: string;
  /**
   * Nothing of it counts: warnings `policy_shadow` say what its offers, its choices and its verdicts would have changed. Such a plugin has
   * these decisions and those about its states alone.
   */
  readonly shadow?: true | undefined;
  /** What traces and counters say of each plan, as `treadle.<name>`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /**
   * Names of tools that the operator has written for its decisions: notices to the model may say them, though a server of tools
   * has named them, and a thread has those of a catalogue.
   */
  readonly toolNames?: readonly string[];
  /** Tools that the agent has behind its own. They are a part of its definition, as if it had them itself. */
  readonly tools?: readonly Tool[];
  /**
   * What opens the tools that each thread of the agent has behind its own, where they depend on the thread or its input: what
   * `toolSelection` returns, or one of your own. It is asked when a request begins, waits at most 10 s, and may fetch. An agent has one: where
   * its definition has one too, or another plugin, it is refused at start.
   */
  readonly threadTools?: ThreadToolSource;
  /** What is taken out of texts. Several plugins redact one after another, in the order of their names. */
  readonly redact?: Redaction;
  /** Inputs that the step takes, before anything is decided. Where a run begins, the state of the run is the initial one. */
  take?(inputs: readonly TakenInput[], facts: PluginFacts<Thread, Run>): StateChange<Thread, Run> | undefined;
  /**
   * Why the step does not run, asked with the states behind its inputs, before a call runs and before anything is spent: the request is
   * refused with `step_refused`. A run that goes on by itself ends before such a step.
   */
  mayStep?(facts: PluginFacts<Thread, Run>): StepRefusal | undefined;
  /**
   * The states that a step begins with, from those that are stored: where the plugin has come to remember more since, as with a rule that
   * was added, it is taken from `replayed`, the states that the entries of the thread lead to.
   */
  adopt?(stored: Slices<Thread, Run>, replayed: () => Slices<Thread, Run>): Slices<Thread, Run>;
  /** Which tools the next plan may call. Undefined: all of them. */
  offer?(facts: PluginFacts<Thread, Run>): ToolOffer | undefined;
  /**
   * The choice of the next plan, asked where its request makes none and no limit decides. Of several plugins that choose, the first by its
   * name counts. Undefined: the agent's own.
   */
  choose?(facts: PluginFacts<Thread, Run>): PluginChoice | undefined;
  /**
   * Which of the calls do not run, or run when people have approved them, by id. `planned`: the calls of a new plan, all at once, before any
   * of them runs; a refusal is the call's outcome. `acting`: calls that are about to run, which may be several steps later; a hold comes too
   * late then, and refuses the call. A denial is for calls that are about to run. It is asked for of one call alone where a machine has begun
   * the call before, where its user has authorized the server meanwhile, and with arguments that a before-hook has changed.
   */
  judge?(
    calls: readonly JudgedCall[],
    when: "planned" | "acting",
    facts: PluginFacts<Thread, Run>,
  ): ReadonlyMap<string, CallVerdict> | undefined;
  /**
   * Around the run of a tool, within its time. `run` gives what the tool returns, and throws what it throws; a `once` call is given to its
   * tool one time, and a second `run` of it has the same result. What is returned without `run` is the output of the call. The first plugin of the
   * deployment's list is the outermost. Beside `threadTools` the only hook that waits, and that may read more than its facts.
   */
  wrapToolCall?(
    call: RunningCall,
    run: () => Promise<unknown>,
    facts: PluginFacts<Thread, Run>,
  ): Promise<unknown>;
  /** What the model is told behind the conversation before a plan, in the application's voice, until the next input. */
  remind?(facts: PluginFacts<Thread, Run>): string | undefined;
  /** What the calls of a step have come to. The states stand in the same commit as the observations. */
  observed?(
    calls: readonly ObservedCall[],
    facts: PluginFacts<Thread, Run>,
  ): StateChange<Thread, Run> | undefined;
  /** A plan that was made. The states stand in the same commit as the plan; one that failed is none. */
  planned?(plan: MadePlan, facts: PluginFacts<Thread, Run>): StateChange<Thread, Run> | undefined;
  /**
   * What is counted of a step at its end, in the ledger of the tenant: each step once, in the request of its commit. A step that was
   * cancelled or fenced counts too, since it has cost something. It decides nothing: where it fails, the step is committed without its counters.
   */
  count?(step: CountedStep): StepCounts | undefined;
}

/** A feature around the step, as a deployment adds it by `plugins`; `definePlugin` makes one. */
export interface StepPlugin<Thread = unknown, Run = unknown, Config = unknown> {
  /** 1 to 64 of `a-z`, `0-9`, `-`, `_`, `.` and `/`; a deployment has each name once. The states of threads stand under it. */
  readonly name: string;
  /** Of the states, from 1 on: a plugin whose states have another meaning has a higher one. 1 by default. */
  readonly version?: number;
  /** Threads with states of it make no step in a deployment without it. False by default: they go on, and keep the states untouched. */
  readonly safety?: boolean;
  /**
   * What the ledger has its counters under, in the form of a name; its name by default. A plugin that takes the place of another goes on
   * with the counters of that one by its key. A deployment has each key once. `""` is that of the counters from before there were plugins.
   */
  readonly countKey?: string;
  /**
   * People are asked by it: its `judge` holds the calls of tools that need approval (`needsApproval`), and it has the ways by which people
   * decide about calls that wait. In a deployment without such a plugin a hold is the failure of its plugin, since no person could release the
   * call. No call of a tool that needs approval runs where no such `judge` is about its agent. False by default.
   */
  readonly asksPeople?: boolean;
  readonly slices?: { readonly thread?: Slice<Thread>; readonly run?: Slice<Run> };
  /**
   * What an agent may set of it, under its name in `plugins` of the definition; the schema may fill in defaults. An agent with settings that
   * do not fit, or for a plugin without this schema, is refused at start.
   */
  readonly config?: PluginSchema<Config>;
  /** Where agents have a field of their own for what they set of it, in place of `plugins`: reads it. It was checked with the agent. */
  configOf?(agent: Agent): Config | undefined;
  /**
   * The states of an earlier version, as this one has them.
   *
   * @throws anything: the thread makes no step then
   */
  migrate?(old: { readonly thread?: Json; readonly run?: Json }, from: number): StateChange<Thread, Run>;
  /**
   * The decisions for an agent; undefined for an agent that they are not about. Called once for each definition, and once more where another
   * plugin opens tools of its threads: the later answer counts.
   */
  compile?(agent: AgentFacts<Config>): PluginHooks<Thread, Run> | undefined;
}

/** A plugin as one is written. Its schemas alone say which states and settings it has: a decision that returns another is a type error. */
export type PluginDefinition<Thread, Run, Config> =
  & Omit<StepPlugin<NoInfer<Thread>, NoInfer<Run>, NoInfer<Config>>, "slices" | "config">
  & Pick<StepPlugin<Thread, Run, Config>, "slices" | "config">;
