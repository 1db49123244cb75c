// Capability: which tool choices and settings a model takes. A table has the known facts, an agent may override them,
// and a refusal of the provider adds to them.

import type { ModelSettings } from "./model_settings.ts";
import { fnv64 } from "../text/hash.ts";
import type { ToolSpec } from "../tool/tool_spec.ts";

/**
 * What a model may lack:
 * - `tools`: function calling at all;
 * - `required`, `tool`, `none`, `allowed`: that tool choice on the wire;
 * - `forced_thinking`: a forced choice while the model thinks;
 * - `sampling_thinking`: temperature and topP while the model thinks;
 * - `sampling_pair`: temperature and topP in one request; temperature is then sent alone;
 * - `parallel`: a flag against several calls at once;
 * - `notices`: messages of the application in the middle of a conversation (role `system` or `developer`);
 * - `compaction`: a summary of the conversation that the API writes and signs, and takes back in place of it;
 * - `context_editing`: the API clears old results of tools by itself;
 * - `tool_changes`: such messages that withdraw tools of the request and offer them again (`tool_removal`, `tool_addition`);
 * - `inline_tools`: such messages that define a tool (OpenAI has an item of its own for it, `additional_tools`);
 * - `clear_at`: such messages that the API no longer shows once there is another input;
 * - `tool_search`: results of a search for tools that define what it has found;
 * - `chat`: function tools on Chat Completions, where there is Responses as well;
 * - `responses`: Responses, where a request would go there and there is Chat Completions as well;
 * - `streaming`: answers that come piece by piece;
 * - `temperature`, `topP`, `effort`, `stream_usage`: that setting of the request;
 * - `cache_breakpoints`: breakpoints of the prompt cache, of models that have them, and marks of what it keeps;
 * - `json_schema`: answers that the API holds to a JSON Schema;
 * - `json_mode`: answers that the API holds to being JSON, without a schema;
 * - `json_with_tools`: a request with tools whose answers in words are held to a JSON Schema;
 * - `images`, `files`, `audio`: media of that kind, anywhere in a request;
 * - `image_urls`, `file_urls`: such media by their URL, which the provider reads;
 * - `tool_images`, `tool_files`: such media in the results of tools, and not only in inputs.
 */
export const FEATURES = [
  "tools",
  "required",
  "tool",
  "none",
  "allowed",
  "forced_thinking",
  "sampling_thinking",
  "sampling_pair",
  "parallel",
  "notices",
  "compaction",
  "context_editing",
  "tool_changes",
  "inline_tools",
  "clear_at",
  "tool_search",
  "chat",
  "responses",
  "streaming",
  "temperature",
  "topP",
  "effort",
  "stream_usage",
  "cache_breakpoints",
  "json_schema",
  "json_mode",
  "json_with_tools",
  "images",
  "image_urls",
  "tool_images",
  "files",
  "file_urls",
  "tool_files",
  "audio",
] as const;

/** One of {@link FEATURES}. */
export type Feature = typeof FEATURES[number];

/** A tool whose definition the API refuses: its name, and a hash of its schema. Its requests are written without it. */
export type RefusedTool = `tool:${string}`;

/** The mark of a tool with this schema. */
export function refusedTool({ name, parameters }: Pick<ToolSpec, "name" | "parameters">): RefusedTool {
  return `tool:${name} ${fnv64(JSON.stringify(parameters))}`;
}

/** What a refusal can name. */
export type Lack = Feature | RefusedTool;

/** The lack is not that of a tool. */
export function isFeature(lack: string): lack is Feature {
  return !lack.startsWith("tool:");
}

/** Lacks in the order of {@link FEATURES}, tools behind them. */
export function inOrder(lacks: ReadonlySet<Lack>): readonly Lack[] {
  return [...new Set([...FEATURES, ...lacks])].filter((lack) => lacks.has(lack));
}

/** What a model lacks, each with the reason in one clause. */
export type Lacks = Readonly<Partial<Record<Lack, string>>>;

/** What is known of one model under the settings of a request. */
export interface Capabilities {
  readonly lacks: Lacks;
  /** The model thinks before it answers, under the settings at hand. */
  readonly thinks: boolean;
  /** As {@link CapabilityTable} has them. */
  readonly filters?: true;
  readonly bindsThinking?: true;
  readonly schemaInPrompt?: true;
  readonly effortInPrompt?: true;
  readonly sealsSummaries?: true;
}

/** Models that have something, as of a day, with the place where it stands. */
export type DatedModels = Pick<CapabilityRow, "models" | "example" | "asOf" | "source">;

/** One dated fact about some models of a provider. */
export interface CapabilityRow {
  /** Matches names of models, without the provider; without flags, so that its source is the whole pattern. */
  readonly models: RegExp;
  /** Such a model, for tests and for the table of capabilities. */
  readonly example: string;
  readonly lacks: readonly Feature[];
  /** In one clause: "Claude Opus 5.5 refuses forced choices". */
  readonly because: string;
  /** When it was known to be so, as an ISO date, and where it stands. */
  readonly asOf: string;
  readonly source: string;
}

/** What is known of a provider's models. Rows add up. */
export interface CapabilityTable {
  /** What no model of the provider has: the API has no field for it. */
  readonly lacks: Lacks;
  readonly models: readonly CapabilityRow[];
  /** The name of a model as the rows have it; the name itself by default. */
  readonly nameOf?: (model: string) => string;
  /**
   * The servers of this API are the user's own: no prompt is charged and no thinking is bound to it, so that fewer tools are sent where
   * the API cannot hold a choice.
   */
  readonly filters?: true;
  /** Names of models whose thinking is refused behind anything but the prompt that it was a part of. */
  readonly bindsThinking?: RegExp;
  /** Which of {@link SELDOM} the API has; it lacks the others. */
  readonly has?: readonly SeldomFeature[];
  /** The schema of answers is a part of the prompt: a request with another one finds nothing in the prompt cache. */
  readonly schemaInPrompt?: true;
  /** The effort of thinking is a part of the prompt, likewise. */
  readonly effortInPrompt?: true;
  /**
   * Summaries by the API are encrypted, and have the user's messages beside them as they were: the model writes the text that others
   * read, by a request of its own.
   */
  readonly sealsSummaries?: true;
  /** What a model lacks besides under these settings, such as those that choose among the APIs of a vendor. */
  settingLacks?(model: string, settings: ModelSettings): Lacks;
  /** The models whose prompts are cached up to breakpoints alone, which a request sets; absent for none. */
  readonly breakpoints?: readonly DatedModels[];
  /** Whether the model thinks before it answers. */
  thinks(model: string, settings: ModelSettings): boolean;
}

/** Features that few APIs have, each with why the others lack it. */
export const SELDOM = {
  compaction: "the API writes no summaries",
  context_editing: "the API clears no results of tools",
  tool_search: "no result of a tool defines tools",
} as const satisfies Lacks;

/** One of {@link SELDOM}. */
export type SeldomFeature = keyof typeof SELDOM;

function seldomLacks(has: readonly SeldomFeature[] = []): Lacks {
  return {
    compaction: has.includes("compaction") ? undefined : SELDOM.compaction,
    context_editing: has.includes("context_editing") ? undefined : SELDOM.context_editing,
    tool_search: has.includes("tool_search") ? undefined : SELDOM.tool_search,
  };
}

/** The entry of the table for one model under these settings. */
export function resolveCapabilities(
  table: CapabilityTable,
  model: string,
  settings: ModelSettings,
): Capabilities {
  const name = table.nameOf?.(model) ?? model;
  const lacks: Partial<Record<Feature, string>> = {
    ...seldomLacks(table.has),
    ...table.settingLacks?.(name, settings),
    ...table.lacks,
  };
  for (const row of table.models) {
    if (row.models.test(name)) { for (const feature of row.lacks) lacks[feature] ??= row.because; }
  }
  return {
    lacks: withImplied(lacks),
    thinks: table.thinks(model, settings),
    filters: table.filters,
    bindsThinking: table.bindsThinking?.test(name) || undefined,
    schemaInPrompt: table.schemaInPrompt,
    effortInPrompt: table.effortInPrompt,
    sealsSummaries: table.sealsSummaries,
  };
}

/** The results of searches define tools: the API has such results, and no messages that change the tools later in the conversation. */
export function definesInResults({ tool_search, ...lacks }: Lacks): boolean {
  return tool_search === undefined && !changesInNotices(lacks);
}

/** Messages of the application define tools, and take them away. */
export function changesInNotices({ inline_tools, tool_changes }: Lacks): boolean {
  return (inline_tools ?? tool_changes) === undefined;
}

/** A message that the API does not have changes no tools, and defines none; Chat Completions has none of what Responses alone has. */
const NEEDED: readonly (readonly [Feature, Feature])[] = [
  ["tool_changes", "notices"],
  ["inline_tools", "notices"],
  ["clear_at", "notices"],
  ["inline_tools", "responses"],
  ["tool_search", "responses"],
  ["compaction", "responses"],
];

function withImplied(lacks: Lacks): Lacks {
  const all: Partial<Record<Lack, string>> = { ...lacks };
  for (const [feature, needed] of NEEDED) {
    const because = all[needed];
    if (because !== undefined) all[feature] ??= because;
  }
  return all;
}

/** What an agent declares of its model: true where it has the feature, false where it lacks it. */
export type CapabilityOverride = Readonly<Partial<Record<Feature, boolean>>>;

/**
 * The capabilities in force: the agent overrides the table, and what the provider has refused (`learned`) overrides
 * both.
 *
 * @example
 * ```ts
 * import { amended } from "./capability.ts";
 * import assert from "node:assert/strict";
 *
 * const known = { lacks: { required: "not in the API" }, thinks: false };
 * assert.deepEqual(amended(known, { required: true }, ["none"]).lacks, { none: "the provider refused it before" });
 * const { notices, clear_at } = amended(known, {}, ["notices"]).lacks;
 * assert.equal(notices, clear_at);
 * ```
 */
export function amended(
  { lacks, ...others }: Capabilities,
  override: CapabilityOverride,
  learned: readonly Lack[],
): Capabilities {
  const result: Partial<Record<Lack, string>> = { ...lacks };
  for (const feature of FEATURES) {
    if (override[feature] === true) delete result[feature];
    if (override[feature] === false) result[feature] ??= "the agent says that the model lacks it";
  }
  for (const lack of learned) result[lack] ??= "the provider refused it before";
  return { ...others, lacks: withImplied(result) };
}
