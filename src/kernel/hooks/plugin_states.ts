// The states of plugins as a thread stores them: under the name of the plugin, with the version that wrote them.

import { deepFreeze } from "../../core/deep_freeze.ts";
import { AgentError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type { StoredSlice } from "../../core/state.ts";
import { readThrown } from "./call_hook.ts";
import type { Slices } from "./facts.ts";
import type { Slice, StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";

/** Most UTF-8 bytes of a state as JSON: each commit writes it, and each begin reads it. */
export const MAX_SLICE_BYTES = 4_096;

/** States by the name of their plugin. A failed one has the reason. */
export type PluginStates = ReadonlyMap<string, PluginState>;

/** The states of a plugin, or why it has none: then no plan is made, and no call runs. */
export type PluginState = Slices | FailedState;

/** Why a plugin has no states, and those before: undefined where what is stored could not be read. */
export interface FailedState {
  readonly failed: AgentError;
  readonly before: Slices | undefined;
}

/** The stored states of a thread and of its run. */
export interface StoredStates {
  readonly thread: Readonly<Record<string, StoredSlice>> | undefined;
  readonly run: Readonly<Record<string, StoredSlice>> | undefined;
}

/** True for states of the plugin that are whole: it can decide. */
export function isWhole(state: PluginState): state is Slices {
  return !("failed" in state);
}

/** The states that a plugin begins with. */
export function initialSlices({ slices }: StepPlugin): Slices {
  return deepFreeze({ thread: slices?.thread?.initial, run: slices?.run?.initial });
}

/**
 * The stored states of a plugin, migrated and checked. One that the thread does not have is that of `replay`.
 *
 * @throws {AgentError} schema_unsupported - a later version of the plugin wrote them
 * @throws {AgentError} plugin_failed - they do not fit the schema, or the plugin cannot migrate them; and what `replay` throws
 */
export function readSlices(
  plugin: StepPlugin,
  { thread, run }: StoredStates,
  replay: () => Slices,
): Slices {
  const ofThread = own(thread, plugin.name);
  const ofRun = own(run, plugin.name);
  const stored = ofThread ?? ofRun;
  if (stored === undefined) return plugin.slices === undefined ? NO_SLICES : replay();
  const { version = 1, slices, name } = plugin;
  const from = stored.v;
  if (from > version) {
    throw new AgentError(
      "schema_unsupported",
      `Version ${from} of the plugin ${name} has written the state of the thread; this deployment has ${version}.`,
      { details: { plugin: name } },
    );
  }
  const { failed } = stored;
  if (from === version && failed !== undefined) throw pluginFailed(name, `has failed before (${failed})`);
  const old = { thread: ofThread?.state, run: ofRun?.state };
  const isOld = from < version && (old.thread !== undefined || old.run !== undefined || failed !== undefined);
  const states = isOld ? migrateStates(plugin, old, from) : old;
  const missing = isOld ? () => initialSlices(plugin) : replay;
  const read = (scope: "thread" | "run"): unknown => {
    const slice = slices?.[scope];
    if (slice === undefined) return undefined;
    const value = states[scope];
    return value === undefined ? missing()[scope] : checkSlice(name, scope, slice, value);
  };
  return deepFreeze({ thread: read("thread"), run: read("run") });
}

const NO_SLICES: Slices = Object.freeze({ thread: undefined, run: undefined });

function migrateStates(plugin: StepPlugin, old: { thread?: Json; run?: Json }, from: number) {
  if (plugin.migrate === undefined) {
    throw pluginFailed(plugin.name, `has no migrate for the state that version ${from} has written`);
  }
  try {
    return plugin.migrate(deepFreeze(old), from);
  } catch (thrown) {
    throw pluginFailed(plugin.name, `threw in migrate from version ${from}`, thrown);
  }
}

function checkSlice(
  plugin: string,
  scope: "thread" | "run",
  slice: Slice<unknown>,
  value: unknown,
): unknown {
  const read = readSlice(slice, value);
  if ("why" in read) throw pluginFailed(plugin, `cannot read its state of the ${scope}: ${read.why}`);
  return read.value;
}

/** A value as the next step reads it, or why it is no state of this form. */
export type ReadSlice = { readonly value: Json } | { readonly why: string };

/**
 * Reads a value as it is read once it is stored: what JSON makes of it has to fit the schema, so a date is no state. The schema checks
 * and changes nothing.
 */
export function readSlice({ schema }: Slice<unknown>, value: unknown): ReadSlice {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (unread) {
    const thrown = readThrown(unread);
    const [message = ""] = thrown instanceof Error ? thrown.message.split("\n") : [];
    return { why: `it is no JSON: ${message.slice(0, MESSAGE_CHARS)}` };
  }
  if (text === undefined) return { why: "it is no JSON" };
  const bytes = utf8Bytes(text);
  if (bytes > MAX_SLICE_BYTES) return { why: `it has ${bytes} bytes, and ${MAX_SLICE_BYTES} are the most` };
  const copy: Json = JSON.parse(text);
  try {
    const checked = schema["~standard"].validate(copy);
    if ("then" in checked) {
      checked.catch(() => {});
      return { why: "its schema answers with a promise" };
    }
    if (checked.issues === undefined) return { value: copy };
    return { why: (checked.issues[0]?.message ?? "it does not fit its schema").slice(0, MESSAGE_CHARS) };
  } catch {
    return { why: "its schema threw" };
  }
}

/** Most characters of what a schema says of a value: the thread keeps it, and the caller reads it. */
const MESSAGE_CHARS = 200;

/** The version of the thread that the stored states of a plugin have seen; undefined where the thread has none of it. */
export function seenVersion({ name }: StepPlugin, { thread, run }: StoredStates): number | undefined {
  return (own(thread, name) ?? own(run, name))?.at;
}

/**
 * The states as a commit stores them that makes the thread's version `at`, with those of plugins that the deployment does not have
 * untouched.
 */
export function storedStates(
  plugins: readonly StepPlugin[],
  states: PluginStates,
  before: StoredStates,
  at: number,
): StoredStates {
  const thread = { ...before.thread };
  const run = { ...before.run };
  for (const plugin of plugins) {
    const state = states.get(plugin.name);
    if (state === undefined) continue;
    const { name, version: v = 1, safety } = plugin;
    const base = { v, at, safety: safety ? true as const : undefined };
    const slices = isWhole(state) ? state : state.before;
    if (slices === undefined) continue; // what cannot be read stays as it is, and is refused as it was
    const failed = isWhole(state) ? undefined : state.failed.message;
    if (slices.thread === undefined && !safety && failed === undefined) delete thread[name];
    else thread[name] = { ...base, state: slices.thread as Json | undefined, failed };
    if (slices.run === undefined) delete run[name];
    else run[name] = { ...base, state: slices.run as Json };
  }
  return { thread: nonEmpty(thread), run: nonEmpty(run) };
}

function nonEmpty(
  slices: Readonly<Record<string, StoredSlice>>,
): Readonly<Record<string, StoredSlice>> | undefined {
  return Object.keys(slices).length === 0 ? undefined : slices;
}

/** A stored state by the name of its plugin. Names come from stored texts, so they may be those of Object's own members. */
function own(
  slices: Readonly<Record<string, StoredSlice>> | undefined,
  name: string,
): StoredSlice | undefined {
  return slices !== undefined && Object.hasOwn(slices, name) ? slices[name] : undefined;
}
