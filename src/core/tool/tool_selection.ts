// The tools of a catalogue that is too long for a prompt. A step opens the selected tools, and does not know how they are chosen.

import type { Entry, ToolEntry } from "../entry.ts";
import type { JsonObject } from "../json.ts";
import type { SelectionState } from "../state.ts";
import type { ThreadRef } from "../store/thread.ts";
import type { Tool } from "../tool.ts";
import type { Warning } from "../tool_choice/choice_report.ts";
import type { SelectionDecision } from "./selection_decision.ts";
import type { SourcePorts } from "./tool_source.ts";

/** The tool through which a model calls tools that its request does not have: `{"name": "...", "arguments": {...}}`. */
export const CALL_TOOL = "call_tool";

/** The tool that finds such tools. */
export const SEARCH_TOOLS = "search_tools";

/** Where an agent has tools beyond its own; `toolSelection` of the entry `selection` makes one. */
export interface ToolSelection {
  /** Its configuration without secrets. It is part of the agent's hash; the catalogue is not. */
  readonly settings: JsonObject;
  /** Names of the environment variables and bindings that it and its tools read. */
  readonly env: readonly string[];
  /**
   * The tools of a thread, beside those that its agent has of its own.
   *
   * @throws {AgentError} tools_unavailable, when the catalogue cannot be read
   */
  open(
    own: readonly Tool[],
    request: SelectionRequest,
    ports: SourcePorts,
  ): SelectedTools | Promise<SelectedTools>;
  /**
   * Every tool that the thread may have of the catalogue, in its order; missing where they cannot be listed.
   *
   * @throws {AgentError} tools_unavailable
   */
  list?(request: SelectionRequest, ports: SourcePorts): Promise<readonly Tool[]>;
  /** Whether the deployment runs a tool of its catalogue of the store; missing for a catalogue in its code. */
  readonly canRun?: ((tool: PublishedTool) => boolean) | undefined;
  /**
   * What its selector finds for words, of the tools that the thread may have of the catalogue, the best first; missing where it has none.
   *
   * @throws {AgentError} catalogue_unknown, tools_unavailable, and what the selector throws
   */
  rank?(words: RankedWords, request: SelectionRequest, ports: SourcePorts): Promise<RankedTools>;
  /** The categories of a tool of a catalogue that stands in code; those of the store are in its versions. */
  categoriesOf?(tool: string): readonly string[] | undefined;
}

/** A tool of a catalogue of the store, as far as it says who runs it. */
export interface PublishedTool {
  readonly name: string;
  readonly source: { readonly type: "code" | "http" } | { readonly type: "mcp"; readonly server: string };
}

/** What tools are ranked for. */
export interface RankedWords {
  readonly text: string;
  /** Most tools, from 1. */
  readonly most: number;
}

/** Names of tools, the best first. */
export interface RankedTools {
  readonly tools: readonly string[];
  readonly warnings?: readonly Warning[];
}

/** What the tools of a thread depend on. */
export interface SelectionRequest {
  readonly ref: ThreadRef;
  readonly user: string | undefined;
  /** Undefined before the thread is known: then nothing is selected, and the tools are the agent's own and those that are named. */
  readonly thread: SelectedThread | undefined;
  /** Tools that the choice of the request names: a thread that begins has them in its requests, where the catalogue has them. */
  readonly named: readonly string[];
  /** Tools that the agent's policy or a call that has no result yet names: the thread can call them, where the catalogue has them. */
  readonly callable?: readonly string[];
  /** Names of the caller's tools of the run: the thread has no tools of the catalogue with these names besides. */
  readonly taken?: readonly string[];
}

/** The thread that tools are selected for. */
export interface SelectedThread {
  /** What its creator wrote. */
  readonly metadata: JsonObject;
  /** Undefined in a thread that has no tools of a catalogue yet. */
  readonly state: SelectionState | undefined;
  /** What a new run begins with; undefined where none begins. */
  readonly query: string | undefined;
}

/** The tools of a thread in one step. */
export interface SelectedTools {
  /**
   * The agent's own, {@link SEARCH_TOOLS} and {@link CALL_TOOL}, those that the thread's requests have, then those that are called
   * through the bridge. The same list is the same object, so that what is kept for an agent is kept.
   */
  readonly tools: readonly Tool[];
  /** What the thread keeps of it; with the withdrawn tools until a notice has reported them to the model. */
  readonly state: SelectionState;
  readonly warnings: readonly Warning[];
  /** Names of tools that were called through the bridge and are withdrawn since the step before. */
  readonly withdrawn: readonly string[];
  /** How the tools of its requests were selected, where that was just now and is kept. */
  readonly begun?: SelectionDecision | undefined;
  /** The same after a commit of the step: its decisions are stored, and its warnings are reported. */
  settled(): SelectedTools;
  /** How these searches selected, as far as it is kept. */
  searched(observations: readonly ToolEntry[]): readonly SelectionDecision[];
  /**
   * What selecting these tools and searching has cost, in millionths of a US dollar, since the last commit; `entries` has the searches of the
   * step.
   */
  spent(entries: readonly Entry[]): number;
  /** The same once a notice has reported the withdrawn tools to the model. */
  told(): SelectedTools;
  /** With these tools too, where the catalogue has them for this thread; the same object where none is new. */
  reach(names: readonly string[]): SelectedTools;
  /**
   * With the tools that these observations have found as tools of its own, for a model that reads of them in a notice. Those whose
   * words are a stranger's are not: they are called through the bridge. The same object where none is new.
   */
  disclose(observations: readonly ToolEntry[]): SelectedTools;
  /** Selected anew for the next plan of a run, where tools are selected at each step; else the same object. */
  reselect(run: () => RunSoFar): SelectedTools | Promise<SelectedTools>;
}

/** The state of a run for a selection. */
export interface RunSoFar {
  /** The input, and the observations since the last plan. */
  readonly words: string;
  /** Names of the tools that were called in it. */
  readonly called: readonly string[];
}
