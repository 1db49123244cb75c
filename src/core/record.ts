// The record of a thread: what is stored so that each request to a model can be written again and compared, the origin of inputs, and
// the hash chain over all of it. docs/record.md has what the record proves.

import type { Lack } from "./model/capability.ts";
import type { ToolChoice } from "./tool_choice.ts";

/** The API key and the route of an input or a result. Both are absent in entries from before they were stored. */
export interface Origin {
  /** The API key: `key_` and the first 8 characters of its SHA-256 in base64url; absent without a key. */
  readonly by?: string;
  /** The way in: `steps`, as the route is named. */
  readonly door?: string;
}

/**
 * The version of the rules that requests are written by from what the log has. A change of the bytes that an entry or a setting becomes
 * raises it, and src/cli/verify/writers.ts keeps the rules of before.
 *
 * | version | what changed |
 * |---|---|
 * | 1 | all before 2026-11-26 |
 * | 2 | prompts of OpenAI from gpt-5.6 on have breakpoints: instructions as the first item, texts in lists of parts. Those of Claude at OpenRouter are marked for `tokenEfficient`. xAI gets its reasoning back. The request of a summary goes on from that of the last answer where it can (`continues`) |
 * | 3 | in the list of tools of `react` a description with headings is a quotation |
 * | 4 | where results of a search define tools (`tool_search`), the search and its results are written so |
 * | 5 | unions at the root of a tool's schema are merged, and keys of properties have aliases, at every API. Prompts of Claude and Nova are marked for every agent. An undecided call is not one that a person refused |
 * | 6 | prompts of OpenAI from gpt-6.2 on have the instructions as their first item at every server, and a notice that adds tools has them as an item of its own. An answer without reasoning has Kimi's field for it. Requests to OpenAI and Anthropic have settings of their prompt caches |
 * | 7 | at a foreign base URL of `openai`, models that need Responses get requests of that API first |
 */
export const WRITER = 7;

/** The writer since which a request names the answer that its prompt goes on from. */
export const COMPARED_SINCE = 6;

/**
 * The request that led to an entry, and its answer. Digests are SHA-256 in base64url without padding, 43 characters. With the
 * agent's definition and the entries before this one, the request can be written again.
 */
export interface RequestRecord {
  /** See {@link WRITER}; absent for 1, which are all rules from before they were numbered. */
  readonly writer?: number;
  /**
   * The API that it was written for and the kind of a server that is not the vendor's own (ProviderApis), never an address; absent for the
   * usual one of the provider, and before there were writers.
   */
  readonly api?: string | undefined;
  /** Digest of the body as it is streamed, of the last request where several were sent. Absent when the driver sent none. */
  readonly request?: string;
  /** Index of the first entry that the request was written from. */
  readonly start: number;
  /** The beginning, 8 characters, of the chain's head before the commit of this entry: it finds the place of a difference. */
  readonly head?: string;
  /** Digest of the agent's definition; absent where it is that of the recorded entry before. */
  readonly definition?: string;
  /**
   * Digest of the definition whose instructions and tools the request begins with; absent where they are those of `definition`. Later
   * changes are in notices.
   */
  readonly frame?: string;
  /** The id that the provider gave its answer, in the body or else in a header. */
  readonly response?: string;
  /** The reason for the end as the provider names it. */
  readonly finish?: string;
  /** The configuration of the provider's server, where it reports one. */
  readonly fingerprint?: string;
  /**
   * Why the API left thinking of earlier answers out of what its model read, in its words, each once: `prefix_mismatch`. The thread goes
   * on behind a cut, without that thinking. Absent where the API reports nothing.
   */
  readonly removed?: readonly string[] | undefined;
  /** What the API says of its prompt cache, where that has not read on from this model's last answer. Absent where it says nothing. */
  readonly cacheMiss?: CacheMiss | undefined;
  /** Digest of the tools that were offered; absent when all tools of the definition were. */
  readonly tools?: string;
  /** The tool `read_output` was among the tools. */
  readonly reads?: true;
  /** Indexes of the pinned entries that the request had before its window. */
  readonly pins?: readonly number[];
  /** Features that were left out because the model had refused them. */
  readonly lacks?: readonly Lack[];
  /** Index of the first entry whose thinking the request had; absent where nothing was left out. */
  readonly thinkingFrom?: number;
  /** The request allowed one call at most, whatever the agent's limit. */
  readonly parallel?: false;
  /** The tool choice, where the entry has no `choice` and it was not auto. */
  readonly choice?: ToolChoice;
  /** The line about a dropped answer that the system prompt ended with, before there were notices. */
  readonly hint?: string;
  /**
   * Answers that the driver dropped before this one because they were not in their form: the request quotes the last of them, which is
   * not kept.
   */
  readonly dropped?: number;
  /** The limit of output tokens in the request, where a budget set the number. */
  readonly maxOutputTokens?: number;
  /** `provider/model`, of a summary. */
  readonly model?: string;
  /**
   * Of a summary: the request goes on from that of the answer before it in the same commit, whose record says what it was written from.
   * `model`: its last message requests the summary. `provider`: the API summarises. Absent for a summary with a prompt of its own.
   */
  readonly continues?: "model" | "provider";
  /** The request began with a summary that the provider has signed, which stands for the entries before `start`. */
  readonly compacted?: true;
  /** The requests for the same plan before this one, in their order, the last 8; absent for none, and before 2026-11-24. */
  readonly earlier?: readonly EarlierRequest[] | undefined;
  /** Requests before the first of `earlier`, which nothing names; absent for none. */
  readonly unnamed?: number | undefined;
}

/** Every {@link EarlierReason}. */
export const EARLIER_REASONS = [
  "capability",
  "thinking",
  "fallback",
  "violation",
  "answer",
  "retry",
  "failure",
  "summary",
] as const;

/**
 * Why a request has no entry of its own: another one for the same plan followed, or none did. `capability`, `thinking`: it was refused. `fallback`: the model failed.
 * `violation`: the answer violated the tool choice. `answer`: the answer was not in its form. `retry`: it failed, and the same body
 * was sent again. `failure`: the plan or the summary failed with it. `summary`: the API made the part of a summary of it that it alone
 * can read, and the request for the text followed.
 */
export type EarlierReason = typeof EARLIER_REASONS[number];

/** A request that led to no entry. Its writer, window, pins and limit of calls are those of the record. */
export interface EarlierRequest extends
  Pick<
    RequestRecord,
    | "frame"
    | "api"
    | "tools"
    | "reads"
    | "lacks"
    | "thinkingFrom"
    | "choice"
    | "dropped"
    | "maxOutputTokens"
    | "compacted"
  > {
  /** Digest of the body as it was sent. */
  readonly request: string;
  readonly why: EarlierReason;
  /** `provider/model` that it was sent to. */
  readonly model: string;
  /** Of a summary, where it is another than that of the record. */
  readonly continues?: RequestRecord["continues"];
  /** The entries right before the answer that it was without: notices and cuts that came after it; absent for none. */
  readonly without?: number | undefined;
}

/** The record of a thread in its state, which every commit rewrites. */
export interface RecordState {
  /** Head of the chain after the last commit; kernel/history/record_chain.ts. */
  readonly head: string;
  /** The version before the first commit of the chain; absent for 0. */
  readonly since?: number;
  /** Entries that a fork took over: the chain covers them before its first commit. */
  readonly shared?: number;
  /** The beginning, 8 characters, of the digest of the definition that the last recorded entry was made under. */
  readonly agent?: string;
  /** As {@link RequestRecord.frame}, of the last answer. */
  readonly frame?: string | undefined;
}

/** What a provider reports of its answer besides the content, as it names it. */
export interface ResponseFacts {
  readonly id?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly finish?: string | undefined;
  /** See {@link RequestRecord}. */
  readonly removed?: readonly string[] | undefined;
  readonly cacheMiss?: CacheMiss | undefined;
}

/** Why a prompt cache has not read on. */
export interface CacheMiss {
  /** In the words of the vendor, such as `tools_changed`, `reasoning_effort_changed` or `messages_changed`. */
  readonly reason: string;
  /** Input tokens that the cache would have had, as the vendor estimates them. */
  readonly tokens: number;
}
