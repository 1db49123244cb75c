// What hooks of plugins return, checked: what is no decision is the failure of its plugin.

import type { StandingOffer } from "../choice/offers.ts";
import type { ResolvedChoice } from "../choice/resolved_choice.ts";
import { deepFreeze } from "../../core/deep_freeze.ts";
import { namesIn } from "../../core/tool_choice.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { parseToolChoice } from "../../core/tool_choice/parse_tool_choice.ts";
import type { Slices } from "./facts.ts";
import type { PluginChoice, PluginHooks, StateChange, StepPlugin, StepRefusal, ToolOffer } from "./plugin.ts";
import { callHook, withoutPromise, WrongResult } from "./call_hook.ts";
import { pluginFailed } from "./plugin_failed.ts";
import { readSlice } from "./plugin_states.ts";
import type { Redactor } from "./redaction.ts";
import { DEFINITION, type PluginCounts, type StepCounts } from "./step_counts.ts";

/**
 * The states with what a hook has changed of them.
 *
 * @throws {AgentError} plugin_failed
 */
export function withChange(
  plugin: StepPlugin,
  slices: Slices,
  change: StateChange<unknown, unknown> | undefined,
  hook: string,
): Slices {
  if (change === undefined) return slices;
  if (typeof change !== "object" || change === null) {
    throw pluginFailed(plugin.name, `returned no states in ${hook}`);
  }
  const readChange = (scope: "thread" | "run"): unknown => {
    const value = change[scope];
    if (value === undefined || value === slices[scope]) return slices[scope];
    const slice = plugin.slices?.[scope];
    if (slice === undefined) {
      throw pluginFailed(plugin.name, `changed a state of the ${scope} in ${hook}, and declares none`);
    }
    const read = readSlice(slice, value);
    if ("why" in read) {
      throw pluginFailed(plugin.name, `made a state of the ${scope} in ${hook}: ${read.why}`);
    }
    return read.value;
  };
  // What is read here is the plugin's own code, as that of a getter.
  return callHook(plugin, hook, () => deepFreeze({ thread: readChange("thread"), run: readChange("run") }));
}

/** @throws {WrongResult} a refusal without words */
export function readRefusal({ refuse }: StepRefusal): string {
  if (typeof refuse !== "string" || refuse === "") {
    throw new WrongResult("returned a refusal without words");
  }
  return refuse;
}

/** What a plugin says of a step or a call: callers read it, and threads keep it. */
export function redactWords(words: string, redactor: Redactor | undefined): string {
  return redactor === undefined ? words : redactor.show(words);
}

/** What reports call a plugin, as the beginning of a clause. */
export function toTitle({ name }: StepPlugin, { title }: PluginHooks): string {
  return title ?? `plugin ${name}`;
}

/** What a plugin gives as its reason, as reports have it. One with a title of its own says who it is. */
export function inReport({ name }: StepPlugin, { title }: PluginHooks, words: string): string {
  return title === undefined ? `plugin ${name}: ${words}` : words;
}

/** @throws {WrongResult} what is no offer */
export function toOffer(
  plugin: StepPlugin,
  hooks: PluginHooks,
  { allow, deny = [], demand, because, warnings = [] }: ToolOffer,
  redactor: Redactor | undefined,
): StandingOffer {
  if (![allow ?? [], deny].every(Array.isArray)) {
    throw new WrongResult("returned an offer whose allow or deny is no list");
  }
  if (typeof because !== "string" && typeof because !== "function") {
    throw new WrongResult("returned an offer without words");
  }
  if (!Array.isArray(warnings) || !warnings.every(isWarning)) {
    throw new WrongResult("returned an offer with warnings that are none");
  }
  return {
    permits: (tool) => (allow?.includes(tool) ?? true) && !deny.includes(tool),
    demands: demand === true,
    because(forbidden) {
      const words = typeof because === "string"
        ? because
        : callHook(plugin, "offer", () => requireText(withoutPromise(because(forbidden))));
      return inReport(plugin, hooks, redactWords(words, redactor));
    },
    warnings: warnings.map(({ code, message }) => ({ code, message: redactWords(message, redactor) })),
  };
}

function requireText(words: unknown): string {
  if (typeof words === "string") return words;
  throw new WrongResult("returned an offer without words");
}

function isWarning(value: unknown): value is Warning {
  const { code, message } = Object(value);
  return typeof code === "string" && typeof message === "string";
}

/**
 * The choice of a plugin for an agent with these tools.
 *
 * @throws {WrongResult} what is no choice, or one of a tool that the agent does not have
 */
export function toChoice(
  plugin: StepPlugin,
  hooks: PluginHooks,
  { choice: given, because, condition: key }: PluginChoice,
  { tools, redactor }: { readonly tools: readonly string[]; readonly redactor: Redactor | undefined },
): ResolvedChoice {
  const parsed = parseToolChoice(given);
  if (parsed === undefined || parsed.execution !== undefined || parsed.parallel !== undefined) {
    throw new WrongResult("returned a choice that is none");
  }
  const { choice } = parsed;
  const unknown = namesIn(choice).find((name) => !tools.includes(name));
  if (unknown !== undefined) {
    throw new WrongResult(`chose the tool ${unknown}, which the agent does not have,`);
  }
  if (typeof because !== "string") throw new WrongResult("returned a choice without words");
  if (key !== undefined && typeof key !== "string") {
    throw new WrongResult("returned a condition that is no text");
  }
  return {
    choice,
    source: key === undefined ? "policy" : "condition",
    because: inReport(plugin, hooks, redactWords(because, redactor)),
    condition: key === undefined ? undefined : { plugin: plugin.name, key },
  };
}

const MOST_COUNTERS = 500;
const MOST_NAME_CHARS = 16_000;
const MOST_OF_CHARS = 1_000_000;
/** A day of nine million such steps is still an exact sum. */
const LARGEST = 1_000_000_000;

/**
 * What a hook has counted; undefined for nothing.
 *
 * @throws {WrongResult} counters beyond the limits of {@link StepCounts}, or of another form
 */
export function readStepCounts(key: string, counted: StepCounts | undefined): PluginCounts | undefined {
  if (counted === undefined) return undefined;
  if (!isObject(counted) || !isObject(counted.added)) throw new WrongResult("returned no counters");
  const { of = "", added: given } = counted;
  if (typeof of !== "string" || of.length > MOST_OF_CHARS || !of.isWellFormed()) {
    throw new WrongResult(`returned counters of what is no text of at most ${MOST_OF_CHARS} characters`);
  }
  const added = new Map<string, number>();
  let characters = 0;
  for (const name of Object.keys(given)) {
    const count = given[name];
    if (count === 0) continue;
    if (!isCount(count)) throw new WrongResult(`returned a counter that is no whole number up to ${LARGEST}`);
    if (name === "" || name.startsWith(DEFINITION) || !name.isWellFormed()) {
      throw new WrongResult(`returned a counter without a name, or with one that begins with ${DEFINITION}`);
    }
    characters += name.length;
    added.set(name, count);
  }
  if (added.size > MOST_COUNTERS || characters > MOST_NAME_CHARS) {
    throw new WrongResult(
      `returned ${added.size} counters of ${characters} characters, and ${MOST_COUNTERS} of ${MOST_NAME_CHARS} are the most`,
    );
  }
  return added.size === 0 ? undefined : { key, of, added };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= LARGEST;
}
