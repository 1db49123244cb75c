// What every selector of tools is: from a query and a catalogue, which tools a plan is offered. A selector decides nothing about what
// may be called: availability is decided before it, and choice, policies and approvals behind it.

import type { JsonObject, JsonSchema } from "../../core/json.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";

/** A tool as selectors read it. */
export interface ToolDocument {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; an object schema. */
  readonly parameters: JsonSchema;
  /** Inputs of users for which the tool was right, each at most 500 characters. */
  readonly examples?: readonly string[];
  /** Groups that it belongs to, the most telling first. */
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  /** A server or another stranger has written it: its words may have been written to be ranked. */
  readonly foreign?: true;
}

/** The tools of one version of a catalogue. The same version is the same object, so what is made of it is made once. */
export interface ToolCatalogue {
  /** Digest of all that a selector reads: what is made of a catalogue is kept under it. */
  readonly version: string;
  /** In the order of publication; no two share a name. */
  readonly tools: readonly ToolDocument[];
}

/** What tools are selected for. */
export interface SelectionQuery {
  /** Words of the user, of the plan or of the model; may be empty. */
  readonly text: string;
  /** Most tools that are selected, from 1. */
  readonly most: number;
  /** Fewest tools that are selected, whatever their scores; 0 by default. */
  readonly least?: number;
  /** Tools that always stay: those that were called in the run, and forced ones. They count among `most`, and may be more. */
  readonly keep?: readonly string[];
  /** False for a tool that the caller may not have; by default each one may be had. */
  readonly isAvailable?: (name: string) => boolean;
}

/** A tool with its score. */
export interface Candidate {
  readonly name: string;
  /** Comparable within one selection only, unless the selector says otherwise. */
  readonly score: number;
}

/** What was selected. */
export interface Selection {
  /** Names, those of `keep` first, then by score; tools of one score stand in the order of the catalogue. */
  readonly tools: readonly string[];
  /** The best of those that were looked at, at most 20, by score, whether selected or not. */
  readonly candidates: readonly Candidate[];
  /** The score below which none was selected; undefined for none. */
  readonly threshold?: number;
  /** The categories that the query was found to be about, the likeliest first. */
  readonly categories?: readonly string[];
  /** What did not work as it should: an embedder that failed, a category that is unknown. */
  readonly warnings?: readonly Warning[];
}

/** Texts by keys, kept beyond the isolate: what embedders make. A missing one is made again. */
export interface SelectionCache {
  read(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  write(texts: Readonly<Record<string, string>>): Promise<void>;
}

/** The terms of a catalogue's tools. Tools have numbers: those of the operator come first, then those of servers. */
export interface ToolIndex {
  /** The version of the catalogue. */
  readonly version: string;
  /** The place in the catalogue of every number. */
  readonly places: Uint32Array;
  /** How many tools are the operator's: their numbers are those below. */
  readonly own: number;
  /** Hashes of the terms, ascending. */
  readonly hashes: Uint32Array;
  /** For the term at a place, where its tools begin in `tools`; one more than there are terms. */
  readonly starts: Uint32Array;
  /** Numbers of tools, ascending within a term. */
  readonly tools: Uint16Array | Uint32Array;
  /** The frequency of the term in each of `tools`, in 255ths. */
  readonly frequencies: Uint8Array;
}

/** An index with the tools that it was built of. */
export interface BuiltIndex {
  readonly tools: readonly ToolDocument[];
  readonly index: ToolIndex;
}

/** What a selector reaches beyond its arguments. */
export interface SelectorIo {
  readonly fetch: typeof fetch;
  /** Variables and bindings of the deployment. */
  readonly env: EnvSource;
  /** Aborts when the step is cancelled or out of time. */
  readonly signal: AbortSignal;
  /** Missing where nothing is kept. */
  readonly cache?: SelectionCache;
  /**
   * Reads the index that was kept when tools of the catalogue were published; undefined for none. It may have other tools as well. Missing
   * where no index is kept.
   */
  readonly published?: () => Promise<BuiltIndex | undefined>;
  /** Takes what a request of the selector has cost, in millionths of a US dollar: it counts to the step. */
  readonly spend?: (microDollars: number) => void;
}

/** Selects tools. `lexical()`, `hybrid()` and others make one. */
export interface ToolSelector {
  readonly name: string;
  /** Its settings without secrets: part of the agent's hash, of the log of decisions and of reports. */
  readonly settings: JsonObject;
  /**
   * The tools for a query. At once where no service is called. One that fails rejects; the step then goes on with the tools that it
   * has, and a warning.
   */
  select(query: SelectionQuery, catalogue: ToolCatalogue, io: SelectorIo): Selection | Promise<Selection>;
}
