// What hooks of plugins return, checked: what is no decision is the failure of its plugin.

import type { StandingOffer } from "../choice/offers.ts";
import { deepFreeze } from "../core/deep_freeze.ts";
import type { Slices, StateChange, StepPlugin, StepRefusal, ToolOffer } from "./plugin.ts";
import { WrongResult } from "./call_hook.ts";
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
  return deepFreeze({ thread: readChange("thread"), run: readChange("run") });
}

/** @throws {WrongResult} a refusal without words */
export function wordsOf({ refuse }: StepRefusal): string {
  if (typeof refuse !== "string" || refuse === "") {
    throw new WrongResult("returned a refusal without words");
  }
  return refuse;
}

/** What a plugin says of a step or a call: callers read it, and threads keep it. */
export function redactWords(words: string, redactor: Redactor | undefined): string {
  return redactor === undefined ? words : redactor.show(words);
}

/** @throws {WrongResult} what is no offer */
export function toOffer(
  plugin: string,
  { allow, deny = [], demand, because }: ToolOffer,
  redactor: Redactor | undefined,
): StandingOffer {
  if (![allow ?? [], deny].every(Array.isArray)) {
    throw new WrongResult("returned an offer whose allow or deny is no list");
  }
  if (typeof because !== "string") throw new WrongResult("returned an offer without words");
  return {
    permits: (tool) => (allow?.includes(tool) ?? true) && !deny.includes(tool),
    demands: demand === true,
    because: () => `plugin ${plugin}: ${redactWords(because, redactor)}`,
  };
}

const MOST_COUNTERS = 500;
const MOST_NAME_CHARS = 16_000;
const MOST_OF_CHARS = 64_000;
/** A day of a hundred million such steps is still an exact sum. */
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
