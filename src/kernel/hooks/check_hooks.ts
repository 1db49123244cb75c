// The decisions of a plugin for an agent, checked when they are made: one with a mistyped name would never be asked, and guard nothing.

import type { PluginHooks } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";
import { LONGEST_MATCH } from "./redaction.ts";

/** What a member of the decisions has to be, and what is said of one that is not. */
interface Form {
  readonly is: (value: unknown) => boolean;
  readonly none: string;
}

const FUNCTION: Form = { is: (value) => typeof value === "function", none: "no function" };

const FORMS: Readonly<Record<keyof PluginHooks, Form>> = {
  title: { is: (value) => typeof value === "string" && value !== "", none: "no text" },
  shadow: { is: (value) => value === true, none: "not true" },
  attributes: { is: isRecordOfTexts, none: "no record of texts" },
  toolNames: { is: isListOfTexts, none: "no list of names" },
  tools: { is: Array.isArray, none: "no list" },
  threadTools: { is: (value) => FUNCTION.is(Object(value).open), none: "no object with a function `open`" },
  redact: { is: isRedaction, none: `no function \`text\` with a \`longest\` of 1 to ${LONGEST_MATCH}` },
  take: FUNCTION,
  mayStep: FUNCTION,
  adopt: FUNCTION,
  offer: FUNCTION,
  choose: FUNCTION,
  judge: FUNCTION,
  wrapToolCall: FUNCTION,
  remind: FUNCTION,
  observed: FUNCTION,
  planned: FUNCTION,
  count: FUNCTION,
};

/** What a plugin in shadow would change, were it applied in part. */
const NOT_IN_SHADOW = ["tools", "threadTools", "redact", "mayStep", "wrapToolCall", "remind"] as const;

/** What is needed of an agent where none of its threads is at hand. */
const NOT_LOADED = ["tools", "threadTools", "redact", "count"] as const;

/** True for a plugin that counts steps and does nothing else. */
export function isCounterAlone(hooks: PluginHooks): boolean {
  return hooks.count !== undefined &&
    Object.keys(FORMS).every((name) => name === "count" || Reflect.get(hooks, name) === undefined);
}

/**
 * Refuses what are no decisions. Those of `load` come with those of `compile`, `compiled`, in whose place they are.
 *
 * @throws {AgentError} plugin_failed
 */
export function assertHooks(
  plugin: string,
  hooks: unknown,
  compiled?: PluginHooks,
): asserts hooks is PluginHooks {
  if (typeof hooks !== "object" || hooks === null) {
    throw pluginFailed(plugin, `returns no decisions in ${compiled === undefined ? "compile" : "load"}`);
  }
  const given = new Map(Object.entries(hooks).filter(([, hook]) => hook !== undefined));
  for (const [name, hook] of given) {
    const form = Object.hasOwn(FORMS, name) ? FORMS[name as keyof PluginHooks] : undefined;
    if (form === undefined) throw pluginFailed(plugin, `has a decision that there is not: ${name}`);
    if (!form.is(hook)) throw pluginFailed(plugin, `has a ${name} that is ${form.none}`);
  }
  const loaded = compiled && NOT_LOADED.find((name) => given.has(name));
  if (loaded !== undefined) throw pluginFailed(plugin, `has ${loaded} in load, which belongs into compile`);
  for (const [name, hook] of Object.entries(compiled ?? {})) {
    if (hook === undefined || name in hooks || NOT_LOADED.some((each) => each === name)) continue;
    throw pluginFailed(plugin, `has ${name} in compile and not in load: return it there, or as undefined`);
  }
  const applied = given.has("shadow") ? NOT_IN_SHADOW.find((name) => given.has(name)) : undefined;
  if (applied !== undefined) throw pluginFailed(plugin, `is in shadow, where ${applied} cannot be tried`);
}

function isRecordOfTexts(value: unknown): boolean {
  return typeof value === "object" && value !== null && isListOfTexts(Object.values(value));
}

/** True for a list of texts. */
export function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isRedaction(value: unknown): boolean {
  const { text, longest } = Object(value);
  return typeof text === "function" && Number.isInteger(longest) && longest >= 1 && longest <= LONGEST_MATCH;
}
