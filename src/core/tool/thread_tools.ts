// Tools that a thread has beside those of its agent: of a catalogue that is too long for a prompt, or of a plugin. A step knows what it
// opens, and nothing of how tools are chosen.

import type { Block, Entry, ToolEntry } from "../entry.ts";
import type { PlanEvent } from "../event.ts";
import type { JsonObject } from "../json.ts";
import { remembered } from "../lru.ts";
import type { SelectionState } from "../state.ts";
import type { ThreadRef } from "../store/thread.ts";
import type { Tool } from "../tool.ts";
import type { Warning } from "../tool_choice/choice_report.ts";
import type { SelectionDecision } from "./selection_decision.ts";
import type { SourcePorts } from "./tool_source.ts";

/**
 * Where the threads of an agent have tools beyond those of its definition. An agent has one: of its `selection`, or of a plugin
 * (`threadTools`).
 */
export interface ThreadToolSource {
  /**
   * The tools of a thread, given those that its agent has of its own. Opened when a request begins, and not for its later steps.
   *
   * @throws {AgentError} tools_unavailable, when they cannot be read
   */
  open(
    own: readonly Tool[],
    request: OpenRequest,
    ports: ToolPorts,
  ): OpenedTools | Promise<OpenedTools>;
  /** Its configuration without secrets. It is part of the agent's hash; the tools are not. Missing for none. */
  readonly settings?: JsonObject | undefined;
  /** Names of the environment variables and bindings that it and its tools read; missing for none. */
  readonly env?: readonly string[] | undefined;
  /**
   * Every tool that the thread may have of it, in its order; missing where they cannot be listed.
   *
   * @throws {AgentError} tools_unavailable
   */
  list?(request: OpenRequest, ports: SourcePorts): Promise<readonly Tool[]>;
  /** Whether the deployment runs a tool of its catalogue of the store; missing for one in its code. */
  readonly canRun?: ((tool: PublishedTool) => boolean) | undefined;
  /**
   * What it finds for words, of the tools that the thread may have, the best first; missing where it has no selector.
   *
   * @throws {AgentError} catalogue_unknown, tools_unavailable, and what the selector throws
   */
  rank?(words: RankedWords, request: OpenRequest, ports: SourcePorts): Promise<RankedTools>;
  /** The categories of a tool of a catalogue that stands in code; those of the store are in its versions. */
  categoriesOf?(tool: string): readonly string[] | undefined;
}

/** What the tools of a thread are opened with. */
export interface ToolPorts extends SourcePorts {
  /** Why a tool is none; undefined for one in order. */
  check(tool: Tool): string | undefined;
}

/** The key that the recorded definition of an agent has the settings of its source under. */
export const RECORDED_AS = "selection";

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
export interface OpenRequest {
  readonly ref: ThreadRef;
  readonly user: string | undefined;
  /** Undefined before the thread is known: then the tools are the agent's own and those that are named. */
  readonly thread: ThreadToOpen | undefined;
  /** Tools that the choice of the request names: the requests of a thread that begins have them. */
  readonly named: readonly string[];
  /** Tools that plugins or a call that has no result yet name: the thread can call them. */
  readonly callable?: readonly string[];
  /** Names of the caller's tools of the run. The source opens none of these names: what a plugin opens is refused otherwise. */
  readonly taken?: readonly string[];
}

/** The thread that tools are opened for. */
export interface ThreadToOpen {
  /** What its creator wrote. */
  readonly metadata: JsonObject;
  /** What it keeps of them; undefined in a thread that has none yet. */
  readonly state: SelectionState | undefined;
  /** What a new run begins with; undefined where none begins. */
  readonly query: string | undefined;
}

/** The tools of a thread in one step. A method that is missing changes nothing. */
export interface OpenedTools {
  /**
   * The agent's own, then those of the thread. `search_tools` and `call_tool` are pure tools beside `bridge`; those with `bridged` are
   * called through `call_tool`, and no request has their definition. A call of `search_tools` counts in no limit of calls. The same list
   * is the same object, so that what is kept for an agent is kept.
   */
  readonly tools: readonly Tool[];
  /** What the thread keeps of them; with the withdrawn tools until a notice has reported them to the model. */
  readonly state?: SelectionState;
  /** What reads calls of `call_tool` as those of the tools that they name; missing where the thread has no bridged tools. */
  readonly bridge?: CallBridge;
  readonly warnings?: readonly Warning[];
  /** Names of tools that the thread has called and that are withdrawn since the step before: a notice says so. */
  readonly withdrawn?: readonly string[];
  /** How they were selected since the last commit, as far as it is kept: of these observations those of searches count. */
  decisions?(observations: readonly ToolEntry[]): readonly SelectionDecision[];
  /** What selecting and searching has cost since the last commit, in millionths of a US dollar; `entries` has the searches of the step. */
  spent?(entries: readonly Entry[]): number;
  /** With the tools that a plan has called by these names; the same object where none is new. */
  called?(names: readonly string[]): OpenedTools;
  /** Behind a plan: a notice has reported the withdrawn tools to the model. */
  planned?(): OpenedTools;
  /** For the next plan of a run, behind the calls of the last one; the same object where nothing changes. */
  observed?(run: RunToPlan): OpenedTools | Promise<OpenedTools>;
  /** Behind a commit: what is kept of them, and their warnings, are reported. */
  committed?(): OpenedTools;
}

/** Reads bridged calls: from here on everything sees the call of the tool, and the history alone keeps how it was written. */
export interface CallBridge {
  /** The blocks of an answer with the calls that bridged calls are of; the same list where there are none. */
  read(blocks: readonly Block[]): readonly Block[];
  /** What takes the events of one request to a model, and emits them with those calls: such a call is emitted when it is complete. */
  listen(emit: (event: PlanEvent) => void): (event: PlanEvent) => void;
}

/** A run whose calls have run and that plans next. */
export interface RunToPlan {
  /** What the calls have come to. */
  readonly observations: readonly ToolEntry[];
  /** The model takes definitions of tools in notices behind the conversation, so its prompt can go on with further tools. */
  readonly takesDefinitions: boolean;
  /** What the run has had before them, its inputs among it. */
  entries(): readonly Entry[];
  /** A text without what plugins take out. */
  redact(text: string): string;
}

/** The source as an object whose members may be replaced: those of a class stand on its prototype. */
export function boundSource(source: ThreadToolSource): ThreadToolSource {
  const { settings, env } = source;
  return {
    settings,
    env,
    open: source.open.bind(source),
    list: source.list?.bind(source),
    canRun: source.canRun?.bind(source),
    rank: source.rank?.bind(source),
    categoriesOf: source.categoriesOf?.bind(source),
  };
}

/** What stands around opened tools, and around all that they become. */
export interface AroundOpened {
  /** The tools in place of those that are opened. */
  tools(opened: OpenedTools): readonly Tool[];
  readonly bridge?: (bridge: NonNullable<OpenedTools["bridge"]>) => OpenedTools["bridge"];
  /** Runs what a member does. `otherwise`: what holds where it fails; `is`: what it has to return. By default it just runs. */
  run?<T>(member: () => T, otherwise: T, is?: (made: T) => boolean): T;
  /** The same for what may take time. */
  wait?<T>(member: () => Promise<T>, otherwise: T): Promise<T>;
}

/** Puts something around opened tools. The same ones become the same ones. */
export function wrapOpened(
  { tools, bridge = (same) => same, run = (member) => member(), wait = (member) => member() }: AroundOpened,
): (opened: OpenedTools) => OpenedTools {
  const wrapped = remembered((opened: OpenedTools): OpenedTools => {
    const list = tools(opened);
    const { state, warnings, withdrawn } = opened;
    const become = (made: () => OpenedTools | undefined) => run(() => wrapped(made() ?? opened), next);
    const next: OpenedTools = {
      tools: list,
      state,
      bridge: opened.bridge && bridge(opened.bridge),
      warnings,
      withdrawn,
      decisions: (observations) => run(() => opened.decisions?.(observations) ?? [], [], Array.isArray),
      spent: (entries) => run(() => opened.spent?.(entries) ?? 0, 0, isAmount),
      called: (names) => become(() => opened.called?.(names)),
      planned: () => become(() => opened.planned?.()),
      observed: (plan) => wait(async () => wrapped(await opened.observed?.(plan) ?? opened), next),
      committed: () => become(() => opened.committed?.()),
    };
    return next;
  });
  return wrapped;
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
