// The record of a thread: what is kept so that each request to a model can be written again and compared, who brought what, and
// the hash chain over all of it. docs/guarantees.md has what the record proves.

import type { Feature } from "./model/capability.ts";
import type { ToolChoice } from "./tool_choice.ts";

/** Who brought an input or a result, and by which way in. What is from before both were kept has neither. */
export interface Origin {
  /** The API key: `key_` and the first 8 characters of its SHA-256 in base64url; absent without a key. */
  readonly by?: string;
  /** The way in: `steps`, as the route is named. */
  readonly door?: string;
}

/**
 * The request that led to an entry, and its answer. Digests are SHA-256 in base64url without padding, 43 characters. With the
 * agent's definition and the entries before this one, the request can be written again.
 */
export interface RequestRecord {
  /** Digest of the body as it was sent, of the last request where several were sent. Absent when the driver sent none. */
  readonly request?: string;
  /** Index of the first entry that the request was written from. */
  readonly start: number;
  /** The beginning, 8 characters, of the chain's head before the commit of this entry: it finds the place of a difference. */
  readonly head?: string;
  /** Digest of the agent's definition; absent where it is that of the recorded entry before. */
  readonly definition?: string;
  /** The id that the provider gave its answer, in the body or else in a header. */
  readonly response?: string;
  /** The reason for the end as the provider names it. */
  readonly finish?: string;
  /** The configuration of the provider's server, where it reports one. */
  readonly fingerprint?: string;
  /** Digest of the tools that were offered; absent when all tools of the definition were. */
  readonly tools?: string;
  /** The tool `read_output` was among the tools. */
  readonly reads?: true;
  /** Indexes of the pinned entries that the request had before its window. */
  readonly pins?: readonly number[];
  /** Features that were left out because the model had refused them. */
  readonly lacks?: readonly Feature[];
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
  /** The most output tokens that the request asked for, where a budget set the number. */
  readonly maxOutputTokens?: number;
  /** `provider/model`, of a summary. */
  readonly model?: string;
}

/** The record of a thread in its state, which every commit rewrites. */
export interface RecordState {
  /** Head of the chain after the last commit; history/record_chain.ts. */
  readonly head: string;
  /** The version before the first commit of the chain; absent for 0. */
  readonly since?: number;
  /** Entries that a fork took over: the chain covers them before its first commit. */
  readonly shared?: number;
  /** The beginning, 8 characters, of the digest of the definition that the last recorded entry was made under. */
  readonly agent?: string;
}

/** What a provider reports of its answer besides the content, as it names it. */
export interface ResponseFacts {
  readonly id?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly finish?: string | undefined;
}
